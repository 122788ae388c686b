package io.github.mcproots;

import com.google.gson.annotations.SerializedName;
import java.util.List;

/**
 * How one list of roots differs from another.
 *
 * @param notificationDue whether the client has to tell the server ({@code notify} in the answer)
 */
public record Diff(
        boolean changed,
        @SerializedName("notify") boolean notificationDue,
        List<Root> added,
        List<Root> removed,
        List<Renamed> renamed) {

    public Diff {
        added = Json.list(added);
        removed = Json.list(removed);
        renamed = Json.list(renamed);
    }

    /**
     * A root of one list that the other lacks.
     *
     * @param index its place in the list that has it
     * @param name null where it has none
     */
    public record Root(int index, String uri, String name) {}

    /** A root of both lists under two names; null where it has none. */
    public record Renamed(String uri, String before, String after) {}
}
