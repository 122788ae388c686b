package io.github.mcproots;

import com.google.gson.annotations.JsonAdapter;

/**
 * A JSON-RPC error (JSON-RPC 2.0, section 5.1), ready to be sent.
 *
 * @param data its {@code data} as JSON text, or null
 */
public record Refusal(int code, String message, @JsonAdapter(Json.Text.class) String data) {}
