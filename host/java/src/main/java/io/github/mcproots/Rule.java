package io.github.mcproots;

import java.util.List;

/**
 * A rule of the catalogue: what the code of a {@link Diagnostic} stands for.
 *
 * @param bad an example that draws it
 * @param good the same, made right
 */
public record Rule(
        String code, Severity severity, String title, String why, String bad, String good, String fix, List<String> spec) {

    public Rule {
        Json.require(severity, "severity");
        spec = Json.list(spec);
    }
}
