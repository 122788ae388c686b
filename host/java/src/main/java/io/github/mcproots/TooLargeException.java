package io.github.mcproots;

/** An input over the limit of {@link Roots.Builder#maxInput}. Nothing was read of it. */
public final class TooLargeException extends RootsException {
    private static final long serialVersionUID = 1;

    private final long size;
    private final int limit;

    TooLargeException(long size, int limit) {
        super("the input is " + size + " bytes and the limit is " + limit + ": send less, or raise maxInput", null);
        this.size = size;
        this.limit = limit;
    }

    /** The size of the refused input in bytes; of a text, at least this many. */
    public long size() {
        return size;
    }

    /** The limit in bytes. */
    public int limit() {
        return limit;
    }
}
