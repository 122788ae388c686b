package io.github.mcproots;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;

/**
 * Answers the vectors that every engine must answer alike, byte for byte.
 *
 * <p>Arguments: the file, and {@code compiled} or {@code interpreted}.
 */
final class Vectors {
    private static final int SHOWN = 20; // failures that are named one by one

    private Vectors() {}

    public static void main(String[] args) throws IOException {
        if (args.length != 2 || !(args[1].equals("compiled") || args[1].equals("interpreted"))) {
            System.err.println("usage: Vectors FILE compiled|interpreted");
            System.exit(2);
        }
        int passed = 0;
        int failed = 0;
        try (Roots roots = args[1].equals("compiled") ? Roots.open() : TestModule.shipped().open();
                var lines = Files.lines(Path.of(args[0]))) {
            for (String line : (Iterable<String>) lines::iterator) {
                if (line.isBlank()) {
                    continue;
                }
                JsonObject vector = JsonParser.parseString(line).getAsJsonObject();
                if (holds(roots, vector)) {
                    passed++;
                } else if (++failed <= SHOWN) {
                    System.out.println("FAIL " + text(vector, "op") + ": " + text(vector, "name"));
                }
            }
        }
        System.out.println("java: " + passed + " passed, " + failed + " failed");
        System.exit(failed > 0 || passed == 0 ? 1 : 0);
    }

    private static boolean holds(Roots roots, JsonObject vector) {
        byte[] input = vector.has("base64")
                ? Base64.getDecoder().decode(text(vector, "base64"))
                : Document.utf8(text(vector, "input"));
        byte[] expected = text(vector, "output").getBytes(StandardCharsets.UTF_8);
        try {
            return Arrays.equals(roots.call(text(vector, "op"), input), expected);
        } catch (RootsException | IllegalArgumentException e) {
            System.out.println(e);
            return false;
        }
    }

    private static String text(JsonObject vector, String member) {
        return vector.get(member).getAsString();
    }
}
