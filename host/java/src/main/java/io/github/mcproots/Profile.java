package io.github.mcproots;

/** How much {@link Roots#check} asks of a message. */
public enum Profile {
    /** Also what makes a URI ambiguous or dangerous as a path. */
    STRICT("strict"),
    /** What the revision's schema and prose require, no more. */
    PROTOCOL("protocol");

    private final String text;

    Profile(String text) {
        this.text = text;
    }

    /** The name that the operations use. */
    @Override
    public String toString() {
        return text;
    }
}
