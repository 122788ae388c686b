package io.github.mcproots;

import com.google.gson.stream.JsonWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** The input document of an operation, written member by member. A null member is left out. */
final class Document {
    private final StringWriter text = new StringWriter();
    private final JsonWriter json = new JsonWriter(text);

    Document() {
        write(JsonWriter::beginObject);
    }

    Document text(String name, Object value) {
        return value == null ? this : write(w -> w.name(name).value(value.toString()));
    }

    Document flag(String name, Boolean value) {
        return value == null ? this : write(w -> w.name(name).value(value));
    }

    Document number(String name, Integer value) {
        return value == null ? this : write(w -> w.name(name).value(value));
    }

    /** A JSON-RPC id: a string or an integer (MCP, base protocol, "Requests"). */
    Document id(Object id) {
        if (id == null || id instanceof String) {
            return text("id", id);
        }
        if (id instanceof Integer || id instanceof Long) {
            return write(w -> w.name("id").value((Number) id));
        }
        throw new IllegalArgumentException("mcproots: an id is a String, an Integer or a Long");
    }

    /** A value that the caller has as JSON text. */
    Document json(String name, String value) {
        if (value == null) {
            return this;
        }
        write(w -> w.name(name));
        return jsonValue(name, value);
    }

    Document jsons(String name, Map<String, String> values) {
        write(w -> w.name(name).beginObject());
        values.forEach((key, value) -> {
            write(w -> w.name(key));
            jsonValue(name, value);
        });
        return write(JsonWriter::endObject);
    }

    Document jsons(String name, List<String> values) {
        write(w -> w.name(name).beginArray());
        values.forEach(value -> jsonValue(name, value));
        return write(JsonWriter::endArray);
    }

    private Document jsonValue(String member, String value) {
        if (!Json.isOneValue(value)) {
            throw new CallException(-32700, "the text given as " + member + " is not one JSON value", List.of());
        }
        return write(w -> w.jsonValue(value));
    }

    Document texts(String name, List<String> values) {
        write(w -> w.name(name).beginArray());
        values.forEach(value -> write(w -> w.value(value)));
        return write(JsonWriter::endArray);
    }

    Document roots(String name, List<Root> roots) {
        write(w -> w.name(name).beginArray());
        for (Root root : roots) {
            write(JsonWriter::beginObject);
            text("path", root.path()).text("uri", root.uri()).text("name", root.name());
            write(JsonWriter::endObject);
        }
        return write(JsonWriter::endArray);
    }

    Document none(String name) {
        return write(w -> w.name(name).nullValue());
    }

    String end() {
        write(JsonWriter::endObject);
        return text.toString();
    }

    private interface Step {
        void to(JsonWriter writer) throws IOException;
    }

    private Document write(Step step) {
        try {
            step.to(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a StringWriter has none
        }
        return this;
    }

    /**
     * The UTF-8 of a text. Java strings may hold a surrogate without its other half, which has no UTF-8 and
     * which {@code String.getBytes} would quietly turn into a question mark; it is encoded like any other
     * code point instead, so that the core finds the text invalid.
     */
    static byte[] utf8(String text) {
        int lone = loneSurrogate(text, 0);
        if (lone < 0) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        var bytes = new ByteArrayOutputStream(text.length() + 16);
        int from = 0;
        for (; lone >= 0; lone = loneSurrogate(text, from)) {
            bytes.writeBytes(text.substring(from, lone).getBytes(StandardCharsets.UTF_8));
            char c = text.charAt(lone);
            bytes.write(0xe0 | c >> 12);
            bytes.write(0x80 | c >> 6 & 0x3f);
            bytes.write(0x80 | c & 0x3f);
            from = lone + 1;
        }
        bytes.writeBytes(text.substring(from).getBytes(StandardCharsets.UTF_8));
        return bytes.toByteArray();
    }

    private static int loneSurrogate(String text, int from) {
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!Character.isSurrogate(c)) {
                continue;
            }
            if (Character.isLowSurrogate(c) || i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1))) {
                return i;
            }
            i++;
        }
        return -1;
    }
}
