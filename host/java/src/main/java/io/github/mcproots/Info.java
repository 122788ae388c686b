package io.github.mcproots;

import java.util.List;
import java.util.Map;

/** What the module says of itself. */
public record Info(
        String name, String version, Abi abi, List<String> revisions, List<String> operations, Map<String, Long> limits) {

    public Info {
        Json.require(abi, "abi");
        revisions = Json.list(revisions);
        operations = Json.list(operations);
        limits = limits == null ? Map.of() : Map.copyOf(limits);
    }

    public record Abi(int major, int minor) {}
}
