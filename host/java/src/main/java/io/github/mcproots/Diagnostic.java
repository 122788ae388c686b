package io.github.mcproots;

import java.util.List;
import java.util.Map;

/**
 * Something found in an input. It carries none of the submitted values.
 *
 * @param code a stable name, which {@link Roots#rules(String)} explains
 * @param pointer where, as a JSON Pointer (RFC 6901)
 * @param offset where, in bytes of UTF-8 from 0
 * @param line from 1
 * @param column in UTF-16 code units, from 1
 * @param args what the message varies by: strings and {@link Long}s
 * @param fix a suggested canonical URI, where {@link CheckOptions#values} asked for it, or null
 * @param spec the sections that the rule comes from
 */
public record Diagnostic(
        String code,
        Severity severity,
        String pointer,
        int offset,
        int line,
        int column,
        String message,
        Map<String, Object> args,
        String fix,
        List<String> spec) {

    public Diagnostic {
        Json.require(severity, "severity");
        args = args == null ? Map.of() : Map.copyOf(args);
        spec = Json.list(spec);
    }
}
