package io.github.mcproots;

import com.google.gson.annotations.SerializedName;

/** How bad a finding is. Only an error makes a message invalid. */
public enum Severity {
    @SerializedName("error")
    ERROR,
    @SerializedName("warning")
    WARNING,
    @SerializedName("info")
    INFO
}
