package io.github.mcproots;

/**
 * A call that the engine didn't survive: a trap, memory exhausted, an interrupted thread. Its instance is
 * gone; the next call is answered by a fresh one.
 */
public final class EngineException extends RootsException {
    private static final long serialVersionUID = 1;

    private final String stderr;

    EngineException(String message, String stderr, Throwable cause) {
        super(message, cause);
        this.stderr = stderr;
    }

    /**
     * The first 8 KiB of what the module wrote to standard error, empty in most cases. It is Go's report of
     * its own end, for a bug report; keep it out of replies to clients.
     */
    public String stderr() {
        return stderr;
    }
}
