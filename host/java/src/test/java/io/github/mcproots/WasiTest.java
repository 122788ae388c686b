package io.github.mcproots;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import run.endive.runtime.Instance;
import run.endive.wasm.Parser;

@DisplayName("What the module gets of the machine")
class WasiTest {
    private static final int HERE = 2048;
    private static final int THERE = 4096;

    private Wasi wasi;
    private Instance instance;

    @BeforeEach
    void instantiate() {
        wasi = new Wasi();
        instance = Instance.builder(Parser.parse(new TestModule().bytes())).withImportValues(wasi.imports()).build();
    }

    private long call(String name, long... arguments) {
        return Arrays.stream(wasi.imports().functions())
                .filter(function -> function.name().equals(name))
                .findFirst()
                .orElseThrow()
                .handle()
                .apply(instance, arguments)[0];
    }

    private long clock(int id) {
        assertEquals(0, call("clock_time_get", id, 0, HERE));
        return instance.memory().readLong(HERE);
    }

    @Test
    void the_monotonic_clock_is_real_and_never_0() throws InterruptedException {
        long first = clock(1);
        long before = System.nanoTime();
        Thread.sleep(20);
        long slept = System.nanoTime() - before;
        long second = clock(1);
        assertTrue(first > 0);
        assertTrue(second - first >= slept, "the clock goes on while nobody reads it");
        long last = second;
        for (int i = 0; i < 1000; i++) {
            long now = clock(1);
            assertTrue(now >= last);
            last = now;
        }
    }

    @Test
    void the_other_clock_tells_the_time() {
        assertEquals(System.currentTimeMillis(), clock(0) / 1_000_000, 60_000);
    }

    @Test
    void there_are_no_arguments_and_no_environment() {
        for (String name : new String[] {"args_sizes_get", "environ_sizes_get"}) {
            instance.memory().writeI32(HERE, 7);
            instance.memory().writeI32(THERE, 7);
            assertEquals(0, call(name, HERE, THERE));
            assertEquals(0, instance.memory().readInt(HERE));
            assertEquals(0, instance.memory().readInt(THERE));
        }
        assertEquals(10, wasi.imports().functions().length);
    }

    @Test
    void random_bytes_differ_each_time() {
        assertEquals(0, call("random_get", HERE, 16));
        assertEquals(0, call("random_get", THERE, 16));
        byte[] first = instance.memory().readBytes(HERE, 16);
        assertTrue(!Arrays.equals(first, instance.memory().readBytes(THERE, 16)));
        assertTrue(IntStream.range(0, 16).anyMatch(i -> first[i] != 0));
        assertEquals(28, call("random_get", HERE, -1));
    }

    @Test
    void nothing_but_standard_error_can_be_written() {
        instance.memory().writeI32(HERE, THERE);
        instance.memory().writeI32(HERE + 4, 3);
        instance.memory().write(THERE, new byte[] {'a', 'b', 'c'});
        assertEquals(8, call("fd_write", 1, HERE, 1, 0));
        assertEquals(8, call("fd_write", 3, HERE, 1, 0));
        assertEquals(0, call("fd_write", 2, HERE, 1, 0));
        assertEquals(3, instance.memory().readInt(0));
        assertEquals("abc", wasi.stderr());
    }

    @Test
    void what_is_written_is_kept_up_to_8_kib() {
        instance.memory().writeI32(HERE, THERE);
        instance.memory().writeI32(HERE + 4, 5000);
        for (int i = 0; i < 3; i++) {
            assertEquals(0, call("fd_write", 2, HERE, 1, 0));
            assertEquals(5000, instance.memory().readInt(0));
        }
        assertEquals(8 << 10, wasi.stderr().length());
    }

    @Test
    void a_wait_ends_at_once_with_its_event() {
        instance.memory().writeLong(HERE, 99);
        assertEquals(0, call("poll_oneoff", HERE, THERE, 1, 0));
        assertEquals(1, instance.memory().readInt(0));
        assertEquals(99, instance.memory().readLong(THERE));
        assertArrayEquals(new byte[24], instance.memory().readBytes(THERE + 8, 24));
    }

    @Test
    void addresses_outside_the_memory_are_a_fault() {
        assertThrows(RuntimeException.class, () -> call("clock_time_get", 1, 0, -8));
        assertThrows(RuntimeException.class, () -> call("random_get", 3 << 16, 1));
        assertThrows(RuntimeException.class, () -> call("poll_oneoff", HERE, -32, 1, 0));
    }
}
