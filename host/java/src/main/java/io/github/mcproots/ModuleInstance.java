package io.github.mcproots;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import run.endive.runtime.ExportFunction;
import run.endive.runtime.Instance;
import run.endive.runtime.Memory;

/**
 * The module with a memory of its own, called through ABI 1. It serves one caller at a time, and none after
 * an exception.
 */
final class ModuleInstance {
    private static final byte[] TRUE = (Json.VALUE + "true").getBytes(StandardCharsets.US_ASCII);
    private static final byte[] FALSE = (Json.VALUE + "false").getBytes(StandardCharsets.US_ASCII);

    private static final int SMALL = 64 << 10; // inputs up to this size share a buffer, which saves a call
    private static final int LARGE = 1 << 20; // a larger buffer is given back to the module
    private static final int HEAVY_PAGES = 1024; // 64 MiB, beyond which an instance isn't kept

    // What Go's runtime prints of its own end; of a panic, only the kind that can't hold anything of the input.
    private static final String[] SAFE = {"fatal error: ", "runtime: ", "panic: runtime error: "};

    private final Instance instance;
    private final Wasi wasi;
    private final ExportFunction input;
    private final ExportFunction output;
    private final Map<Operation, ExportFunction> operations = new EnumMap<>(Operation.class);

    private int address; // of the input buffer
    private int granted; // its size in bytes

    ModuleInstance(Instance instance, Wasi wasi) {
        this.instance = instance;
        this.wasi = wasi;
        input = instance.export("input");
        output = instance.export("output");
        for (Operation operation : Operation.values()) {
            operations.put(operation, instance.export(operation.export));
        }
    }

    /** Runs the module's own start, once and first, and returns its ABI version. */
    int initialize() {
        run("_initialize", instance.export("_initialize"));
        return run("abi_version", instance.export("abi_version"));
    }

    /** Answers one document with one document. */
    byte[] answer(Operation operation, byte[] document) {
        int length = carryOut(operation, document);
        return read(operation, length, length);
    }

    /**
     * Answers with the boolean in {@code value}, which the fixed order of members lets a prefix tell; null
     * where there is none, as in the answer to a call that failed.
     */
    Boolean verdict(Operation operation, byte[] document) {
        int length = carryOut(operation, document);
        byte[] head = read(operation, length, (int) Math.min(FALSE.length, Integer.toUnsignedLong(length)));
        if (Arrays.equals(head, FALSE)) {
            return false;
        }
        return head.length >= TRUE.length && Arrays.equals(head, 0, TRUE.length, TRUE, 0, TRUE.length) ? true : null;
    }

    /** Whether the instance is worth keeping: its memory never shrinks again. */
    boolean isLight() {
        return memory().pages() <= HEAVY_PAGES;
    }

    private int carryOut(Operation operation, byte[] document) {
        if (document.length > granted || granted > LARGE) {
            grant(Math.max(document.length, SMALL));
        }
        memory().write(address, document);
        int length = run(operation.export, operations.get(operation), document.length);
        if (length == 0) {
            throw new AbiException("the module refused a call of " + operation.export + " as a misuse of its ABI");
        }
        return length;
    }

    private void grant(int size) {
        granted = 0;
        address = run("input", input, size);
        if (address == 0) {
            throw new AbiException("the module gives no room for " + size + " bytes of input");
        }
        requireInside("input", address, size);
        granted = size;
    }

    private byte[] read(Operation operation, int length, int wanted) {
        int start = run("output", output);
        requireInside(operation.export, start, length);
        return memory().readBytes(start, wanted);
    }

    // Addresses and lengths are unsigned (ABI 1).
    private void requireInside(String name, int start, int length) {
        long end = Integer.toUnsignedLong(start) + Integer.toUnsignedLong(length);
        if (end > (long) memory().pages() * Memory.PAGE_SIZE) {
            throw new AbiException("the module's answer to " + name + " lies outside its memory");
        }
    }

    private Memory memory() {
        return instance.memory();
    }

    private int run(String name, ExportFunction function, long... arguments) {
        try {
            long[] results = function.apply(arguments);
            return results == null || results.length == 0 ? 0 : (int) results[0];
        } catch (RuntimeException | StackOverflowError e) {
            throw new EngineException(name + ": the module stopped" + why(), e);
        } catch (OutOfMemoryError e) {
            throw new EngineException(name + ": the JVM's heap has no more memory for the module", e);
        } catch (LinkageError e) { // the JVM loads classes when they are first needed
            throw new EngineException(name + ": the classes of the module are missing or damaged: get the jar anew", e);
        }
    }

    private String why() {
        for (String line : wasi.stderr().split("\n")) {
            for (String safe : SAFE) {
                if (line.startsWith(safe)) {
                    return ": " + line.strip();
                }
            }
        }
        return Thread.currentThread().isInterrupted() ? ": its thread was interrupted" : "";
    }
}
