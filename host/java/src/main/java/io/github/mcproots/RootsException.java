package io.github.mcproots;

/**
 * A call that ended without an answer to its question. None of these is a verdict, and none carries
 * anything of the input.
 */
public abstract sealed class RootsException extends RuntimeException
        permits AbiException, CallException, EngineException, TooLargeException {
    private static final long serialVersionUID = 1;

    RootsException(String message, Throwable cause) {
        super("mcproots: " + message, cause);
    }
}
