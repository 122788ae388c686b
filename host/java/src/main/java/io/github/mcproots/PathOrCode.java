package io.github.mcproots;

/**
 * A URI turned into a path, or the reason why not.
 *
 * @param path the path; null, like canonical and platform, where {@code ok} is false
 * @param canonical the same root as a canonical URI
 * @param platform {@code posix} or {@code windows}
 * @param code why not, as {@link Roots#rules(String)} explains it; null where {@code ok} is true
 */
public record PathOrCode(boolean ok, String path, String canonical, String platform, String code) {}
