package io.github.mcproots;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A module put together by hand that speaks ABI 1 and fails on demand: every operation looks at the first
 * byte of its input.
 *
 * <ul>
 *   <li>{@code T} writes to standard error and traps
 *   <li>{@code X} ends itself by {@code proc_exit}
 *   <li>{@code R} recurses without end
 *   <li>{@code L} loops without end
 *   <li>{@code 0} answers as if its ABI had been misused
 *   <li>{@code B} answers with 0xffffffff bytes
 *   <li>anything else is answered {@code {"ok":true,"value":true}}
 * </ul>
 */
final class TestModule {
    private static final int INPUT = 0x10000; // the second of three pages, and the third
    private static final int OUTPUT = 256;
    private static final int VECTOR = 512; // fd_write's argument: an address and a length
    private static final int MESSAGE = 1024;

    private int abi = 1 << 16;
    private String without = "";
    private String answer = "{\"ok\":true,\"value\":true}";
    private byte[] message = "fatal error: asked for\nand more\n".getBytes(StandardCharsets.UTF_8);

    /** The module as it ships, interpreted. */
    static Roots.Builder shipped() {
        return Roots.builder().module(shippedBytes());
    }

    static byte[] shippedBytes() {
        try (InputStream wasm = TestModule.class.getResourceAsStream("/roots.wasm")) {
            return wasm.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    TestModule abi(int major, int minor) {
        abi = major << 16 | minor;
        return this;
    }

    TestModule without(String export) {
        without = export;
        return this;
    }

    TestModule answering(String answer) {
        this.answer = answer;
        return this;
    }

    TestModule writing(byte[] message) {
        this.message = message;
        return this;
    }

    Roots.Builder builder() {
        return Roots.builder().module(bytes());
    }

    // WebAssembly 2.0, section 5: the binary format.

    private static final int I32 = 0x7f;
    private static final int FUNCTION = 0;
    private static final int MEMORY = 2;
    private static final byte[] END = {0x0b};

    byte[] bytes() {
        // Function indexes: 0 and 1 are imported, the rest are in the order of the code section.
        int writes = 0;
        int exits = 1;
        int initialize = 2;
        int version = 3;
        int input = 4;
        int output = 5;
        int operation = 6;

        List<byte[]> exports = new ArrayList<>();
        export(exports, "memory", MEMORY, 0);
        export(exports, "_initialize", FUNCTION, initialize);
        export(exports, "abi_version", FUNCTION, version);
        export(exports, "input", FUNCTION, input);
        export(exports, "output", FUNCTION, output);
        for (Operation each : Operation.values()) {
            export(exports, each.export, FUNCTION, operation);
        }

        byte[] trap = join(
                constant(2), constant(VECTOR), constant(1), constant(VECTOR + 8), call(writes),
                new byte[] {0x1a}, // drop
                new byte[] {0x00}); // unreachable
        byte[] answers = join(
                on('T', trap),
                on('X', join(constant(3), call(exits))),
                on('R', join(constant(0), call(operation), new byte[] {0x0f})), // return
                on('L', new byte[] {0x03, 0x40, 0x0c, 0x00, 0x0b}), // loop br 0 end
                on('0', join(constant(0), new byte[] {0x0f})),
                on('B', join(constant(-1), new byte[] {0x0f})),
                constant(answer.getBytes(StandardCharsets.UTF_8).length));

        return join(
                new byte[] {0, 'a', 's', 'm', 1, 0, 0, 0},
                section(1, vector(List.of(type(0, 0), type(0, 1), type(1, 1), type(4, 1), type(1, 0)))),
                section(2, vector(List.of(imported("fd_write", 3), imported("proc_exit", 4)))),
                section(3, vector(List.of(number(0), number(1), number(2), number(1), number(2)))),
                section(5, vector(List.of(new byte[] {0, 3}))),
                section(7, vector(exports)),
                section(10, vector(List.of(
                        body(new byte[0]), body(constant(abi)), body(constant(INPUT)), body(constant(OUTPUT)), body(answers)))),
                section(11, vector(List.of(
                        data(OUTPUT, answer.getBytes(StandardCharsets.UTF_8)),
                        data(VECTOR, little(MESSAGE, message.length)),
                        data(MESSAGE, message)))));
    }

    private void export(List<byte[]> exports, String name, int kind, int index) {
        if (!name.equals(without)) {
            exports.add(join(name(name), new byte[] {(byte) kind}, number(index)));
        }
    }

    private static byte[] on(char first, byte[] code) {
        return join(
                constant(INPUT), new byte[] {0x2d, 0, 0}, // i32.load8_u
                constant(first), new byte[] {0x46}, // i32.eq
                new byte[] {0x04, 0x40}, code, END); // if
    }

    private static byte[] constant(int value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(0x41);
        while (true) {
            int low = value & 0x7f;
            value >>= 7;
            if (value == 0 && (low & 0x40) == 0 || value == -1 && (low & 0x40) != 0) {
                bytes.write(low);
                return bytes.toByteArray();
            }
            bytes.write(low | 0x80);
        }
    }

    private static byte[] call(int function) {
        return join(new byte[] {0x10}, number(function));
    }

    private static byte[] type(int parameters, int results) {
        return join(new byte[] {0x60}, i32s(parameters), i32s(results));
    }

    private static byte[] i32s(int count) {
        List<byte[]> types = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            types.add(new byte[] {I32});
        }
        return vector(types);
    }

    private static byte[] imported(String name, int type) {
        return join(name("wasi_snapshot_preview1"), name(name), new byte[] {FUNCTION}, number(type));
    }

    private static byte[] body(byte[] code) {
        byte[] all = join(number(0), code, END); // no locals
        return join(number(all.length), all);
    }

    private static byte[] data(int address, byte[] bytes) {
        return join(number(0), constant(address), END, number(bytes.length), bytes);
    }

    private static byte[] section(int id, byte[] content) {
        return join(new byte[] {(byte) id}, number(content.length), content);
    }

    private static byte[] vector(List<byte[]> items) {
        return join(number(items.size()), join(items.toArray(byte[][]::new)));
    }

    private static byte[] name(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        return join(number(bytes.length), bytes);
    }

    private static byte[] little(int... values) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int value : values) {
            for (int shift = 0; shift < 32; shift += 8) {
                bytes.write(value >>> shift);
            }
        }
        return bytes.toByteArray();
    }

    private static byte[] number(int value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (; value > 0x7f; value >>>= 7) {
            bytes.write(value & 0x7f | 0x80);
        }
        bytes.write(value);
        return bytes.toByteArray();
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            bytes.writeBytes(part);
        }
        return bytes.toByteArray();
    }
}
