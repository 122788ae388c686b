package io.github.mcproots;

import com.google.gson.annotations.SerializedName;
import java.util.List;

/**
 * What a client's answer means to a server.
 *
 * @param roots the roots that can be used
 */
public record Reading(Status status, List<Root> roots) {

    public Reading {
        Json.require(status, "status");
        roots = Json.list(roots);
    }

    public enum Status {
        @SerializedName("ok")
        OK,
        /** A list without roots: nothing is revealed. */
        @SerializedName("empty")
        EMPTY,
        /** The client has no roots capability. */
        @SerializedName("unsupported")
        UNSUPPORTED,
        /** The client answered with an error. */
        @SerializedName("refused")
        REFUSED,
        /** The answer breaks the protocol. */
        @SerializedName("invalid")
        INVALID
    }

    /**
     * A root that can be used.
     *
     * @param name null where the client gave none
     */
    public record Root(int index, String uri, String path, String platform, String name) {}
}
