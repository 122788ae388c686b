package io.github.mcproots;

import java.io.File;

/** Whose rules a path follows. */
public enum Platform {
    POSIX("posix"),
    WINDOWS("windows"),
    /** A root with a drive is Windows, any other POSIX. */
    AUTO("auto");

    private final String text;

    Platform(String text) {
        this.text = text;
    }

    /** The platform that this JVM runs on, which is what methods without a platform use. */
    public static Platform here() {
        return File.separatorChar == '\\' ? WINDOWS : POSIX;
    }

    /** The name that the operations use. */
    @Override
    public String toString() {
        return text;
    }
}
