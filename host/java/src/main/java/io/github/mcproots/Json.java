package io.github.mcproots;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import com.google.gson.ToNumberPolicy;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.lang.reflect.Type;
import java.util.List;

/** The module's answers as records, and JSON text taken apart without changing a byte of it. */
final class Json {
    private Json() {}

    private static final Gson GSON = new GsonBuilder()
            .disableHtmlEscaping()
            .serializeNulls()
            .registerTypeAdapter(boolean.class, new StrictBoolean())
            .registerTypeAdapter(Boolean.class, new StrictBoolean().nullSafe())
            .setObjectToNumberStrategy(ToNumberPolicy.LONG_OR_DOUBLE) // Diagnostic.args: integers stay integers
            .create();

    private record Envelope(boolean ok, JsonElement value, Refusal refusal, Fault error, List<Diagnostic> diagnostics) {
        Envelope {
            diagnostics = list(diagnostics);
        }
    }

    private record Fault(int code, String message) {}

    /** Reads an answer whose value has the given type. */
    static <T> Answer<T> answer(String operation, String answer, Type type) {
        try {
            Envelope envelope = envelope(answer);
            require(envelope.value, "value");
            T value = GSON.fromJson(envelope.value, type);
            require(value, "value");
            return new Answer<>(value, envelope.diagnostics, envelope.refusal);
        } catch (CallException e) {
            throw e;
        } catch (RuntimeException e) { // Gson's own, or from a record that lacks a member
            throw broken(operation);
        }
    }

    /** Reads an answer whose value is wanted as JSON text. A null value is null. */
    static Answer<String> textAnswer(String operation, String answer) {
        Answer<JsonElement> read = answer(operation, answer, JsonElement.class);
        return new Answer<>(read.value().isJsonNull() ? null : memberText(operation, answer, VALUE), read.diagnostics(), read.refusal());
    }

    /** The text that follows a prefix which ABI 1's fixed order of members makes certain. */
    static String memberText(String operation, String answer, String prefix) {
        int end = answer.startsWith(prefix) ? end(answer, prefix.length()) : -1;
        if (end < 0) {
            throw broken(operation);
        }
        return answer.substring(prefix.length(), end);
    }

    static final String VALUE = "{\"ok\":true,\"value\":";

    private static Envelope envelope(String answer) {
        Envelope envelope = GSON.fromJson(answer, Envelope.class);
        if (envelope.ok) {
            return envelope;
        }
        throw new CallException(envelope.error.code, envelope.error.message, envelope.diagnostics);
    }

    // The text of the answer isn't quoted: it may hold submitted values.
    private static AbiException broken(String operation) {
        return new AbiException("the module's answer to " + operation + " doesn't have the shape that ABI 1 gives it");
    }

    /**
     * Finds where the JSON value at {@code from} ends, or gives -1 where none does. It looks at strings,
     * brackets and separators alone: whether the value is well-formed is the core's to judge.
     */
    static int end(String text, int from) {
        int depth = 0;
        for (int i = from; i < text.length(); i++) {
            boolean inScalar = depth == 0 && i > from;
            switch (text.charAt(i)) {
                case '"' -> {
                    if (inScalar) {
                        return i;
                    }
                    i = closingQuote(text, i);
                    if (i < 0) {
                        return -1;
                    }
                    if (depth == 0) {
                        return i + 1;
                    }
                }
                case '{', '[' -> {
                    if (inScalar) {
                        return i;
                    }
                    depth++;
                }
                case '}', ']' -> {
                    if (depth == 0) {
                        return inScalar ? i : -1;
                    }
                    if (--depth == 0) {
                        return i + 1;
                    }
                }
                case ',', ':', ' ', '\t', '\n', '\r' -> {
                    if (depth == 0) {
                        return inScalar ? i : -1;
                    }
                }
                default -> {
                    // part of a scalar
                }
            }
        }
        return depth == 0 && text.length() > from ? text.length() : -1;
    }

    private static int closingQuote(String text, int open) {
        for (int i = open + 1; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"') {
                return i;
            }
            if (c == '\\') {
                i++;
            }
        }
        return -1;
    }

    /**
     * Whether a text can stand for one value inside another document: it can't end that value and begin
     * members of its own.
     */
    static boolean isOneValue(String text) {
        String value = text.strip();
        return !value.isEmpty() && end(value, 0) == value.length();
    }

    static <T> List<T> list(List<T> read) {
        return read == null ? List.of() : List.copyOf(read);
    }

    static void require(Object member, String name) {
        if (member == null) {
            throw new IllegalArgumentException(name);
        }
    }

    /** Reads true and false alone, where Gson's own adapter also reads the string "true" and takes any other for no. */
    private static final class StrictBoolean extends TypeAdapter<Boolean> {
        @Override
        public Boolean read(JsonReader in) throws IOException {
            return in.nextBoolean();
        }

        @Override
        public void write(JsonWriter out, Boolean value) throws IOException {
            out.value(value);
        }
    }

    /** Keeps a member of any type as JSON text. */
    static final class Text extends TypeAdapter<String> {
        @Override
        public String read(JsonReader in) {
            JsonElement value = JsonParser.parseReader(in);
            return value.isJsonNull() ? null : GSON.toJson(value);
        }

        @Override
        public void write(JsonWriter out, String value) throws IOException {
            out.jsonValue(value);
        }
    }
}
