package io.github.mcproots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("When the engine or its module fails")
class FailureTest {
    private static final String VALID = "{\"roots\":[{\"uri\":\"file:///home/ann\"}]}";
    private static final String YES = "{\"ok\":true,\"value\":true}";

    @Test
    void an_input_over_the_limit_is_refused_and_one_at_the_limit_is_not() {
        byte[] atLimit = VALID.getBytes();
        try (Roots roots = Roots.builder().maxInput(atLimit.length).open()) {
            assertTrue(roots.validResponse(atLimit));
            assertTrue(roots.validResponse(VALID));
            byte[] over = (VALID + " ").getBytes();
            TooLargeException refused = assertThrows(TooLargeException.class, () -> roots.validResponse(over));
            assertEquals(over.length, refused.size());
            assertEquals(atLimit.length, refused.limit());
            assertThrows(TooLargeException.class, () -> roots.validResponse(VALID + " "));
            assertThrows(TooLargeException.class, () -> roots.call("check", over));
            assertThrows(TooLargeException.class, () -> roots.check(VALID));
        }
    }

    @Test
    void a_text_is_measured_in_bytes_of_utf_8() {
        String text = "{\"roots\":[],\"_meta\":{\"é\":\"é\"}}";
        try (Roots roots = Roots.builder().maxInput(text.length() + 1).open()) {
            assertThrows(TooLargeException.class, () -> roots.validResponse(text));
        }
        try (Roots roots = Roots.builder().maxInput(text.length() + 2).open()) {
            assertTrue(roots.validResponse(text));
        }
    }

    @Test
    void a_trap_is_no_verdict_and_the_next_call_gets_a_fresh_instance() {
        try (Roots roots = new TestModule().builder().instances(1).open()) {
            for (int i = 0; i < 3; i++) {
                EngineException trap = assertThrows(EngineException.class, () -> roots.validResponse("T secret"));
                assertEquals("mcproots: valid_response: the module stopped: fatal error: asked for", trap.getMessage());
                assertTrue(roots.validResponse("fine"));
                assertEquals(YES, roots.call("check", "fine"));
            }
        }
    }

    @Test
    void a_message_of_the_module_that_may_hold_input_stays_out_of_the_exceptions_message() {
        try (Roots roots = new TestModule().writing("panic: secret".getBytes()).builder().open()) {
            EngineException trap = assertThrows(EngineException.class, () -> roots.call("check", "T"));
            assertEquals("mcproots: check: the module stopped", trap.getMessage());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"X", "R"})
    void an_exit_and_a_recursion_without_end_are_engine_faults_too(String input) {
        try (Roots roots = new TestModule().builder().instances(1).open()) {
            assertThrows(EngineException.class, () -> roots.call("check", input));
            assertThrows(EngineException.class, () -> roots.validResponse(input));
            assertTrue(roots.validResponse("fine"));
        }
    }

    @Test
    void memory_that_runs_out_in_the_real_module_is_an_engine_fault() {
        String many = "{\"roots\":[" + ("{\"uri\":\"file:///home/ann\"},").repeat(400_000) + "{\"uri\":\"file:///\"}]}";
        try (Roots roots = Roots.builder().memoryLimit(8 << 20).instances(1).open()) {
            EngineException fault = assertThrows(EngineException.class, () -> roots.validResponse(many));
            assertTrue(fault.getMessage().contains("out of memory"), fault.getMessage());
            assertTrue(roots.validResponse(VALID));
        }
    }

    @Test
    void a_memory_limit_below_what_the_module_starts_with_is_an_engine_fault() {
        EngineException refused =
                assertThrows(EngineException.class, () -> Roots.builder().memoryLimit(64 << 10).open());
        assertTrue(refused.getMessage().startsWith("mcproots: "), refused.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"2.0", "0.9", "0.0"})
    void a_module_of_another_major_abi_is_refused(String version) {
        String[] numbers = version.split("\\.");
        TestModule module = new TestModule().abi(Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]));
        AbiException refused = assertThrows(AbiException.class, () -> module.builder().open());
        assertTrue(refused.getMessage().contains("ABI " + version), refused.getMessage());
    }

    @Test
    void a_module_of_a_later_minor_abi_is_accepted() {
        try (Roots roots = new TestModule().abi(1, 7).builder().open()) {
            assertTrue(roots.validResponse("fine"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "_initialize", "abi_version", "input", "output", "valid_response", "scope"})
    void a_module_that_lacks_an_export_is_refused(String export) {
        AbiException refused =
                assertThrows(AbiException.class, () -> new TestModule().without(export).builder().open());
        assertTrue(refused.getMessage().endsWith("export " + export), refused.getMessage());
    }

    @Test
    void a_truncated_module_is_refused_wherever_it_ends() {
        byte[] whole = TestModule.shippedBytes();
        for (int length : new int[] {0, 1, 7, 8, 9, 100, 10_000, whole.length / 2, whole.length - 1}) {
            byte[] part = Arrays.copyOf(whole, length);
            assertThrows(AbiException.class, () -> Roots.builder().module(part).open(), () -> length + " bytes");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "not a module", "{}", "\u007fELF", "\0asm\r\0\1\0"})
    void what_is_no_module_is_refused(String bytes) {
        byte[] module = bytes.getBytes(StandardCharsets.ISO_8859_1);
        AbiException refused = assertThrows(AbiException.class, () -> Roots.builder().module(module).open());
        assertEquals("mcproots: the module isn't complete WebAssembly that Endive can read", refused.getMessage());
    }

    @Test
    void an_empty_module_is_refused() {
        byte[] empty = {0, 'a', 's', 'm', 1, 0, 0, 0};
        AbiException refused = assertThrows(AbiException.class, () -> Roots.builder().module(empty).open());
        assertTrue(refused.getMessage().endsWith("doesn't export memory"), refused.getMessage());
    }

    @Test
    void an_answer_of_no_length_is_refused() {
        try (Roots roots = new TestModule().builder().open()) {
            assertThrows(AbiException.class, () -> roots.call("check", "0"));
            assertTrue(roots.validResponse("fine"));
        }
    }

    @Test
    void a_length_is_unsigned_and_an_answer_outside_the_memory_is_refused() {
        try (Roots roots = new TestModule().builder().open()) {
            assertThrows(AbiException.class, () -> roots.call("check", "B"));
            assertThrows(AbiException.class, () -> roots.validResponse("B"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "{\"ok\":true,\"value\":\"true\"}", "{\"ok\":true}", "{\"ok\":true,\"value\":null}", "{}", "[]", "null", "true",
        "{\"ok\":true,\"value\":tru", "{\"ok\":false}", "{\"ok\":true,\"value\":{\"verdict\":true}}", "{\"ok\":true,\"value\":[]}"
    })
    void an_answer_without_a_verdict_is_never_a_yes(String answer) {
        try (Roots roots = new TestModule().answering(answer).builder().open()) {
            assertThrows(AbiException.class, () -> roots.validResponse("fine"));
            assertThrows(AbiException.class, () -> roots.validateRequest("{}"));
        }
    }

    @Test
    void an_answer_of_an_unknown_verdict_is_refused() {
        String answer = "{\"ok\":true,\"value\":[{\"verdict\":\"perhaps\",\"reason\":\"x\"}]}";
        try (Roots roots = new TestModule().answering(answer).builder().open()) {
            assertThrows(AbiException.class, () -> roots.contains(List.of(Root.ofPath("/a")), List.of("/a/b")));
        }
    }

    @Test
    void a_failed_call_tells_its_code_its_message_and_its_diagnostics() {
        String answer = "{\"ok\":false,\"error\":{\"code\":-32602,\"message\":\"no\"},\"diagnostics\":[{\"code\":\"a\","
                + "\"severity\":\"error\",\"pointer\":\"/b\",\"offset\":1,\"line\":2,\"column\":3,\"message\":\"m\","
                + "\"args\":{\"limit\":5,\"scheme\":\"x\"}}]}";
        try (Roots roots = new TestModule().answering(answer).builder().open()) {
            CallException failed = assertThrows(CallException.class, () -> roots.validResponse("fine"));
            assertEquals(-32602, failed.code());
            assertEquals("no", failed.reason());
            Diagnostic diagnostic = failed.diagnostics().get(0);
            assertEquals(Severity.ERROR, diagnostic.severity());
            assertEquals("/b", diagnostic.pointer());
            assertEquals(5L, diagnostic.args().get("limit"));
            assertEquals(List.of(), diagnostic.spec());
            assertEquals(answer, roots.call("check", "fine"));
        }
    }

    @Test
    void an_interrupted_thread_gets_an_engine_fault_and_the_next_call_an_answer() throws Exception {
        try (Roots roots = new TestModule().builder().instances(1).open()) {
            var thread = Executors.newSingleThreadExecutor();
            try {
                Future<String> endless = thread.submit(() -> roots.call("check", "L"));
                TimeUnit.MILLISECONDS.sleep(200);
                thread.shutdownNow();
                ExecutionException ended = assertThrows(ExecutionException.class, () -> endless.get(30, TimeUnit.SECONDS));
                assertInstanceOf(EngineException.class, ended.getCause());
                assertTrue(ended.getCause().getMessage().endsWith("interrupted"), ended.getCause().getMessage());
            } finally {
                thread.shutdownNow();
            }
            assertTrue(roots.validResponse("fine"));
        }
    }

    @Test
    void an_interrupted_thread_doesnt_wait_for_an_instance() {
        try (Roots roots = new TestModule().builder().open()) {
            Thread.currentThread().interrupt();
            assertThrows(EngineException.class, () -> roots.validResponse("fine"));
            assertTrue(Thread.interrupted());
        }
    }

    @Test
    void after_close_calls_are_refused() {
        Roots roots = new TestModule().builder().open();
        roots.close();
        assertThrows(IllegalStateException.class, () -> roots.validResponse("fine"));
        roots.close();
    }

    @Test
    void an_operation_that_doesnt_exist_is_refused_by_its_caller() {
        try (Roots roots = new TestModule().builder().open()) {
            assertThrows(IllegalArgumentException.class, () -> roots.call("input", "fine"));
            assertThrows(IllegalArgumentException.class, () -> roots.call("validResponse", "fine"));
        }
    }

    @Test
    void eight_threads_at_once_get_the_answers_to_their_own_questions() throws Exception {
        try (Roots roots = Roots.builder().instances(3).open()) {
            List<Callable<Integer>> callers = new ArrayList<>();
            for (int t = 0; t < 8; t++) {
                int caller = t;
                callers.add(() -> {
                    int right = 0;
                    for (int i = 0; i < 200; i++) {
                        String path = "/caller-" + caller + "/" + i;
                        String uri = roots.toUri(List.of(path), Platform.POSIX).value().get(0).uri();
                        boolean valid = roots.validResponse("{\"roots\":[{\"uri\":\"" + (i % 2 == 0 ? "file" : "http") + "://" + path + "\"}]}");
                        right += uri.equals("file://" + path) && valid == (i % 2 == 0) ? 1 : 0;
                    }
                    return right;
                });
            }
            var threads = Executors.newFixedThreadPool(callers.size());
            try {
                for (Future<Integer> right : threads.invokeAll(callers)) {
                    assertEquals(200, right.get());
                }
            } finally {
                threads.shutdownNow();
            }
        }
    }

    @Test
    void traps_in_one_thread_leave_the_others_their_answers() throws Exception {
        try (Roots roots = new TestModule().builder().instances(2).open()) {
            List<Callable<Integer>> callers = new ArrayList<>();
            for (int t = 0; t < 8; t++) {
                boolean trapping = t % 2 == 0;
                callers.add(() -> {
                    int right = 0;
                    for (int i = 0; i < 50; i++) {
                        try {
                            right += roots.call("check", trapping ? "T" : "fine").equals(YES) && !trapping ? 1 : 0;
                        } catch (EngineException e) {
                            right += trapping ? 1 : 0;
                        }
                    }
                    return right;
                });
            }
            var threads = Executors.newFixedThreadPool(callers.size());
            try {
                for (Future<Integer> right : threads.invokeAll(callers)) {
                    assertEquals(50, right.get());
                }
            } finally {
                threads.shutdownNow();
            }
        }
    }
}
