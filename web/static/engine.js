// Made by build.mjs from src/ and host/js/src/.

// src/engine.js
import { compiled } from "./module.js";

// worker:worker.js
function worker(self) {
  "use strict";
  (() => {
    var CallError = class extends Error {
      constructor(operation, { error, diagnostics = [] }) {
        super(`mcproots: ${operation}: ${error.message}`);
        this.name = "CallError";
        this.code = error.code;
        this.diagnostics = diagnostics;
      }
    };
    var TooLargeError = class extends Error {
      constructor(limit) {
        super(`mcproots: input: larger than ${limit} bytes; open({ limit }) raises that, up to the module's 256 MiB`);
        this.name = "TooLargeError";
        this.limit = limit;
      }
    };
    var AbiError = class extends Error {
      constructor(detail, options) {
        super(`mcproots: module: ${detail}; use the roots.wasm that came with this package`, options);
        this.name = "AbiError";
      }
    };
    var EngineError = class extends Error {
      constructor(detail, { cause, stderr = "" } = {}) {
        super(`mcproots: engine: ${detail}`, { cause });
        this.name = "EngineError";
        this.stderr = stderr;
      }
    };
    var CAPTURED = 8192;
    function wasi(memory) {
      const view = () => new DataView(memory().buffer);
      const nothing = () => 0;
      const noneOf = (count, size) => {
        const v = view();
        v.setUint32(count >>> 0, 0, true);
        v.setUint32(size >>> 0, 0, true);
        return 0;
      };
      let now = 0;
      let captured = "";
      const imports = {
        sched_yield: nothing,
        // An errno here would turn every panic of the runtime into a second one that hides the first.
        poll_oneoff: nothing,
        args_get: nothing,
        args_sizes_get: noneOf,
        environ_get: nothing,
        environ_sizes_get: noneOf,
        proc_exit(code) {
          throw new Error(`exit code ${code}`);
        },
        // Go's collector paces itself by this clock and refuses to start at 0. Some runtimes coarsen or even freeze theirs
        // while code runs, so each reading is at least one nanosecond after the last.
        clock_time_get(_clock, _precision, out) {
          now = Math.max(now + 1, Math.round((performance.now() + 1) * 1e6));
          view().setBigUint64(out >>> 0, BigInt(now), true);
          return 0;
        },
        random_get(at, n) {
          crypto.getRandomValues(new Uint8Array(memory().buffer, at >>> 0, n));
          return 0;
        },
        fd_write(_fd, vectors, count, written) {
          const v = view();
          let total = 0;
          for (let i = 0; i < count; i++) {
            const vector = (vectors >>> 0) + 8 * i;
            const at = v.getUint32(vector, true);
            const n = v.getUint32(vector + 4, true);
            const room = Math.min(n, CAPTURED - captured.length);
            if (room > 0) captured += String.fromCharCode(...new Uint8Array(v.buffer, at, room));
            total += n;
          }
          v.setUint32(written >>> 0, total, true);
          return 0;
        }
      };
      return { imports: { wasi_snapshot_preview1: imports }, stderr: () => captured };
    }
    var MAJOR = 1;
    var MINOR = 0;
    var ABI = ["abi_version", "input", "output", "_initialize"];
    var GRANTED = 4096;
    var KEPT = 1 << 20;
    var GROWN = 64 << 20;
    var encoder = new TextEncoder();
    var Instance = class {
      #input;
      #output;
      #memory;
      // Views of the memory. When it grows, its old buffer is detached, and they are empty: that tells, for less than asking.
      #room = new Uint8Array();
      // the input as granted
      bytes = new Uint8Array();
      // all of it, as it is after the last call
      at = 0;
      // where the last answer starts
      length = 0;
      operations = /* @__PURE__ */ Object.create(null);
      stderr;
      constructor(module) {
        const { imports, stderr } = wasi(() => this.#memory);
        this.stderr = stderr;
        let exports;
        try {
          ({ exports } = new WebAssembly.Instance(module, imports));
        } catch (cause) {
          if (cause instanceof WebAssembly.LinkError || cause instanceof TypeError) throw new AbiError("asks for imports that ABI 1 does not have", { cause });
          throw new EngineError(`the module cannot be instantiated: ${cause?.message}`, { cause });
        }
        this.#memory = exports.memory;
        const missing = ABI.find((name) => typeof exports[name] !== "function") ?? (this.#memory?.buffer ? void 0 : "memory");
        if (missing) throw new AbiError(`lacks the export ${missing} of ABI 1`);
        let version;
        try {
          exports._initialize();
          version = exports.abi_version();
        } catch (cause) {
          throw new EngineError(`the module failed to start: ${cause?.message}`, { cause, stderr: stderr() });
        }
        const [major, minor] = [version >>> 16, version & 65535];
        if (major !== MAJOR || minor < MINOR) throw new AbiError(`has ABI ${major}.${minor} where ${MAJOR}.${MINOR} is needed`);
        this.#input = exports.input;
        this.#output = exports.output;
        for (const [name, value] of Object.entries(exports)) {
          if (typeof value === "function" && !ABI.includes(name)) this.operations[name] = value;
        }
      }
      #look() {
        if (this.bytes.length === 0) this.bytes = new Uint8Array(this.#memory.buffer);
      }
      /** reserve makes room for n bytes of input. A grant holds until the next one, so most calls ask for none. */
      #reserve(n) {
        if (n <= this.#room.length) return true;
        const granted = Math.max(n, GRANTED);
        const address = this.#input(granted) >>> 0;
        this.#look();
        if (address === 0) return false;
        this.#room = this.bytes.subarray(address, address + granted);
        return true;
      }
      /** write puts text into the input as UTF-8 and answers its length in bytes, or -1 if that is more than limit. */
      write(text, limit) {
        const n = text.length;
        if (n === 0) return 0;
        if (n > limit || !this.#reserve(n)) return -1;
        let { read, written } = encoder.encodeInto(text, this.#room);
        if (read < n) {
          if (!this.#reserve(Math.min(3 * n, limit))) return -1;
          ({ read, written } = encoder.encodeInto(text, this.#room));
        }
        if (read < n || written > limit) return -1;
        if (written > n && !text.isWellFormed()) keepSurrogates(text, this.#room);
        return written;
      }
      writeBytes(document, limit) {
        const n = document.length;
        if (n > limit || !this.#reserve(n)) return -1;
        if (n > 0) this.#room.set(document);
        return n;
      }
      /** call answers the first n bytes of the input. */
      call(operation, n) {
        this.length = operation(n) >>> 0;
        this.at = this.#output() >>> 0;
        this.#look();
        if (this.#room.length > KEPT) this.#room = new Uint8Array();
        if (this.length === 0) throw new Error("no answer");
      }
    };
    function keepSurrogates(text, bytes) {
      let at = 0;
      for (let i = 0; i < text.length; i++) {
        const c = text.codePointAt(i);
        if (c >= 55296 && c <= 57343) {
          bytes[at] = 237;
          bytes[at + 1] = 128 | c >> 6 & 63;
          bytes[at + 2] = 128 | c & 63;
        }
        if (c > 65535) i++;
        at += c < 128 ? 1 : c < 2048 ? 2 : c > 65535 ? 4 : 3;
      }
    }
    var Engine2 = class {
      #live;
      #limit;
      constructor(module, limit) {
        this.module = module;
        this.#limit = limit;
        this.#live = new Instance(module);
      }
      /** run answers one document, a string or bytes. The answer is at bytes[at, at+length) of what it returns, until the next run. */
      run(name, document) {
        const live = this.#live ??= new Instance(this.module);
        const operation = live.operations[name];
        if (operation === void 0) throw new TypeError("mcproots: call: the module has no operation of that name");
        let n;
        try {
          n = typeof document === "string" ? live.write(document, this.#limit) : live.writeBytes(document, this.#limit);
          if (n >= 0) live.call(operation, n);
        } catch (cause) {
          this.#live = void 0;
          throw new EngineError(`${name} failed: ${cause?.message}`, { cause, stderr: live.stderr() });
        }
        if (live.bytes.byteLength > GROWN) this.#live = void 0;
        if (n < 0) throw new TooLargeError(this.#limit);
        return live;
      }
    };
    var LIMIT = 16 << 20;
    var MODULE_LIMIT = 256 << 20;
    var decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    var T = "t".charCodeAt(0);
    var OK = '{"ok":'.length;
    var VALUE = '{"ok":true,"value":'.length;
    var VALID = '{"ok":true,"value":{"valid":'.length;
    var SEAM = /\}[\t\n\r ]*,[\t\n\r ]*"/;
    var Roots = class {
      #engine;
      constructor(module, { limit = LIMIT } = {}) {
        if (!Number.isInteger(limit) || limit < 1 || limit > MODULE_LIMIT) {
          throw new RangeError(`mcproots: limit: a whole number of bytes from 1 to ${MODULE_LIMIT} is needed`);
        }
        this.#engine = new Engine2(module, limit);
      }
      get module() {
        return this.#engine.module;
      }
      callText(operation, text) {
        if (typeof text !== "string") throw new TypeError("mcproots: callText: a string is needed");
        return decode(this.#engine.run(operation, text));
      }
      callBytes(operation, document) {
        if (!(document instanceof Uint8Array)) throw new TypeError("mcproots: callBytes: a Uint8Array is needed");
        const { bytes, at, length } = this.#engine.run(operation, document);
        return bytes.slice(at, at + length);
      }
      call(operation, input) {
        return this.callFull(operation, input).value;
      }
      callFull(operation, input) {
        const text = JSON.stringify(input);
        if (text === void 0) throw new TypeError(`mcproots: ${operation}: a value that JSON can hold is needed`);
        return parse(operation, this.callText(operation, text));
      }
      list(input = {}) {
        return this.call("list", input);
      }
      validateRequest(input) {
        return this.call("validate_request", input);
      }
      supported(input) {
        return this.call("supported", input);
      }
      response(input) {
        return this.call("response", input);
      }
      validResponse(document) {
        const answer = this.#engine.run("valid_response", textOrBytes("validResponse", document));
        const { bytes, at } = answer;
        if (bytes[at + OK] !== T) parse("valid_response", decode(answer));
        return bytes[at + VALUE] === T;
      }
      check(input) {
        if (input === void 0 || input === null) throw new TypeError("mcproots: check: an object with message or text is needed");
        const { text, ...options } = input;
        let answer;
        if (typeof text === "string" && options.message === void 0) {
          answer = this.#checkAsMessage(text, members(options));
          if (answer && answer.bytes[answer.at + VALID] !== T) answer = void 0;
        }
        answer ??= this.#engine.run("check", JSON.stringify(input));
        const { value, diagnostics } = parse("check", decode(answer));
        return { ...value, diagnostics };
      }
      checkVerdict(text, options) {
        if (typeof text !== "string") throw new TypeError("mcproots: checkVerdict: a string is needed");
        if (options?.message !== void 0) throw new TypeError("mcproots: checkVerdict: the text is the message, options hold no other");
        let answer = this.#checkAsMessage(text, options === void 0 ? '"roots":false,' : members({ ...options, roots: false }));
        if (!answer) {
          if (!text.isWellFormed()) return false;
          answer = this.#engine.run("check", JSON.stringify({ ...options, text, roots: false }));
          if (answer.bytes[answer.at + OK] !== T) parse("check", decode(answer));
        }
        return answer.bytes[answer.at + VALID] === T;
      }
      // A text can go in as the message that it is, which takes less than going in as a string, if it cannot pass for more
      // than a message. It could only if an object ended in it and another member began. Where there is no such seam and the
      // input is JSON, the text is one JSON value; where the text is no JSON, the verdict is that it is not valid, whatever
      // was taken for the message. Positions count from the text's start, so that must be the message's.
      #checkAsMessage(text, options) {
        if (text[0] !== "{" || SEAM.test(text)) return;
        const answer = this.#engine.run("check", `{${options}"message":${text}}`);
        if (answer.bytes[answer.at + OK] === T) return answer;
      }
      read(input) {
        return this.call("read", input);
      }
      readSession(input) {
        return this.call("read", input);
      }
      rules(input = {}) {
        return this.call("rules", input);
      }
      info() {
        return this.call("info", {});
      }
      capabilities(input) {
        return this.call("capabilities", input);
      }
      result(input) {
        return this.call("result", input);
      }
      answer(input) {
        return this.call("answer", input);
      }
      listChanged(input) {
        return this.call("list_changed", input);
      }
      inputRequired(input) {
        return this.call("input_required", input);
      }
      diff(input) {
        return this.call("diff", input);
      }
      describe(document) {
        return parse("describe", decode(this.#engine.run("describe", textOrBytes("describe", document)))).value;
      }
      toPath(input) {
        return this.call("to_path", input);
      }
      toUri(input) {
        return this.call("to_uri", input);
      }
      contains(input) {
        return this.call("contains", input);
      }
      scope(input) {
        return this.call("scope", input);
      }
    };
    function members(object) {
      const text = JSON.stringify(object);
      return text === "{}" ? "" : `${text.slice(1, -1)},`;
    }
    function textOrBytes(method, document) {
      if (typeof document === "string" || document instanceof Uint8Array) return document;
      throw new TypeError(`mcproots: ${method}: the document's text or bytes are needed`);
    }
    function decode({ bytes, at, length }) {
      return decoder.decode(bytes.subarray(at, at + length));
    }
    function parse(operation, text) {
      const answer = JSON.parse(text);
      if (!answer.ok) throw new CallError(operation, answer);
      answer.diagnostics ??= [];
      return answer;
    }
    var HIDDEN = String.raw`[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}`;
    var hiddenIn = (text, { layout = false } = {}) => text.matchAll(new RegExp(layout ? `(?![\\n\\t])(?:${HIDDEN})` : HIDDEN, "gu"));
    var PROTOCOL = "io.modelcontextprotocol/protocolVersion";
    function isTranscript(text) {
      const first = /^\s*([{[][^\n]*)\n\s*\S/.exec(text);
      return first !== null && parse2(first[1]) !== void 0;
    }
    function* messages(text, revisions) {
      const session = new Session(revisions);
      let number = 0;
      for (const line of text.split("\n")) {
        if (line.trim() !== "") {
          const value = parse2(line);
          const kind = value === void 0 ? void 0 : session.read(value);
          yield { line, number, kind, revision: session.revision, about: value === void 0 || kind !== void 0 || mentionsRoots(line) };
        }
        number++;
      }
    }
    function parse2(text) {
      try {
        return JSON.parse(text);
      } catch {
        return void 0;
      }
    }
    var mentionsRoots = (line) => /roots|\\u00[67]/.test(line) || line.includes('"initialize"');
    var Session = class {
      revision;
      #revisions;
      #awaited = /* @__PURE__ */ new Map();
      // by id as written; both sides number alike, so there can be one of each
      constructor(revisions) {
        this.#revisions = revisions;
      }
      /** read takes note of a message and tells its kind, where only the session knows it. */
      read(message) {
        if (typeof message !== "object" || message === null || Array.isArray(message)) return;
        const { id, method, params, result, error } = message;
        if (typeof method === "string") {
          if (method === "initialize") {
            this.revision = void 0;
            this.#awaited.clear();
            return;
          }
          this.#agree(params?._meta?.[PROTOCOL]);
          if (id !== void 0) {
            const open = this.#open(id);
            if (method === "roots/list") open.roots++;
            else open.others++;
          }
        } else if (result !== void 0) {
          this.#agree(result?.protocolVersion);
          return this.#answered(id, result?.roots !== void 0);
        } else if (error !== void 0) {
          const named = error?.data?.requiredCapabilities?.roots !== void 0 || /roots/i.test(error?.message);
          return this.#answered(id, named) || named ? "error" : void 0;
        }
      }
      #agree(revision) {
        if (this.#revisions.includes(revision)) this.revision = revision;
      }
      #open(id) {
        const key = JSON.stringify(id);
        if (!this.#awaited.has(key)) this.#awaited.set(key, { roots: 0, others: 0 });
        return this.#awaited.get(key);
      }
      /** An answer is one to roots/list if it lists roots, or if nothing else can be meant. */
      #answered(id, listsRoots) {
        const open = this.#open(id);
        if (open.roots > 0 && (listsRoots || open.others === 0)) {
          open.roots--;
          return "response";
        }
        if (open.others > 0) open.others--;
      }
    };
    var SHOWN = 500;
    var FINDINGS = 1e3;
    function check(engine2, { text, ...options }) {
      const transcript = isTranscript(text);
      const report = transcript ? checkLines(engine2, text, options) : checkOne(engine2, text, options);
      return { ...report, transcript, hidden: hiddenPlaces(text) };
    }
    function checkOne(engine2, text, options) {
      const { diagnostics, roots: roots2, ...verdict } = engine2.check({ text, ...options, values: true });
      return { ...verdict, rootCount: roots2.length, roots: roots2.slice(0, SHOWN), diagnostics };
    }
    function checkLines(engine2, text, options) {
      const summary = { error: 0, warning: 0, info: 0, truncated: false };
      const report = { valid: true, summary, roots: [], rootCount: 0, diagnostics: [], messages: [], messageCount: 0, passedOver: 0 };
      const known = engine2.info().revisions;
      for (const { line, number, kind, revision, about } of messages(text, known)) {
        if (!about) {
          report.passedOver++;
          continue;
        }
        const one = engine2.check({ text: line, kind, revision, ...options, values: true });
        if (one.kind === "other" && one.diagnostics.length === 0) {
          report.passedOver++;
          continue;
        }
        report.valid &&= one.valid;
        for (const severity of ["error", "warning", "info"]) summary[severity] += one.summary[severity];
        summary.truncated ||= one.summary.truncated;
        report.messageCount++;
        if (report.messages.length < SHOWN) report.messages.push({ line: number + 1, kind: one.kind, revision: one.revision, valid: one.valid });
        report.rootCount += one.roots.length;
        for (const root of one.roots.slice(0, SHOWN - report.roots.length)) report.roots.push({ ...root, line: number + 1 });
        for (const found of one.diagnostics) {
          if (report.diagnostics.length === FINDINGS) summary.truncated = true;
          else report.diagnostics.push({ ...found, line: found.line + number });
        }
      }
      return report;
    }
    function hiddenPlaces(text) {
      let first, count = 0;
      for (const { 0: character, index } of hiddenIn(text, { layout: true })) {
        first ??= { character, index };
        count++;
      }
      return { count, ...first };
    }
    function paths(engine2, { roots: roots2, paths: paths2, platform, unc }) {
      const { value } = engine2.callFull("contains", { roots: roots2, paths: paths2, platform, unc });
      const rootForms = canonical(engine2, roots2, platform);
      const pathForms = canonical(engine2, paths2, platform);
      const answers = value.map((answer, i) => {
        const form = pathForms[i];
        if (!form) return answer;
        const own = components(form.path);
        const shared = Math.max(0, ...rootForms.map((root) => root?.platform === form.platform ? common(components(root.path), own) : 0));
        const matched = answer.verdict === "inside" ? own.length - answer.relative.length : shared;
        return { ...answer, path: form.path, components: own, matched };
      });
      return { answers, roots: rootForms };
    }
    function canonical(engine2, list, platform) {
      const forms = list.map((text) => /^file:/i.test(text) ? { uri: text } : { path: text });
      const given = engine2.toUri({ paths: forms.map(({ path }) => path ?? ""), platform });
      const uris = forms.map(({ uri }, i) => uri ?? given[i].uri ?? "");
      return engine2.toPath({ uris, platform }).map((form) => form.ok ? form : void 0);
    }
    var components = (path) => path.match(/^[A-Za-z]:\\?|^\\\\[^\\]+|[\\/]?[^\\/]+/g) ?? [];
    function common(a, b) {
      let n = 0;
      while (n < a.length && n < b.length && a[n] === b[n]) n++;
      return n;
    }
    var META = "io.modelcontextprotocol/clientCapabilities";
    function build(engine2, { directories, revision, platform, listChanged, names, id }) {
      const roots2 = directories.map((text) => /^file:/i.test(text) ? { uri: text } : { path: text });
      const faults = faultsOf(engine2, roots2, platform);
      if (faults.length > 0) return { faults, made: [] };
      if (names) {
        const forms = canonical(engine2, directories, platform);
        forms.forEach((form, i) => {
          const last = components(form?.path ?? "").at(-1)?.replace(/^[\\/]/, "");
          if (last) roots2[i].name = last;
        });
      }
      const modern = revision === "2026-07-28";
      const made = modern ? retried(engine2, roots2, platform) : requested(engine2, { roots: roots2, revision, platform, listChanged, id });
      return { faults, made };
    }
    function faultsOf(engine2, roots2, platform) {
      const answer = JSON.parse(engine2.callText("result", JSON.stringify({ roots: roots2, platform })));
      if (answer.ok) return [];
      const faults = (answer.diagnostics ?? []).filter(({ severity }) => severity === "error");
      return faults.map(({ code, message, pointer }) => ({ code, message, index: Number(pointer.split("/")[2]) }));
    }
    function requested(engine2, { roots: roots2, revision, platform, listChanged, id }) {
      const request = engine2.list({ revision, id });
      const made = [
        { title: "The client declares the capability", from: "client", where: "in params of initialize", message: { capabilities: engine2.capabilities({ revision, listChanged }) } },
        { title: "The server asks", from: "server", where: "roots/list", message: request },
        { title: "The client answers", from: "client", where: "response", message: engine2.answer({ request, revision, roots: roots2, platform }) }
      ];
      if (listChanged) made.push({ title: "The client tells of a change", from: "client", where: "notification", message: engine2.listChanged({ revision }) });
      return made;
    }
    function retried(engine2, roots2, platform) {
      const revision = "2026-07-28";
      const request = engine2.list({ revision });
      const { roots: capability } = engine2.capabilities({ revision });
      const capabilities = { roots: capability };
      return [
        { title: "The client declares the capability", from: "client", where: "in _meta of every request", part: true, message: { _meta: { [META]: capabilities } } },
        { title: "The server needs input", from: "server", where: "InputRequiredResult", message: engine2.inputRequired({ requests: { roots: request }, capabilities, method: "tools/call" }) },
        { title: "The client tries again", from: "client", where: "members of the retried params", message: { inputResponses: { roots: engine2.answer({ request, revision, roots: roots2, platform }) } } }
      ];
    }
    var roots;
    var questions = {
      check,
      paths,
      build,
      call: (engine2, { operation, document }) => typeof document === "string" ? engine2.callText(operation, document) : engine2.callBytes(operation, document),
      about: (engine2) => ({ info: engine2.info(), rules: engine2.rules() })
    };
    self.addEventListener("message", ({ data: { module, question, input } }) => {
      if (module) {
        roots = new Roots(module);
        self.postMessage({ ready: true });
        return;
      }
      try {
        self.postMessage({ answer: questions[question](roots, input) });
      } catch (error) {
        self.postMessage({ fault: `There is no verdict: ${error.message}` });
      }
    });
  })();
}

// src/engine.js
var SECONDS = 10;
var SECONDS_A_MEGABYTE = 3;
var rules = { createScriptURL: (url) => url };
var policy = globalThis.trustedTypes?.createPolicy("mcproots", rules) ?? rules;
var here = (file) => new URL(file, import.meta.url).href;
var boot = URL.createObjectURL(new Blob([`(${worker})(self);`], { type: "text/javascript" }));
var keepOffline = () => navigator.serviceWorker?.register(policy.createScriptURL(here("offline.js"))).catch(() => {
});
var Unanswered = class extends Error {
};
var idle = (f) => globalThis.requestIdleCallback ? requestIdleCallback(f, { timeout: 300 }) : setTimeout(f, 50);
var Engine = class {
  #worker;
  #given;
  // the module is
  #ready;
  // the worker has started it
  #waiting = [];
  // questions, first come first served
  #current;
  #broken;
  // why there will be no answers
  #own;
  // a question of the page's own is being answered here, the worker waits
  /**
   * own answers a question of the page's own, right here: a worker takes longer to start than the answer takes, so that
   * comes after. What a person entered or a link holds never gets here, for only a worker can be stopped. If it doesn't
   * work here, the worker is asked.
   */
  async own(question, input) {
    if (this.#worker) return this.ask(question, input);
    this.#own = true;
    try {
      const module = await compiled;
      let listener, said;
      worker({ addEventListener: (_, f) => listener = f, postMessage: (data) => said = data });
      listener({ data: { module } });
      listener({ data: { question, input } });
      if (said.answer) return said.answer;
    } catch {
    } finally {
      idle(() => {
        this.#own = false;
        if (this.#waiting.length > 0) this.#start();
      });
    }
    return this.ask(question, input);
  }
  #start() {
    const worker2 = new Worker(policy.createScriptURL(boot), { name: "mcproots" });
    this.#worker = worker2;
    this.#given = this.#ready = false;
    worker2.addEventListener("error", (event) => {
      event.preventDefault();
      if (worker2 === this.#worker) this.#replace("The engine failed, so there is no verdict. It was started anew; please report what it was asked.");
    });
    worker2.addEventListener("message", ({ data }) => {
      if (worker2 === this.#worker) this.#answered(data);
    });
    compiled.then(
      (module) => {
        if (worker2 !== this.#worker) return;
        worker2.postMessage({ module });
        this.#given = true;
        this.#next();
      },
      (cause) => this.#giveUp(`The engine can’t be loaded (${cause.message}). Reload the page to try again.`)
    );
  }
  /** ask puts a question to the worker; it rejects with Unanswered when none comes. */
  ask(question, input) {
    return new Promise((resolve, reject) => {
      if (this.#broken) return reject(this.#broken);
      this.#waiting.push({ question, input, resolve, reject });
      if (this.#worker) this.#next();
      else if (!this.#own) this.#start();
    });
  }
  #next() {
    if (!this.#given || this.#current || this.#waiting.length === 0) return;
    const { question, input, ...promise } = this.#waiting.shift();
    const size = typeof input.text === "string" ? input.text.length : 0;
    const seconds = SECONDS + SECONDS_A_MEGABYTE * size / 1e6;
    const timer = setTimeout(
      () => this.#replace(`The engine took more than ${Math.round(seconds)} seconds, so there is no verdict. It was stopped and started anew.`),
      seconds * 1e3
    );
    this.#current = { ...promise, timer };
    this.#worker.postMessage({ question, input });
  }
  #answered({ ready, answer, fault }) {
    if (ready) {
      this.#ready = true;
      return;
    }
    const { resolve, reject, timer } = this.#current;
    clearTimeout(timer);
    this.#current = void 0;
    if (fault) reject(new Unanswered(fault));
    else resolve(answer);
    this.#next();
  }
  #replace(message) {
    this.#worker.terminate();
    const lost = this.#current;
    clearTimeout(lost?.timer);
    this.#current = void 0;
    if (this.#ready) this.#start();
    else this.#giveUp("The engine can’t be started in this browser. It needs workers and WebAssembly.");
    lost?.reject(this.#broken ?? new Unanswered(message));
  }
  #giveUp(message) {
    this.#broken = new Unanswered(message);
    for (const { reject } of this.#waiting.splice(0)) reject(this.#broken);
  }
};
var engine = new Engine();
function latest(ask, show) {
  let running = false;
  let next;
  return async function run(...input) {
    if (running) {
      next = input;
      return;
    }
    running = true;
    for (let now = input; now; ) {
      const outcome = await ask(...now).then((answer) => ({ answer }), (fault) => ({ fault }));
      if (!next) show(outcome, ...now);
      now = next;
      next = void 0;
    }
    running = false;
  };
}
function soon(f, milliseconds = 150) {
  let timer;
  return (now = false) => {
    clearTimeout(timer);
    if (now) f();
    else timer = setTimeout(f, milliseconds);
  };
}
export {
  Unanswered,
  engine,
  keepOffline,
  latest,
  soon
};
