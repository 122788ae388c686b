package io.github.mcproots;

/**
 * A path turned into a URI, or the reason why not.
 *
 * @param uri the URI; null where {@code ok} is false
 * @param code why not, as {@link Roots#rules(String)} explains it; null where {@code ok} is true
 */
public record UriOrCode(boolean ok, String uri, String code) {}
