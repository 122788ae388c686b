package io.github.mcproots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The classes that the module was turned into, at the time of the build")
class JarTest {
    private static final Path CLASSES = Path.of("target", "classes");
    private static final String CORE = "io/github/mcproots/core/";

    @TempDir
    Path copy;

    @Test
    void whole_they_give_a_verdict() throws Exception {
        copy(Path.of("no such file"), whole -> whole);
        assertEquals("true", verdict());
        assertEquals("true", verdict());
    }

    @Test
    void missing_or_damaged_they_are_an_exception_of_this_package_each_time() throws Exception {
        try (Stream<Path> files = Files.list(CLASSES.resolve(CORE))) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Path name = CLASSES.relativize(file);
                copy(name, whole -> null);
                assertFault("missing: " + name);
                copy(name, whole -> Arrays.copyOf(whole, whole.length / 2));
                assertFault("cut off: " + name);
                copy(name, whole -> new byte[whole.length]);
                assertFault("zeros: " + name);
            }
        }
    }

    private void assertFault(String what) throws Exception {
        String fault = verdict();
        // CoreMachineShaded and others are needed in some calls alone: without them such a call is right.
        assertTrue(
                fault.matches("mcproots: .*the classes of the module are missing or damaged: get the jar anew")
                        || fault.equals("true"),
                () -> what + ": " + fault);
    }

    /** Copies this package's classes, all but one of them as they are. */
    private void copy(Path changed, UnaryOperator<byte[]> change) throws IOException {
        try (Stream<Path> files = Files.walk(CLASSES)) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                Path name = CLASSES.relativize(file);
                Path to = copy.resolve(name);
                Files.createDirectories(to.getParent());
                byte[] content = name.equals(changed) ? change.apply(Files.readAllBytes(file)) : Files.readAllBytes(file);
                if (content == null) {
                    Files.deleteIfExists(to);
                } else {
                    Files.write(to, content);
                }
            }
        }
    }

    /** Opens the copied classes' Roots and asks for a verdict: what it is, or the message of the RootsException. */
    private String verdict() throws Exception {
        URL[] libraries = Stream.concat(
                        Stream.of(copy), Arrays.stream(System.getProperty("java.class.path").split(java.io.File.pathSeparator))
                                .map(Path::of)
                                .filter(path -> path.toString().endsWith(".jar")))
                .map(JarTest::url)
                .toArray(URL[]::new);
        try (URLClassLoader loader = new URLClassLoader(libraries, ClassLoader.getPlatformClassLoader())) {
            Class<?> roots = loader.loadClass("io.github.mcproots.Roots");
            Method validResponse = roots.getMethod("validResponse", String.class);
            return String.valueOf(validResponse.invoke(roots.getMethod("open").invoke(null), "{\"roots\":[]}"));
        } catch (InvocationTargetException e) {
            Throwable fault = e.getCause();
            boolean own = fault.getClass().getSuperclass().getName().equals("io.github.mcproots.RootsException");
            return own ? fault.getMessage() : fault.toString();
        }
    }

    private static URL url(Path path) {
        try {
            return path.toUri().toURL();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
