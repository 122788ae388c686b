package io.github.mcproots;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.List;
import run.endive.runtime.HostFunction;
import run.endive.runtime.ImportValues;
import run.endive.runtime.Memory;
import run.endive.runtime.WasmFunctionHandle;
import run.endive.wasm.types.FunctionType;
import run.endive.wasm.types.ValType;

/**
 * The ten functions of WASI preview 1 that a reactor built by Go imports, and no others: there is no way
 * to files, arguments or the environment. One per instance.
 */
final class Wasi {
    private static final long[] SUCCESS = {0};
    private static final long[] BADF = {8};
    private static final long[] INVAL = {28};

    private static final int STDERR = 2;
    private static final int KEPT = 8 << 10;
    private static final int MOST_RANDOM = 64 << 10;

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final long START = System.nanoTime();

    private final ByteArrayOutputStream stderr = new ByteArrayOutputStream();

    /** The module ended itself by {@code proc_exit}. */
    static final class Exit extends RuntimeException {
        private static final long serialVersionUID = 1;

        Exit(int status) {
            super("exit status " + status);
        }
    }

    /** The beginning of what was written to standard error. */
    String stderr() {
        return stderr.toString(StandardCharsets.UTF_8);
    }

    ImportValues imports() {
        return ImportValues.builder()
                .addFunction(
                        function("sched_yield", "", (instance, a) -> SUCCESS),
                        function("args_get", "ii", (instance, a) -> SUCCESS),
                        function("args_sizes_get", "ii", (instance, a) -> none(instance.memory(), a)),
                        function("environ_get", "ii", (instance, a) -> SUCCESS),
                        function("environ_sizes_get", "ii", (instance, a) -> none(instance.memory(), a)),
                        function("clock_time_get", "iIi", (instance, a) -> clock(instance.memory(), a)),
                        function("random_get", "ii", (instance, a) -> random(instance.memory(), a)),
                        function("fd_write", "iiii", (instance, a) -> write(instance.memory(), a)),
                        function("poll_oneoff", "iiii", (instance, a) -> poll(instance.memory(), a)),
                        new HostFunction(
                                MODULE, "proc_exit", FunctionType.of(List.of(ValType.I32), List.of()), (instance, a) -> {
                                    throw new Exit((int) a[0]);
                                }))
                .build();
    }

    private static final String MODULE = "wasi_snapshot_preview1";

    private static HostFunction function(String name, String parameters, WasmFunctionHandle handle) {
        List<ValType> types = parameters.chars().mapToObj(c -> c == 'I' ? ValType.I64 : ValType.I32).toList();
        return new HostFunction(MODULE, name, FunctionType.of(types, List.of(ValType.I32)), handle);
    }

    private static long[] none(Memory memory, long[] a) {
        memory.writeI32((int) a[0], 0);
        memory.writeI32((int) a[1], 0);
        return SUCCESS;
    }

    // Go's collector paces itself by the clock and its start takes 0 for a clock that fails; System.nanoTime
    // may be 0 or below.
    private static long[] clock(Memory memory, long[] a) {
        boolean realtime = a[0] == 0;
        long now = realtime ? System.currentTimeMillis() * 1_000_000 : System.nanoTime() - START + 1;
        memory.writeLong((int) a[2], now);
        return SUCCESS;
    }

    private static long[] random(Memory memory, long[] a) {
        int size = (int) a[1];
        if (size < 0 || size > MOST_RANDOM) {
            return INVAL;
        }
        byte[] bytes = new byte[size];
        RANDOM.nextBytes(bytes);
        memory.write((int) a[0], bytes);
        return SUCCESS;
    }

    private long[] write(Memory memory, long[] a) {
        if (a[0] != STDERR) {
            return BADF;
        }
        int vectors = (int) a[1];
        int written = 0;
        for (int i = 0; i < (int) a[2]; i++) {
            int size = memory.readInt(vectors + 8 * i + 4);
            int kept = Math.min(size, KEPT - stderr.size());
            if (kept > 0) {
                stderr.writeBytes(memory.readBytes(memory.readInt(vectors + 8 * i), kept));
            }
            written += size;
        }
        memory.writeI32((int) a[3], written);
        return SUCCESS;
    }

    // Every subscription is answered at once. Go sleeps here only while it reports its own end, and an error
    // would hide that report.
    private static long[] poll(Memory memory, long[] a) {
        int subscriptions = (int) a[2];
        for (int i = 0; i < subscriptions; i++) {
            long userdata = memory.readLong((int) a[0] + 48 * i);
            byte[] event = new byte[32];
            memory.write((int) a[1] + 32 * i, event);
            memory.writeLong((int) a[1] + 32 * i, userdata);
        }
        memory.writeI32((int) a[3], subscriptions);
        return SUCCESS;
    }
}
