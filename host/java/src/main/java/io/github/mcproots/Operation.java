package io.github.mcproots;

import java.util.Locale;

/** The operations of ABI 1.0, each an export of the module under its name in lower case. */
enum Operation {
    LIST,
    VALIDATE_REQUEST,
    SUPPORTED,
    RESPONSE,
    VALID_RESPONSE,
    CHECK,
    READ,
    RULES,
    INFO,
    CAPABILITIES,
    RESULT,
    ANSWER,
    LIST_CHANGED,
    INPUT_REQUIRED,
    DIFF,
    DESCRIBE,
    TO_PATH,
    TO_URI,
    CONTAINS,
    SCOPE;

    final String export = name().toLowerCase(Locale.ROOT);

    static Operation of(String name) {
        for (Operation operation : values()) {
            if (operation.export.equals(name)) {
                return operation;
            }
        }
        throw new IllegalArgumentException("mcproots: no such operation: Roots.info() lists them");
    }
}
