package io.github.mcproots;

import java.util.List;

/**
 * What an operation answered.
 *
 * @param value the operation's value
 * @param diagnostics what was found in the input, in the order of its text
 * @param refusal the JSON-RPC error to be sent instead, of {@code supported} and {@code inputRequired};
 *     null where there is none
 */
public record Answer<T>(T value, List<Diagnostic> diagnostics, Refusal refusal) {}
