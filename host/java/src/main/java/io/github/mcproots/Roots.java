package io.github.mcproots;

import com.google.gson.reflect.TypeToken;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * The operations on MCP roots, answered by a pool of instances of the module that any number of threads
 * share.
 *
 * <pre>{@code
 * try (Roots roots = Roots.open()) {
 *     roots.validResponse("{\"roots\":[{\"uri\":\"file:///home/ann/project\"}]}"); // true
 * }
 * }</pre>
 *
 * <p>A root is what a client claims, not permission.
 *
 * <h2>Notes</h2>
 *
 * <ul>
 *   <li>Messages are given and returned as JSON text, so that any JSON library can be used beside this
 *       class.
 *   <li>A parameter that may be null is left out of the input then.
 *   <li>Every method may throw a {@link RootsException}; an {@link EngineException} is never a verdict.
 *   <li>Methods without a platform use {@link Platform#here()}; those that look at a message, check and read, use
 *       {@link Platform#AUTO}, since it may come from another machine.
 * </ul>
 */
public final class Roots implements AutoCloseable {
    private final Pool pool;
    private final int maxInput;
    private final boolean values;

    private Roots(Builder builder) {
        maxInput = builder.maxInput;
        values = builder.values;
        int pages = (int) (builder.memoryLimit >>> 16);
        Program program = builder.module == null ? Program.compiled(pages) : Program.interpreted(builder.module, pages);
        pool = new Pool(builder.instances, program::start);
        pool.lend(ModuleInstance::isLight); // so that a module that can't be used shows here
    }

    /** Roots with the defaults of {@link Builder}. */
    public static Roots open() {
        return builder().open();
    }

    public static Builder builder() {
        return new Builder();
    }

    /** How to run the module. */
    public static final class Builder {
        private static final int HARD_LIMIT = 256 << 20; // the module's own limit on an input

        private int maxInput = 16 << 20;
        private long memoryLimit = 256L << 20;
        private int instances = Runtime.getRuntime().availableProcessors();
        private boolean values;
        private byte[] module;

        private Builder() {}

        /**
         * Limits the input of one call, in bytes; a larger one is a {@link TooLargeException}. Work and
         * memory are linear in the input. Defaults to 16 MiB; at most 256 MiB.
         */
        public Builder maxInput(int bytes) {
            if (bytes < 1 || bytes > HARD_LIMIT) {
                throw new IllegalArgumentException("mcproots: maxInput is from 1 to " + HARD_LIMIT);
            }
            maxInput = bytes;
            return this;
        }

        /**
         * Limits the memory of one instance, in bytes; a call that needs more is an
         * {@link EngineException}. It is taken from the JVM's heap as it is needed. Defaults to 256 MiB.
         */
        public Builder memoryLimit(long bytes) {
            if (bytes < 1 || bytes >= 1L << 31) {
                throw new IllegalArgumentException("mcproots: memoryLimit is from 1 byte to less than 2 GiB");
            }
            memoryLimit = bytes;
            return this;
        }

        /**
         * Limits how many calls are answered at the same time, each by an instance of its own; more callers
         * wait. An idle instance holds about 4 MB. Defaults to the number of processors.
         */
        public Builder instances(int instances) {
            if (instances < 1) {
                throw new IllegalArgumentException("mcproots: instances is at least 1");
            }
            this.instances = instances;
            return this;
        }

        /**
         * Lets diagnostics hold what was submitted: a suggested URI, and names of the submitter's own in
         * pointers. Defaults to false; {@link CheckOptions#values} does so for one call.
         */
        public Builder values(boolean values) {
            this.values = values;
            return this;
        }

        /**
         * Runs another build of the module. It is interpreted, which is slower by a factor of about 50; the
         * module of this package comes as JVM classes instead.
         */
        public Builder module(byte[] wasm) {
            module = wasm.clone();
            return this;
        }

        public Roots open() {
            return new Roots(this);
        }
    }

    // The five of Snodo.Roots

    /** The bare request of revision 2026-07-28, {@code {"method":"roots/list","params":{}}}. */
    public Answer<String> list() {
        return list(null, null, null);
    }

    /**
     * The request that asks for the roots: bare in 2026-07-28, a JSON-RPC request before.
     *
     * @param id a String, an Integer or a Long; needed before 2026-07-28
     * @param meta the {@code _meta} object as JSON text, or null
     */
    public Answer<String> list(Revision revision, Object id, String meta) {
        return text(Operation.LIST, new Document().text("revision", revision).id(id).json("meta", meta));
    }

    /** Whether this is a bare {@code roots/list} request of 2026-07-28. */
    public Answer<Boolean> validateRequest(String request) {
        return validateRequest(request, null);
    }

    public Answer<Boolean> validateRequest(String request, Revision revision) {
        return ask(Operation.VALIDATE_REQUEST, new Document().json("request", request).text("revision", revision), Boolean.class);
    }

    /** Whether a client with these capabilities may be asked; the refusal holds the -32021 error when not. */
    public Answer<Boolean> supported(String request, String capabilities) {
        return ask(
                Operation.SUPPORTED, new Document().json("request", request).json("capabilities", capabilities), Boolean.class);
    }

    /**
     * One response of a retried request.
     *
     * @param inputResponses the object of that name, as the client sent it
     * @param id the request's key in it
     * @param request the request that was asked under that key
     */
    public Answer<Response> response(String inputResponses, String id, String request) {
        Document input = new Document().json("inputResponses", inputResponses).text("id", id).json("request", request);
        String operation = Operation.RESPONSE.export;
        String answer = call(operation, end(input, values));
        Answer<Response> read = Json.answer(operation, answer, Response.class);
        if (read.value().status() != Response.Status.OK) {
            return read;
        }
        String result = Json.memberText(operation, answer, Json.VALUE + "{\"status\":\"ok\",\"result\":");
        return new Answer<>(new Response(Response.Status.OK, result, null), read.diagnostics(), null);
    }

    /** Whether this text is a ListRootsResult that keeps to the protocol. Written for speed. */
    public boolean validResponse(String result) {
        return validResponse(bytes(result));
    }

    public boolean validResponse(byte[] result) {
        requireSize(result.length);
        Boolean verdict = pool.lend(instance -> instance.verdict(Operation.VALID_RESPONSE, result));
        if (verdict != null) {
            return verdict;
        }
        String operation = Operation.VALID_RESPONSE.export;
        String answer = new String(call(operation, result), StandardCharsets.UTF_8);
        return Json.<Boolean>answer(operation, answer, Boolean.class).value();
    }

    // Checking

    /** Checks the text of any message that has to do with roots. */
    public Answer<Check> check(String text) {
        return check(text, CheckOptions.DEFAULTS);
    }

    public Answer<Check> check(String text, CheckOptions options) {
        Document input = new Document()
                .text("text", text)
                .text("kind", options.kind())
                .text("revision", options.revision())
                .text("profile", options.profile())
                .text("platform", options.platform() == null ? Platform.AUTO : options.platform())
                .flag("roots", options.roots() ? null : false)
                .number("maxRoots", options.maxRoots());
        String operation = Operation.CHECK.export;
        return Json.answer(operation, call(operation, end(input, values || options.values())), Check.class);
    }

    /** What a client's answer means to a server: whether there are roots, and which can be used. */
    public Answer<Reading> read(String text) {
        return read(text, null, null, Platform.AUTO);
    }

    /**
     * @param id the id of the request that is answered, a String, an Integer or a Long; null if it doesn't matter
     * @param revision null for the newest
     */
    public Answer<Reading> read(String text, Object id, Revision revision, Platform platform) {
        Document input = new Document().text("text", text).id(id).text("revision", revision).text("platform", platform);
        return ask(Operation.READ, input, Reading.class);
    }

    /**
     * What is known of a client's roots after each message of a session that concerns them.
     *
     * @param messages the messages of both sides as JSON text, in the order in which they passed
     */
    public Answer<Session> readSession(List<String> messages) {
        return readSession(messages, null, Platform.AUTO);
    }

    /**
     * @param revision the one to begin with, until the session says it; null for the one before the newest
     */
    public Answer<Session> readSession(List<String> messages, Revision revision, Platform platform) {
        Document input = new Document().jsons("messages", messages).text("revision", revision).text("platform", platform);
        return ask(Operation.READ, input, Session.class);
    }

    /** The catalogue of all codes that diagnostics have. */
    public Answer<List<Rule>> rules() {
        return rules(null);
    }

    /** The rule of one code, alone in its list. */
    public Answer<List<Rule>> rules(String code) {
        return ask(Operation.RULES, new Document().text("code", code), new TypeToken<List<Rule>>() {}.getType());
    }

    /** What the module says of itself. */
    public Answer<Info> info() {
        return ask(Operation.INFO, new Document(), Info.class);
    }

    // Building

    /** The capabilities of a client that has roots and doesn't tell of changes. */
    public Answer<String> capabilities(Revision revision) {
        return capabilities(revision, null);
    }

    public Answer<String> capabilities(Revision revision, Boolean listChanged) {
        return text(Operation.CAPABILITIES, new Document().text("revision", revision).flag("listChanged", listChanged));
    }

    /** A ListRootsResult in canonical URIs. */
    public Answer<String> result(List<Root> roots) {
        return result(roots, Platform.here());
    }

    public Answer<String> result(List<Root> roots, Platform platform) {
        return text(Operation.RESULT, new Document().roots("roots", roots).text("platform", platform));
    }

    /**
     * A client's whole reply to a request.
     *
     * @param roots null says that the client has no such capability
     * @param listChanged what the client declared, or null
     */
    public Answer<String> answer(String request, Revision revision, List<Root> roots, Boolean listChanged, Platform platform) {
        Document input = new Document().json("request", request).text("revision", revision);
        if (roots == null) {
            input.none("roots");
        } else {
            input.roots("roots", roots);
        }
        return text(Operation.ANSWER, input.flag("listChanged", listChanged).text("platform", platform));
    }

    public Answer<String> answer(String request, Revision revision, List<Root> roots) {
        return answer(request, revision, roots, null, Platform.here());
    }

    /** The notification that the roots have changed, which 2026-07-28 no longer has. */
    public Answer<String> listChanged(Revision revision) {
        return text(Operation.LIST_CHANGED, new Document().text("revision", revision));
    }

    /**
     * The InputRequiredResult that asks a client for these requests; null, with the error in the refusal,
     * where the server may not ask.
     *
     * @param requests the requests as JSON text, by their keys
     * @param requestState text to be given back, or null
     * @param method the method that is being answered
     */
    public Answer<String> inputRequired(Map<String, String> requests, String requestState, String capabilities, String method) {
        Document input = new Document()
                .jsons("requests", requests)
                .text("requestState", requestState)
                .json("capabilities", capabilities)
                .text("method", method);
        return text(Operation.INPUT_REQUIRED, input);
    }

    /** How two lists of roots differ, each a ListRootsResult or its list of roots, as JSON text. */
    public Answer<Diff> diff(String before, String after) {
        return diff(before, after, null, null);
    }

    /**
     * @param capabilities what the client declared, as JSON text, or null
     */
    public Answer<Diff> diff(String before, String after, Revision revision, String capabilities) {
        Document input = new Document()
                .json("before", before)
                .json("after", after)
                .text("revision", revision)
                .json("capabilities", capabilities);
        return ask(Operation.DIFF, input, Diff.class);
    }

    /** The list that people read of a ListRootsResult, one line a root, safe to print. */
    public Answer<String> describe(String result) {
        String operation = Operation.DESCRIBE.export;
        return Json.answer(operation, call(operation, result), String.class);
    }

    // Paths

    /** The path of each URI. */
    public Answer<List<PathOrCode>> toPath(List<String> uris) {
        return toPath(uris, Platform.here());
    }

    public Answer<List<PathOrCode>> toPath(List<String> uris, Platform platform) {
        Document input = new Document().texts("uris", uris).text("platform", platform);
        return ask(Operation.TO_PATH, input, new TypeToken<List<PathOrCode>>() {}.getType());
    }

    /** The canonical URI of each absolute path. */
    public Answer<List<UriOrCode>> toUri(List<String> paths) {
        return toUri(paths, Platform.here());
    }

    public Answer<List<UriOrCode>> toUri(List<String> paths, Platform platform) {
        Document input = new Document().texts("paths", paths).text("platform", platform);
        return ask(Operation.TO_URI, input, new TypeToken<List<UriOrCode>>() {}.getType());
    }

    /** Whether each of the paths or URIs lies inside the roots. */
    public Answer<List<Containment>> contains(List<Root> roots, List<String> paths) {
        return contains(roots, paths, Platform.here(), false);
    }

    /**
     * @param unc whether roots may lie on other hosts; on Windows only
     */
    public Answer<List<Containment>> contains(List<Root> roots, List<String> paths, Platform platform, boolean unc) {
        Document input = new Document()
                .roots("roots", roots)
                .texts("paths", paths)
                .text("platform", platform)
                .flag("unc", unc ? true : null);
        return ask(Operation.CONTAINS, input, new TypeToken<List<Containment>>() {}.getType());
    }

    /** What a client revealed, cut to what the application itself allows. */
    public Answer<Scope> scope(List<Root> revealed, List<Root> allowed) {
        return scope(revealed, allowed, Platform.here());
    }

    public Answer<Scope> scope(List<Root> revealed, List<Root> allowed, Platform platform) {
        Document input = new Document().roots("revealed", revealed).roots("allowed", allowed).text("platform", platform);
        return ask(Operation.SCOPE, input, Scope.class);
    }

    // Any operation

    /**
     * The exact answer to a document, {@code {"ok":false,...}} included.
     *
     * @param operation its name as ABI 1 has it, such as {@code valid_response}
     */
    public String call(String operation, String document) {
        return new String(call(operation, bytes(document)), StandardCharsets.UTF_8);
    }

    public byte[] call(String operation, byte[] document) {
        Operation known = Operation.of(operation);
        requireSize(document.length);
        return pool.lend(instance -> instance.answer(known, document));
    }

    /** Lets go of the instances. Calls in progress end as they would have; later ones are refused. */
    @Override
    public void close() {
        pool.close();
    }

    private <T> Answer<T> ask(Operation operation, Document input, Type type) {
        return Json.answer(operation.export, call(operation.export, end(input, values)), type);
    }

    private Answer<String> text(Operation operation, Document input) {
        return Json.textAnswer(operation.export, call(operation.export, end(input, values)));
    }

    private static String end(Document input, boolean values) {
        return input.flag("values", values ? true : null).end();
    }

    private byte[] bytes(String text) {
        requireSize(text.length()); // before any work on it: UTF-8 is never shorter
        return Document.utf8(text);
    }

    private void requireSize(long size) {
        if (size > maxInput) {
            throw new TooLargeException(size, maxInput);
        }
    }
}
