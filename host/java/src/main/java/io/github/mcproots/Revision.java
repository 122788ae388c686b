package io.github.mcproots;

/** A revision of the Model Context Protocol. */
public enum Revision {
    V2024_11_05("2024-11-05"),
    V2025_03_26("2025-03-26"),
    V2025_06_18("2025-06-18"),
    V2025_11_25("2025-11-25"),
    V2026_07_28("2026-07-28");

    private final String text;

    Revision(String text) {
        this.text = text;
    }

    /** The revision as messages write it, such as {@code 2025-11-25}. */
    @Override
    public String toString() {
        return text;
    }
}
