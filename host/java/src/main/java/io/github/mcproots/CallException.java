package io.github.mcproots;

import java.util.List;

/**
 * A call that the module could not carry out because of its input: the answer was
 * {@code {"ok":false,...}}.
 */
public final class CallException extends RootsException {
    private static final long serialVersionUID = 1;

    private final int code;
    private final String reason;
    private final transient List<Diagnostic> diagnostics;

    CallException(int code, String reason, List<Diagnostic> diagnostics) {
        super(reason + " (" + code + ")" + first(diagnostics), null);
        this.code = code;
        this.reason = reason;
        this.diagnostics = diagnostics;
    }

    /** The first diagnostic, which says it best; it holds nothing that was submitted. */
    private static String first(List<Diagnostic> diagnostics) {
        if (diagnostics.isEmpty()) {
            return "";
        }
        Diagnostic first = diagnostics.get(0);
        Object where = first.args().getOrDefault("member", first.pointer());
        return ": " + first.code() + ("".equals(where) ? "" : " at " + where);
    }

    /**
     * A JSON-RPC 2.0 code (section 5.1): -32700 for an input that isn't JSON, -32602 for one that lacks
     * members or has wrong ones, -32601 for what the revision doesn't have, -32603 for a fault of the core.
     */
    public int code() {
        return code;
    }

    /** The module's own message, without the code. */
    public String reason() {
        return reason;
    }

    /** What was found in the input; empty after deserialization. */
    public List<Diagnostic> diagnostics() {
        return diagnostics == null ? List.of() : diagnostics;
    }
}
