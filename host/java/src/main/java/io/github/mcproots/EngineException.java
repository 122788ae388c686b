package io.github.mcproots;

/**
 * A call that the engine didn't survive: a trap, memory exhausted, an interrupted thread. Its instance is
 * gone; the next call is answered by a fresh one.
 */
public final class EngineException extends RootsException {
    private static final long serialVersionUID = 1;

    EngineException(String message, Throwable cause) {
        super(message, cause);
    }
}
