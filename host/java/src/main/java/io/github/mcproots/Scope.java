package io.github.mcproots;

import java.util.List;

/** The roots that a server may really use. */
public record Scope(List<Root> roots) {

    public Scope {
        roots = Json.list(roots);
    }

    /**
     * The more specific of a revealed and an allowed root.
     *
     * @param revealed the index of the one in the list of revealed roots
     * @param allowed the index of the other in the list of allowed ones
     */
    public record Root(String uri, String path, int revealed, int allowed) {}
}
