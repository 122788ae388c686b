package io.github.mcproots;

/**
 * A root to build messages from or to compare with: a path or a URI, and maybe a name.
 *
 * @param path an absolute path; null where the root is a URI
 * @param uri a {@code file://} URI; null where the root is a path
 * @param name for people; may be null
 */
public record Root(String path, String uri, String name) {

    public Root {
        if ((path == null) == (uri == null)) {
            throw new IllegalArgumentException("mcproots: a root is either a path or a URI");
        }
    }

    public static Root ofPath(String path) {
        return new Root(path, null, null);
    }

    public static Root ofUri(String uri) {
        return new Root(null, uri, null);
    }

    /** The same root under a name. */
    public Root named(String name) {
        return new Root(path, uri, name);
    }
}
