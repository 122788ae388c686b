package io.github.mcproots;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * Measures how long a verdict on a ListRootsResult takes, beside the official Java SDK reading the same
 * bytes into its own type, on one thread: the first verdict of a JVM (the median of several), and the later ones
 * (the fastest round of several, which other load on the machine disturbs least).
 *
 * <p>The SDK's side looks at the beginning of each URI as well, without which it would have no verdict; it
 * looks at nothing else of it.
 */
final class Benchmark {
    private static final int STARTS = 5;
    private static final int ROUNDS = 9;
    private static final long WARM_UP_NANOS = 6_000_000_000L; // HotSpot compiles step by step
    private static final long ROUND_NANOS = 300_000_000;
    private static final int[] SIZES = {1, 10, 1000};

    private enum Side {
        MCPROOTS,
        SDK;

        Predicate<byte[]> open() {
            if (this == MCPROOTS) {
                Roots roots = Roots.open();
                return roots::validResponse;
            }
            McpJsonMapper mapper = McpJsonDefaults.getMapper();
            return bytes -> {
                try {
                    McpSchema.ListRootsResult result = mapper.readValue(bytes, McpSchema.ListRootsResult.class);
                    return result.roots().stream().allMatch(root -> root.uri().startsWith("file://"));
                } catch (IOException e) {
                    return false;
                }
            };
        }
    }

    private Benchmark() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length == 1) {
            printFirstVerdict(Side.valueOf(args[0]));
            return;
        }
        System.out.printf(
                "Java %s on %s, %d processors%n",
                System.getProperty("java.version"), System.getProperty("os.arch"), Runtime.getRuntime().availableProcessors());
        System.out.println("                            mcproots      SDK types    mcproots / SDK");
        double[] starts = new double[2];
        for (Side side : Side.values()) {
            starts[side.ordinal()] = medianStart(side);
        }
        row("first verdict (ms)", starts, 1e6);
        Predicate<byte[]> mcproots = Side.MCPROOTS.open();
        Predicate<byte[]> sdk = Side.SDK.open();
        for (int size : SIZES) {
            byte[] document = document(size);
            measure(mcproots, document, WARM_UP_NANOS);
            measure(sdk, document, WARM_UP_NANOS);
            double[] best = {Double.MAX_VALUE, Double.MAX_VALUE};
            for (int round = 0; round < ROUNDS; round++) { // side by side, so that both see the same machine
                best[0] = Math.min(best[0], measure(mcproots, document, ROUND_NANOS));
                best[1] = Math.min(best[1], measure(sdk, document, ROUND_NANOS));
            }
            row(String.format("%4d roots, %6d B (us)", size, document.length), best, 1e3);
        }
        System.exit(0);
    }

    private static void row(String name, double[] nanos, double unit) {
        System.out.printf(Locale.ROOT, "%-24s %11.2f %14.2f %14.2f%n", name, nanos[0] / unit, nanos[1] / unit, nanos[0] / nanos[1]);
    }

    /** Nanoseconds that one verdict takes. */
    private static double measure(Predicate<byte[]> side, byte[] document, long duration) {
        long start = System.nanoTime();
        long now = start;
        int verdicts = 0;
        while (now - start < duration) {
            for (int i = 0; i < 10; i++, verdicts++) {
                if (!side.test(document)) {
                    throw new IllegalStateException("the document is valid");
                }
            }
            now = System.nanoTime();
        }
        return (double) (now - start) / verdicts;
    }

    private static void printFirstVerdict(Side side) {
        byte[] document = document(10);
        long start = System.nanoTime();
        boolean verdict = side.open().test(document);
        System.out.println(verdict ? System.nanoTime() - start : -1);
    }

    private static double medianStart(Side side) throws IOException, InterruptedException {
        double[] nanos = new double[STARTS];
        for (int i = 0; i < STARTS; i++) {
            Process child = new ProcessBuilder(
                            List.of(System.getProperty("java.home") + "/bin/java", "-cp", System.getProperty("java.class.path"),
                                    Benchmark.class.getName(), side.name()))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String printed = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            nanos[i] = Double.parseDouble(printed);
            if (child.waitFor() != 0 || nanos[i] < 0) {
                throw new IllegalStateException("no first verdict from " + side);
            }
        }
        return median(nanos);
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /** A list of roots of about 80 bytes each. */
    private static byte[] document(int size) {
        List<String> roots = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            roots.add(String.format("{\"uri\":\"file:///home/user/projects/service-%04d/src\",\"name\":\"Service number %04d\"}", i, i));
        }
        return ("{\"roots\":[" + String.join(",", roots) + "]}").getBytes(StandardCharsets.UTF_8);
    }
}
