package io.github.mcproots;

/**
 * A module that this package can't talk to: damaged bytes, another ABI version, a missing export, or an
 * answer that breaks ABI 1.
 */
public final class AbiException extends RootsException {
    private static final long serialVersionUID = 1;

    AbiException(String message) {
        super(message, null);
    }

    AbiException(String message, Throwable cause) {
        super(message, cause);
    }
}
