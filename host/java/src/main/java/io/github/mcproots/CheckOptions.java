package io.github.mcproots;

/**
 * How {@link Roots#check} looks at a message. Begin with {@link #DEFAULTS}; null leaves a choice to the
 * module.
 *
 * @param kind what the message is, such as {@code result}; recognised by itself unless given
 * @param revision the revision to judge by
 * @param profile {@link Profile#STRICT} unless given
 * @param platform whose rules paths follow; {@link Platform#here()} unless given
 * @param roots whether to list the roots; true unless given
 * @param maxRoots the number of roots beyond which a list draws a finding
 * @param values whether diagnostics may carry a suggested URI
 */
public record CheckOptions(
        String kind, Revision revision, Profile profile, Platform platform, boolean roots, Integer maxRoots, boolean values) {

    public static final CheckOptions DEFAULTS = new CheckOptions(null, null, null, null, true, null, false);

    public CheckOptions kind(String kind) {
        return new CheckOptions(kind, revision, profile, platform, roots, maxRoots, values);
    }

    public CheckOptions revision(Revision revision) {
        return new CheckOptions(kind, revision, profile, platform, roots, maxRoots, values);
    }

    public CheckOptions profile(Profile profile) {
        return new CheckOptions(kind, revision, profile, platform, roots, maxRoots, values);
    }

    public CheckOptions platform(Platform platform) {
        return new CheckOptions(kind, revision, profile, platform, roots, maxRoots, values);
    }

    public CheckOptions roots(boolean roots) {
        return new CheckOptions(kind, revision, profile, platform, roots, maxRoots, values);
    }

    public CheckOptions maxRoots(Integer maxRoots) {
        return new CheckOptions(kind, revision, profile, platform, roots, maxRoots, values);
    }

    public CheckOptions values(boolean values) {
        return new CheckOptions(kind, revision, profile, platform, roots, maxRoots, values);
    }
}
