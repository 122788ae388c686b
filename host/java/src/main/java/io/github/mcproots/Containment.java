package io.github.mcproots;

import com.google.gson.annotations.SerializedName;
import java.util.List;

/**
 * Whether a path lies inside the roots. Only {@link Verdict#INSIDE} is a yes, and even that is lexical:
 * the module has no disk and sees no symbolic links.
 *
 * @param reason such as {@code descendant} or {@code outside-sibling-prefix}
 * @param root the index of the most specific root; null where there is none
 * @param relative the components below that root, where there is one
 */
public record Containment(Verdict verdict, String reason, Integer root, List<String> relative) {

    public Containment {
        Json.require(verdict, "verdict");
        relative = Json.list(relative);
    }

    /** Whether the verdict is yes. */
    public boolean inside() {
        return verdict == Verdict.INSIDE;
    }

    public enum Verdict {
        @SerializedName("inside")
        INSIDE,
        @SerializedName("outside")
        OUTSIDE,
        @SerializedName("ambiguous")
        AMBIGUOUS,
        @SerializedName("invalid")
        INVALID
    }
}
