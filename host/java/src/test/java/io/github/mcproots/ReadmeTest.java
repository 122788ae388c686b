package io.github.mcproots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("README.md")
class ReadmeTest {
    private static final Pattern EXAMPLE = Pattern.compile("```java\n(.*?)```\n\n```text\n(.*?)```", Pattern.DOTALL);

    @Test
    void the_example_prints_what_it_says(@TempDir Path folder) throws Exception {
        Matcher example = EXAMPLE.matcher(Files.readString(Path.of("README.md")));
        assertTrue(example.find());
        assertEquals(example.group(2), run(example.group(1), folder));
    }

    private static String run(String code, Path folder) throws Exception {
        String imports = code.lines().filter(line -> line.startsWith("import ")).collect(Collectors.joining("\n"));
        String body = code.lines().filter(line -> !line.startsWith("import ")).collect(Collectors.joining("\n"));
        Path source = folder.resolve("Example.java");
        Files.writeString(source, imports + "\npublic class Example { public static void main(String[] args) {\n" + body + "\n}}");
        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-cp", System.getProperty("java.class.path"), "-d", folder.toString(), source.toString());
        assertEquals(0, compiled);
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
            loader.loadClass("Example").getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } finally {
            System.setOut(before);
        }
        return printed.toString(StandardCharsets.UTF_8).replace("\r\n", "\n");
    }

    @Test
    void the_table_names_every_method() throws Exception {
        String readme = Files.readString(Path.of("README.md"));
        Arrays.stream(Operation.values())
                .map(operation -> camelCase(operation.export))
                .forEach(method -> assertTrue(readme.contains("| `" + method + "("), method));
    }

    @Test
    void every_operation_has_its_method() {
        var methods = Arrays.stream(Roots.class.getMethods()).map(Method::getName).collect(Collectors.toSet());
        Arrays.stream(Operation.values()).forEach(operation -> assertTrue(methods.contains(camelCase(operation.export)), operation.export));
    }

    private static String camelCase(String name) {
        return Pattern.compile("_(.)").matcher(name).replaceAll(each -> each.group(1).toUpperCase(Locale.ROOT));
    }
}
