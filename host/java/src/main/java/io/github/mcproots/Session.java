package io.github.mcproots;

import com.google.gson.annotations.SerializedName;
import java.util.List;

/**
 * What the messages of a session say about a client's roots.
 *
 * @param messages those that concern roots, in their order
 */
public record Session(List<Message> messages) {

    public Session {
        Json.require(messages, "messages");
        messages = Json.list(messages);
    }

    /**
     * A message, and what is known after it.
     *
     * @param index its place in the list that was given
     * @param declared whether the client has declared roots; null while nobody has said so
     * @param status what the last answer came to; null before the first
     * @param roots the usable roots of this answer; empty where the message is none
     */
    public record Message(
            int index, Event event, Boolean declared, Knowledge known, Reading.Status status, List<Reading.Root> roots) {

        public Message {
            Json.require(event, "event");
            Json.require(known, "known");
            roots = Json.list(roots);
        }
    }

    /** What a message means. */
    public enum Event {
        @SerializedName("declared")
        DECLARED,
        @SerializedName("undeclared")
        UNDECLARED,
        @SerializedName("asked")
        ASKED,
        @SerializedName("answered")
        ANSWERED,
        /** A second answer to one request; it changes nothing of what is known. */
        @SerializedName("late")
        LATE,
        /** An answer to no request that was seen; it changes nothing of what is known. */
        @SerializedName("unsolicited")
        UNSOLICITED,
        @SerializedName("changed")
        CHANGED
    }

    /** What is known of the client's roots. */
    public enum Knowledge {
        @SerializedName("unknown")
        UNKNOWN,
        @SerializedName("fresh")
        FRESH,
        @SerializedName("stale")
        STALE
    }
}
