package io.github.mcproots;

import com.google.gson.annotations.JsonAdapter;
import com.google.gson.annotations.SerializedName;

/**
 * One response of a retried request.
 *
 * @param result the submitted result, untouched, as JSON text; null unless the status is ok
 * @param error the error to be sent, which never carries submitted data; null unless the status is error
 */
public record Response(Status status, @JsonAdapter(Json.Text.class) String result, Refusal error) {

    public Response {
        Json.require(status, "status");
    }

    public enum Status {
        @SerializedName("missing")
        MISSING,
        @SerializedName("ok")
        OK,
        @SerializedName("error")
        ERROR
    }
}
