package io.github.mcproots;

import java.util.List;

/**
 * What {@link Roots#check} found; the findings themselves are the answer's diagnostics.
 *
 * @param valid whether there is no error among the findings
 * @param kind what the message was taken for, such as {@code result} or {@code initialize}
 * @param revision the revision it was judged by
 * @param roots its roots, empty where they weren't asked for
 */
public record Check(boolean valid, String kind, String revision, List<Root> roots, Summary summary) {

    public Check {
        Json.require(summary, "summary");
        roots = Json.list(roots);
    }

    /**
     * A root of the message.
     *
     * @param uri the canonical URI; null, like path and platform, where there is none
     */
    public record Root(int index, boolean valid, String uri, String path, String platform) {}

    /**
     * How many findings there are.
     *
     * @param truncated whether there were more than the diagnostics list
     */
    public record Summary(int error, int warning, int info, boolean truncated) {}
}
