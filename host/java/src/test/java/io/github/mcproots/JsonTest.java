package io.github.mcproots;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.Gson;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("JSON text that goes in and comes out")
class JsonTest {
    @ParameterizedTest
    @ValueSource(strings = {"{}", "[1,2]", "\"a\"", "1", "null", " {\"a\":\"}\"} ", "{\"a\":\"\\\"}\"}", "[[],{}]", "\"\\\\\""})
    void one_value_can_stand_inside_a_document(String text) {
        assertTrue(Json.isOneValue(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "", " ", "{},\"roots\":false", "{}{}", "1,2", "1 2", "1:2", "}", "]", "{", "[", "\"a", "\"a\\\"", "{\"a\":\"}", "1}", "1]",
        "{}}", "\"a\"\"b\"", "1\"a\"", "1{}", "1[]", ",", ":1", "{}],[{}"
    })
    void a_text_that_could_end_its_value_cannot(String text) {
        assertFalse(Json.isOneValue(text));
    }

    @Test
    void a_member_cannot_be_smuggled_into_the_input() {
        Document input = new Document();
        CallException refused =
                assertThrows(CallException.class, () -> input.json("request", "{},\"revision\":\"2025-11-25\""));
        assertEquals(-32700, refused.code());
        assertFalse(refused.getMessage().contains("2025"));
    }

    @Test
    void a_document_holds_its_members_in_order_without_the_absent_ones() {
        String document = new Document()
                .json("request", " {\"a\" : 1.50}\n")
                .text("revision", Revision.V2025_11_25)
                .text("kind", null)
                .flag("roots", false)
                .flag("unc", null)
                .id(7L)
                .texts("paths", List.of("/a\"\\\u0001<é"))
                .roots("roots", List.of(Root.ofPath("/a").named("A"), Root.ofUri("file:///b")))
                .end();
        assertEquals(
                "{\"request\": {\"a\" : 1.50}\n,\"revision\":\"2025-11-25\",\"roots\":false,\"id\":7,"
                        + "\"paths\":[\"/a\\\"\\\\\\u0001<é\"],"
                        + "\"roots\":[{\"path\":\"/a\",\"name\":\"A\"},{\"uri\":\"file:///b\"}]}",
                document);
    }

    @Test
    void an_id_is_a_string_or_an_integer() {
        assertEquals("{\"id\":\"a\"}", new Document().id("a").end());
        assertEquals("{\"id\":-3}", new Document().id(-3).end());
        assertThrows(IllegalArgumentException.class, () -> new Document().id(1.5));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "plain", "é", "\ud83d\ude00", "a\ud83d\ude00b"})
    void a_text_becomes_its_utf_8(String text) {
        assertArrayEquals(text.getBytes(StandardCharsets.UTF_8), Document.utf8(text));
    }

    @ParameterizedTest
    @CsvSource({"\\ud83d, eda0bd", "a\\udc00b, 61edb08062", "\\ud83d\\ud83d\\ude00, eda0bdf09f9880", "\\ude00\\ud83d, edb880eda0bd"})
    void half_a_surrogate_pair_is_kept_for_the_core_to_refuse(String escaped, String hex) {
        String text = new Gson().fromJson("\"" + escaped + "\"", String.class);
        assertEquals(hex, HexFormat.of().formatHex(Document.utf8(text)));
    }

    @Test
    void a_root_is_a_path_or_a_uri_and_not_both() {
        assertThrows(IllegalArgumentException.class, () -> new Root("/a", "file:///a", null));
        assertThrows(IllegalArgumentException.class, () -> new Root(null, null, "a"));
    }
}
