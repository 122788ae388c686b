package io.github.mcproots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The operations, answered by the real module")
class RootsTest {
    private static final String REQUEST = "{\"method\":\"roots/list\",\"params\":{}}";
    private static final String RESULT = "{\"roots\":[{\"uri\":\"file:///home/ann/app\",\"name\":\"App\"}]}";

    private static Roots roots;

    @BeforeAll
    static void open() {
        roots = Roots.open();
    }

    @AfterAll
    static void close() {
        roots.close();
    }

    @Test
    void list_is_bare_in_the_newest_revision_and_json_rpc_before() {
        assertEquals(REQUEST, roots.list().value());
        assertEquals(
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"roots/list\",\"params\":{\"_meta\":{\"a\":1.50}}}",
                roots.list(Revision.V2025_11_25, 7, "{\"a\":1.50}").value());
        CallException failed = assertThrows(CallException.class, () -> roots.list(Revision.V2025_11_25, null, null));
        assertEquals(-32602, failed.code());
        assertFalse(failed.diagnostics().isEmpty());
        assertTrue(failed.getMessage().endsWith("(-32602): input-member-missing at id"), failed.getMessage());
        CallException removed = assertThrows(CallException.class, () -> roots.listChanged(Revision.V2026_07_28));
        assertTrue(removed.getMessage().endsWith("(-32601): list-changed-removed at /revision"), removed.getMessage());
    }

    @Test
    void validateRequest_tells_a_bare_request_from_another() {
        assertTrue(roots.validateRequest(REQUEST).value());
        assertFalse(roots.validateRequest("{\"method\":\"roots/list\",\"params\":[]}").value());
        assertTrue(roots.validateRequest("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"roots/list\"}", Revision.V2025_06_18).value());
    }

    @Test
    void supported_refuses_a_client_without_the_capability() {
        assertTrue(roots.supported(REQUEST, "{\"roots\":{}}").value());
        Answer<Boolean> refused = roots.supported(REQUEST, "{}");
        assertFalse(refused.value());
        assertEquals(-32021, refused.refusal().code());
        assertTrue(refused.refusal().data().contains("\"requiredCapabilities\":{\"roots\":{}}"), refused.refusal().data());
    }

    @Test
    void response_gives_the_submitted_bytes_untouched() {
        String submitted = "{ \"roots\" : [ {\"uri\":\"file:///\\u0061\", \"_meta\": {\"n\": 1.500e1}} ] }";
        Response ok = roots.response("{\"r\":" + submitted + ",\"s\":{}}", "r", REQUEST).value();
        assertEquals(Response.Status.OK, ok.status());
        assertEquals(submitted, ok.result());
    }

    @Test
    void response_tells_a_missing_answer_and_a_wrong_one() {
        assertEquals(Response.Status.MISSING, roots.response("{}", "r", REQUEST).value().status());
        Response wrong = roots.response("{\"r\":{\"roots\":\"secret\"}}", "r", REQUEST).value();
        assertEquals(Response.Status.ERROR, wrong.status());
        assertEquals(-32602, wrong.error().code());
        assertNull(wrong.result());
        assertFalse(wrong.toString().contains("secret"));
    }

    @Test
    void validResponse_takes_text_and_bytes() {
        assertTrue(roots.validResponse(RESULT));
        assertTrue(roots.validResponse(RESULT.getBytes(StandardCharsets.UTF_8)));
        assertFalse(roots.validResponse("{\"roots\":[{\"uri\":\"https://example.org\"}]}"));
        assertFalse(roots.validResponse("{\"roots\":null}"));
    }

    @Test
    void validResponse_says_no_to_what_is_no_json_or_no_utf_8() {
        byte[] notUtf8 = RESULT.getBytes(StandardCharsets.UTF_8);
        notUtf8[30] = (byte) 0xff;
        for (byte[] document : List.of(notUtf8, new byte[0], "{".getBytes(), "[".repeat(100_000).getBytes())) {
            assertFalse(isYes(document));
        }
        assertFalse(isYes(Document.utf8("{\"roots\":[{\"uri\":\"file:///a\",\"name\":\"\ud83d\"}]}")));
    }

    private static boolean isYes(byte[] document) {
        try {
            return roots.validResponse(document);
        } catch (CallException e) {
            assertEquals(-32700, e.code());
            return false;
        }
    }

    @Test
    void a_large_document_and_a_small_one_after_it_get_their_own_verdicts() {
        String large = "{\"roots\":[" + "{\"uri\":\"file:///home/ann/app\"},".repeat(250_000) + "{\"uri\":\"file:///\"}]}";
        assertTrue(large.length() > 6 << 20);
        assertTrue(roots.validResponse(large));
        assertFalse(roots.validResponse(large.substring(0, large.length() - 2) + "}"));
        assertTrue(roots.validResponse(RESULT));
    }

    @Test
    void an_input_at_the_default_limit_is_answered_within_the_default_memory() {
        byte[] document = new byte[16 << 20];
        Arrays.fill(document, (byte) ' ');
        byte[] result = RESULT.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(result, 0, document, document.length - result.length, result.length);
        assertTrue(roots.validResponse(document));
        assertEquals("- file:///home/ann/app (App)", roots.describe(new String(document, StandardCharsets.UTF_8)).value());
    }

    @Test
    void check_lists_the_roots_and_what_is_wrong_with_them() {
        Answer<Check> answer = roots.check(
                "{\"roots\":[{\"uri\":\"file:///C:/Work\"},\n{\"uri\":\"http://example.org/secret\"}]}",
                CheckOptions.DEFAULTS.platform(Platform.WINDOWS).kind("result").revision(Revision.V2025_11_25));
        Check check = answer.value();
        assertFalse(check.valid());
        assertEquals("result", check.kind());
        assertEquals("2025-11-25", check.revision());
        assertEquals(new Check.Root(0, true, "file:///C:/Work", "C:\\Work", "windows"), check.roots().get(0));
        assertFalse(check.roots().get(1).valid());
        assertEquals(1, check.summary().error());
        assertFalse(check.summary().truncated());
        Diagnostic wrong = answer.diagnostics().stream().filter(d -> d.severity() == Severity.ERROR).findFirst().orElseThrow();
        assertEquals("/roots/1/uri", wrong.pointer());
        assertEquals(2, wrong.line());
        assertFalse(wrong.toString().contains("secret"));
    }

    @Test
    void check_takes_its_options() {
        String raw = "{\"roots\":[{\"uri\":\"file:///a b\"}]}";
        assertFalse(roots.check(raw).value().valid());
        assertEquals(List.of(), roots.check(raw, CheckOptions.DEFAULTS.roots(false)).value().roots());
        assertTrue(roots.check(raw).diagnostics().stream().allMatch(d -> d.fix() == null));
        assertTrue(roots.check(raw, CheckOptions.DEFAULTS.values(true)).diagnostics().stream()
                .anyMatch(d -> "file:///a%20b".equals(d.fix())));
        String two = "{\"roots\":[{\"uri\":\"file:///a\"},{\"uri\":\"file:///b\"}]}";
        assertTrue(roots.check(two).value().summary().error() < roots.check(two, CheckOptions.DEFAULTS.maxRoots(1)).value().summary().error()
                || !roots.check(two, CheckOptions.DEFAULTS.maxRoots(1)).diagnostics().isEmpty());
        String lax = "{\"roots\":[{\"uri\":\"file:///a/../b\"}]}";
        assertFalse(roots.check(lax).value().valid());
        assertTrue(roots.check(lax, CheckOptions.DEFAULTS.profile(Profile.PROTOCOL)).value().valid());
    }

    @Test
    void check_of_a_text_that_is_no_json_is_a_verdict() {
        Answer<Check> answer = roots.check("{\"roots\":[");
        assertFalse(answer.value().valid());
        assertFalse(answer.diagnostics().isEmpty());
        assertFalse(roots.check("{}\u0000").value().valid());
        assertEquals(-32700, assertThrows(CallException.class, () -> roots.check("\"\ud83d\"")).code());
    }

    @Test
    void read_tells_a_server_what_it_wants_to_know() {
        String response = "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":" + RESULT + "}";
        Reading reading = roots.read(response, 3, Revision.V2025_11_25, Platform.POSIX).value();
        assertEquals(Reading.Status.OK, reading.status());
        assertEquals(new Reading.Root(0, "file:///home/ann/app", "/home/ann/app", "posix", "App"), reading.roots().get(0));
        assertEquals(Reading.Status.INVALID, roots.read(response, 4, Revision.V2025_11_25, Platform.POSIX).value().status());
        assertEquals(Reading.Status.EMPTY, roots.read("{\"roots\":[]}").value().status());
        assertEquals(
                Reading.Status.UNSUPPORTED,
                roots.read("{\"jsonrpc\":\"2.0\",\"id\":3,\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}").value().status());
        assertEquals(
                Reading.Status.REFUSED,
                roots.read("{\"jsonrpc\":\"2.0\",\"id\":3,\"error\":{\"code\":1,\"message\":\"no\"}}").value().status());
    }

    @Test
    void rules_explain_every_code_or_one() {
        List<Rule> all = roots.rules().value();
        assertTrue(all.size() > 20);
        for (Rule rule : all) {
            assertNotNull(rule.title());
        }
        Rule one = all.get(all.size() / 2);
        assertEquals(List.of(one), roots.rules(one.code()).value());
        assertEquals(-32602, assertThrows(CallException.class, () -> roots.rules("no-such-code")).code());
    }

    @Test
    void info_lists_the_operations_and_revisions_that_this_class_knows() {
        Info info = roots.info().value();
        assertEquals("mcproots", info.name());
        assertEquals(new Info.Abi(1, 0), info.abi());
        assertEquals(Arrays.stream(Operation.values()).map(o -> o.export).toList(), info.operations());
        assertEquals(Arrays.stream(Revision.values()).map(Revision::toString).toList(), info.revisions());
        assertEquals(256L << 20, info.limits().get("input"));
    }

    @Test
    void capabilities_are_what_a_client_declares() {
        assertEquals("{\"roots\":{}}", roots.capabilities(Revision.V2026_07_28).value());
        assertEquals("{\"roots\":{\"listChanged\":true}}", roots.capabilities(Revision.V2025_06_18, true).value());
    }

    @Test
    void result_is_built_in_canonical_uris() {
        List<Root> places = List.of(Root.ofPath("C:\\a b\\").named("A \"b\""), Root.ofUri("file:///c:/x"));
        assertEquals(
                "{\"roots\":[{\"uri\":\"file:///C:/a%20b\",\"name\":\"A \\\"b\\\"\"},{\"uri\":\"file:///C:/x\"}]}",
                roots.result(places, Platform.WINDOWS).value());
        assertEquals("{\"roots\":[]}", roots.result(List.of()).value());
        assertThrows(CallException.class, () -> roots.result(List.of(Root.ofPath("relative")), Platform.POSIX));
    }

    @Test
    void answer_is_the_clients_whole_reply() {
        String request = "{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"method\":\"roots/list\"}";
        assertEquals(
                "{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"result\":{\"roots\":[{\"uri\":\"file:///a\"}]}}",
                roots.answer(request, Revision.V2025_11_25, List.of(Root.ofPath("/a")), true, Platform.POSIX).value());
        assertTrue(roots.answer(request, Revision.V2025_11_25, null).value().contains("-32601"));
    }

    @Test
    void listChanged_is_a_notification_until_it_no_longer_exists() {
        assertEquals(
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/roots/list_changed\"}",
                roots.listChanged(Revision.V2025_11_25).value());
        assertEquals(-32601, assertThrows(CallException.class, () -> roots.listChanged(Revision.V2026_07_28)).code());
    }

    @Test
    void inputRequired_asks_or_refuses() {
        Answer<String> asks = roots.inputRequired(Map.of("r", REQUEST), "state", "{\"roots\":{}}", "tools/call");
        assertEquals(
                "{\"resultType\":\"input_required\",\"inputRequests\":{\"r\":" + REQUEST + "},\"requestState\":\"state\"}",
                asks.value());
        assertNull(asks.refusal());
        Answer<String> refuses = roots.inputRequired(Map.of("r", REQUEST), null, "{}", "tools/call");
        assertNull(refuses.value());
        assertEquals(-32021, refuses.refusal().code());
    }

    @Test
    void diff_tells_what_changed_and_whether_to_notify() {
        String before = "{\"roots\":[{\"uri\":\"file:///a\",\"name\":\"A\"},{\"uri\":\"file:///b\"}]}";
        String after = "[{\"uri\":\"file:///a\",\"name\":\"B\"},{\"uri\":\"file:///c\"}]";
        Diff diff = roots.diff(before, after, Revision.V2025_11_25, "{\"roots\":{\"listChanged\":true}}").value();
        assertTrue(diff.changed());
        assertTrue(diff.notificationDue());
        assertEquals(List.of(new Diff.Root(1, "file:///c", null)), diff.added());
        assertEquals(List.of(new Diff.Root(1, "file:///b", null)), diff.removed());
        assertEquals(List.of(new Diff.Renamed("file:///a", "A", "B")), diff.renamed());
        assertFalse(roots.diff(before, before).value().changed());
    }

    @Test
    void describe_is_safe_to_print() {
        assertEquals("- file:///home/ann/app (App)", roots.describe(RESULT).value());
        String sly = "{\"roots\":[{\"uri\":\"file:///a\",\"name\":\"\\u001b[31m\"}]}";
        assertFalse(roots.describe(sly).value().contains("\u001b"));
        assertEquals(-32602, assertThrows(CallException.class, () -> roots.describe("{}")).code());
    }

    @Test
    void toPath_and_toUri_are_each_others_inverse_or_say_why_not() {
        List<PathOrCode> paths = roots.toPath(List.of("file:///c:/a%20b", "file://evil/x"), Platform.WINDOWS).value();
        assertEquals(new PathOrCode(true, "C:\\a b", "file:///C:/a%20b", "windows", null), paths.get(0));
        assertFalse(paths.get(1).ok());
        assertNotNull(paths.get(1).code());
        List<UriOrCode> uris = roots.toUri(List.of("C:\\a b", "a"), Platform.WINDOWS).value();
        assertEquals(new UriOrCode(true, "file:///C:/a%20b", null), uris.get(0));
        assertFalse(uris.get(1).ok());
    }

    @Test
    void contains_says_yes_to_inside_alone() {
        List<Root> places = List.of(Root.ofPath("/home/ann"), Root.ofUri("file:///home/ann/app"));
        List<Containment> found = roots.contains(
                        places, List.of("/home/ann/app/src/a.c", "/home/anna", "/home/ann/app/../x", "relative"), Platform.POSIX, false)
                .value();
        assertTrue(found.get(0).inside());
        assertEquals(1, found.get(0).root());
        assertEquals(List.of("src", "a.c"), found.get(0).relative());
        assertEquals("outside-sibling-prefix", found.get(1).reason());
        assertEquals(Containment.Verdict.AMBIGUOUS, found.get(2).verdict());
        assertEquals(Containment.Verdict.INVALID, found.get(3).verdict());
        assertEquals(1, found.stream().filter(Containment::inside).count());
        assertFalse(roots.contains(List.of(), List.of("/")).value().get(0).inside());
    }

    @Test
    void scope_cuts_what_was_revealed_to_what_is_allowed() {
        List<Scope.Root> usable = roots.scope(
                        List.of(Root.ofPath("/home/ann"), Root.ofPath("/etc")),
                        List.of(Root.ofPath("/srv"), Root.ofPath("/home/ann/app")),
                        Platform.POSIX)
                .value()
                .roots();
        assertEquals(List.of(new Scope.Root("file:///home/ann/app", "/home/ann/app", 0, 1)), usable);
    }

    @Test
    void call_gives_the_exact_answer_even_to_a_call_that_failed() {
        assertEquals("{\"ok\":true,\"value\":" + REQUEST + "}", roots.call("list", "{}"));
        String failed = roots.call("list", "{\"revision\":1}");
        assertTrue(failed.startsWith("{\"ok\":false,\"error\":{\"code\":-32602,"), failed);
        assertTrue(new String(roots.call("list", new byte[0]), StandardCharsets.UTF_8).startsWith("{\"ok\":false,"));
    }

    @Test
    void an_instance_needs_no_more_memory_for_many_calls_than_for_a_few() {
        byte[] large = new byte[1_200_000];
        Arrays.fill(large, (byte) ' ');
        byte[] small = RESULT.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(small, 0, large, 0, small.length);
        try (Roots narrow = Roots.builder().memoryLimit(16 << 20).instances(1).open()) {
            // The large buffer is given back each time: ten times the memory that there is.
            for (int i = 0; i < 140; i++) {
                assertTrue(narrow.validResponse(large));
                assertTrue(narrow.validResponse(small));
            }
        }
    }

    @Test
    void the_interpreter_answers_like_the_compiled_module() {
        try (Roots interpreted = TestModule.shipped().instances(1).open()) {
            for (String document : List.of("{\"text\":\"{\\\"roots\\\":[{\\\"uri\\\":\\\"file:///a b\\\"}]}\"}", "{}", "[")) {
                assertEquals(roots.call("check", document), interpreted.call("check", document));
            }
        }
    }
}
