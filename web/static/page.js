// Made by build.mjs from src/ and host/js/src/.

// src/hidden.js
var HIDDEN = String.raw`[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}`;
var hiddenIn = (text, { layout = false } = {}) => text.matchAll(new RegExp(layout ? `(?![\\n\\t])(?:${HIDDEN})` : HIDDEN, "gu"));
var codePoint = (character) => `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;

// src/dom.js
function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in made && !name.includes("-")) made[name] = value;
    else made.setAttribute(name === "className" ? "class" : name, value);
  }
  made.append(...children.flat(2));
  return made;
}
var byId = (id) => document.getElementById(id);
function fill(parent, ...children) {
  parent.replaceChildren(...children.flat());
}
function visible(text) {
  const nodes = [];
  let from = 0;
  for (const { 0: character, index } of hiddenIn(text)) {
    if (index > from) nodes.push(text.slice(from, index));
    nodes.push(element("span", { className: "code-point", title: "a character that can’t be seen" }, codePoint(character)));
    from = index + character.length;
  }
  if (from < text.length) nodes.push(text.slice(from));
  return nodes;
}
function code(text, most = 200) {
  const cut = text.length > most ? `${text.slice(0, most)}…` : text;
  return element("code", { className: "literal", dir: "ltr" }, visible(cut));
}
var grouped = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, ",");
var plural = (n, noun) => `${grouped(n)} ${noun}${n === 1 ? "" : "s"}`;
function setText(region, text) {
  if (region.textContent !== text) region.textContent = text;
}
function showVerdict(region, look, text) {
  region.className = `verdict ${look}`;
  setText(region, text);
}
function copyButton(label, text) {
  const button = element("button", { type: "button", "aria-label": `Copy ${label}` }, "Copy");
  button.addEventListener("click", async () => {
    button.textContent = await copy(text) ? "Copied" : "Not allowed";
    setTimeout(() => button.textContent = "Copy", 1500);
  });
  return button;
}
var copy = (text) => navigator.clipboard.writeText(text).then(() => true, () => false);
function options(select, pairs) {
  fill(select, pairs.map(([value, label]) => element("option", { value }, label)));
}

// src/engine.js
import { compiled } from "./module.js";

// worker:worker.js
function worker(self) {
  "use strict";
  (() => {
    var CallError = class extends Error {
      constructor(operation, { error, diagnostics = [] }) {
        const [first] = diagnostics;
        const where = first?.args?.member ?? first?.pointer;
        super(`mcproots: ${operation}: ${error.message}${first ? `: ${first.code}` : ""}${where ? ` at ${where}` : ""}`);
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
      constructor(detail, options2) {
        super(`mcproots: module: ${detail}; use the roots.wasm that came with this package`, options2);
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
        proc_exit(code2) {
          throw new Error(`exit code ${code2}`);
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
      writeBytes(document2, limit) {
        const n = document2.length;
        if (n > limit || !this.#reserve(n)) return -1;
        if (n > 0) this.#room.set(document2);
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
      run(name, document2) {
        const live = this.#live ??= new Instance(this.module);
        const operation = live.operations[name];
        if (operation === void 0) throw new TypeError("mcproots: call: the module has no operation of that name");
        let n;
        try {
          n = typeof document2 === "string" ? live.write(document2, this.#limit) : live.writeBytes(document2, this.#limit);
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
      callBytes(operation, document2) {
        if (!(document2 instanceof Uint8Array)) throw new TypeError("mcproots: callBytes: a Uint8Array is needed");
        const { bytes, at, length } = this.#engine.run(operation, document2);
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
      validResponse(document2) {
        const answer = this.#engine.run("valid_response", textOrBytes("validResponse", document2));
        const { bytes, at } = answer;
        if (bytes[at + OK] !== T) parse("valid_response", decode(answer));
        return bytes[at + VALUE] === T;
      }
      check(input) {
        if (input === void 0 || input === null) throw new TypeError("mcproots: check: an object with message or text is needed");
        const { text, ...options2 } = input;
        let answer;
        if (typeof text === "string" && options2.message === void 0) {
          answer = this.#checkAsMessage(text, members(options2));
          if (answer && answer.bytes[answer.at + VALID] !== T) answer = void 0;
        }
        answer ??= this.#engine.run("check", JSON.stringify(input));
        const { value, diagnostics } = parse("check", decode(answer));
        return { ...value, diagnostics };
      }
      checkVerdict(text, options2) {
        if (typeof text !== "string") throw new TypeError("mcproots: checkVerdict: a string is needed");
        if (options2?.message !== void 0) throw new TypeError("mcproots: checkVerdict: the text is the message, options hold no other");
        let answer = this.#checkAsMessage(text, options2 === void 0 ? '"roots":false,' : members({ ...options2, roots: false }));
        if (!answer) {
          if (!text.isWellFormed()) return false;
          answer = this.#engine.run("check", JSON.stringify({ ...options2, text, roots: false }));
          if (answer.bytes[answer.at + OK] !== T) parse("check", decode(answer));
        }
        return answer.bytes[answer.at + VALID] === T;
      }
      // A text can go in as the message that it is, which takes less than going in as a string, if it cannot pass for more
      // than a message. It could only if an object ended in it and another member began. Where there is no such seam and the
      // input is JSON, the text is one JSON value; where the text is no JSON, the verdict is that it is not valid, whatever
      // was taken for the message. Positions count from the text's start, so that must be the message's.
      #checkAsMessage(text, options2) {
        if (text[0] !== "{" || SEAM.test(text)) return;
        const answer = this.#engine.run("check", `{${options2}"message":${text}}`);
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
      describe(document2) {
        return parse("describe", decode(this.#engine.run("describe", textOrBytes("describe", document2)))).value;
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
    function textOrBytes(method, document2) {
      if (typeof document2 === "string" || document2 instanceof Uint8Array) return document2;
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
    var HIDDEN2 = String.raw`[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}`;
    var hiddenIn2 = (text, { layout = false } = {}) => text.matchAll(new RegExp(layout ? `(?![\\n\\t])(?:${HIDDEN2})` : HIDDEN2, "gu"));
    var PROTOCOL = "io.modelcontextprotocol/protocolVersion";
    function isTranscript(text) {
      const first = /^\s*([{[][^\n]*)\n\s*\S/.exec(text);
      return first !== null && parse2(first[1]) !== void 0;
    }
    function* messages(text, revisions) {
      const session2 = new Session(revisions);
      let number = 0;
      for (const line of text.split("\n")) {
        if (line.trim() !== "") {
          const value = parse2(line);
          const kind = value === void 0 ? void 0 : session2.read(value);
          yield { line, number, kind, revision: session2.revision, about: value === void 0 || kind !== void 0 || mentionsRoots(line) };
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
            const open2 = this.#open(id);
            if (method === "roots/list") open2.roots++;
            else open2.others++;
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
        const open2 = this.#open(id);
        if (open2.roots > 0 && (listsRoots || open2.others === 0)) {
          open2.roots--;
          return "response";
        }
        if (open2.others > 0) open2.others--;
      }
    };
    var SHOWN2 = 500;
    var FINDINGS = 1e3;
    function check(engine2, { text, ...options2 }) {
      const transcript = isTranscript(text);
      const report = transcript ? checkLines(engine2, text, options2) : checkOne(engine2, text, options2);
      return { ...report, transcript, hidden: hiddenPlaces(text) };
    }
    function checkOne(engine2, text, options2) {
      const { diagnostics, roots: roots2, ...verdict } = engine2.check({ text, ...options2, values: true });
      return { ...verdict, rootCount: roots2.length, roots: roots2.slice(0, SHOWN2), diagnostics };
    }
    function checkLines(engine2, text, options2) {
      const summary = { error: 0, warning: 0, info: 0, truncated: false };
      const report = { valid: true, summary, roots: [], rootCount: 0, diagnostics: [], messages: [], messageCount: 0, passedOver: 0 };
      const known = engine2.info().revisions;
      for (const { line, number, kind, revision, about: about2 } of messages(text, known)) {
        if (!about2) {
          report.passedOver++;
          continue;
        }
        const one = engine2.check({ text: line, kind, revision, ...options2, values: true });
        if (one.kind === "other" && one.diagnostics.length === 0) {
          report.passedOver++;
          continue;
        }
        report.valid &&= one.valid;
        for (const severity of ["error", "warning", "info"]) summary[severity] += one.summary[severity];
        summary.truncated ||= one.summary.truncated;
        report.messageCount++;
        if (report.messages.length < SHOWN2) report.messages.push({ line: number + 1, kind: one.kind, revision: one.revision, valid: one.valid });
        report.rootCount += one.roots.length;
        for (const root of one.roots.slice(0, SHOWN2 - report.roots.length)) report.roots.push({ ...root, line: number + 1 });
        for (const found of one.diagnostics) {
          if (report.diagnostics.length === FINDINGS) summary.truncated = true;
          else report.diagnostics.push({ ...found, line: found.line + number });
        }
      }
      return report;
    }
    function hiddenPlaces(text) {
      let first, count = 0;
      for (const { 0: character, index } of hiddenIn2(text, { layout: true })) {
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
    function canonical(engine2, list2, platform) {
      const forms = list2.map((text) => /^file:/i.test(text) ? { uri: text } : { path: text });
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
      return faults.map(({ code: code2, message, pointer }) => ({ code: code2, message, index: Number(pointer.split("/")[2]) }));
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
      call: (engine2, { operation, document: document2 }) => typeof document2 === "string" ? engine2.callText(operation, document2) : engine2.callBytes(operation, document2),
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

// src/findings.js
var catalogue = /* @__PURE__ */ new Map();
function useRules(rules2) {
  catalogue = new Map(rules2.map((rule) => [rule.code, rule]));
}
var titleOf = (name) => catalogue.get(name)?.title ?? "";
var SEVERITIES = { error: "Error", warning: "Warning", info: "Note" };
function explanation(name, { label = "Why, and how to mend it", fault = true } = {}) {
  const summary = element("summary", {}, label);
  const details = element("details", {}, summary);
  details.addEventListener("toggle", () => {
    const rule = catalogue.get(name);
    if (details.open && rule) fill(details, summary, fault ? body(rule) : [element("p", {}, `${rule.why} ${rule.fix}`)]);
  });
  return details;
}
function body({ why, fix, bad, good, spec }) {
  const parts = [element("p", {}, why)];
  if (fix) parts.push(element("p", {}, element("strong", {}, "Mend it: "), fix));
  const examples = element("dl", {});
  if (bad) examples.append(element("dt", {}, "Not so"), element("dd", {}, code(bad, 600)));
  if (good) examples.append(element("dt", {}, "But so"), element("dd", {}, code(good, 600)));
  if (examples.childElementCount > 0) parts.push(examples);
  if (spec?.length) parts.push(element("p", { className: "muted" }, `See ${spec.join("; ")}.`));
  return parts;
}

// src/paths.js
var SHOWN = 500;
var LOOKS = { inside: "good", outside: "bad", ambiguous: "warned", invalid: "bad" };
var WORDS = { inside: "Inside", outside: "Outside", ambiguous: "Ambiguous", invalid: "Invalid" };
var linesOf = (id) => byId(id).value.split("\n").filter((line) => line !== "");
var PathsPane = class {
  #ask;
  constructor(changed2) {
    const run = latest((input) => engine.ask("paths", input), (outcome, input) => this.#show(outcome, input));
    const ask = soon(() => run(this.#input()));
    this.#ask = ask;
    for (const id of ["paths-roots", "paths-paths"]) {
      byId(id).addEventListener("input", (event) => {
        ask(event.inputType === "insertFromPaste");
        changed2();
      });
    }
    for (const id of ["paths-platform", "unc"]) byId(id).addEventListener("change", () => ask(true));
  }
  get state() {
    return { roots: byId("paths-roots").value, paths: byId("paths-paths").value, platform: byId("paths-platform").value, unc: byId("unc").checked ? "yes" : "" };
  }
  set state({ roots = "", paths = "", platform = "auto", unc = "" }) {
    byId("paths-roots").value = roots;
    byId("paths-paths").value = paths;
    byId("paths-platform").value = platform;
    if (byId("paths-platform").selectedIndex < 0) byId("paths-platform").selectedIndex = 0;
    byId("unc").checked = unc === "yes";
    this.#ask(true);
  }
  setRoots(uris) {
    byId("paths-roots").value = uris.join("\n");
    this.#ask(true);
  }
  #input() {
    return { roots: linesOf("paths-roots"), paths: linesOf("paths-paths"), platform: byId("paths-platform").value, unc: byId("unc").checked };
  }
  #show({ answer, fault }, { roots, paths }) {
    if (fault) {
      showVerdict(byId("paths-summary"), "fault", fault.message);
      return fill(byId("verdicts"));
    }
    const { answers } = answer;
    const inside = answers.filter(({ verdict }) => verdict === "inside").length;
    const look = paths.length === 0 ? "waiting" : inside === paths.length ? "good" : "bad";
    showVerdict(byId("paths-summary"), look, paths.length === 0 ? "Enter a path to try." : `${inside} of ${plural(paths.length, "path")} inside ${plural(roots.length, "root")}`);
    fill(byId("verdicts"), answers.slice(0, SHOWN).map((one, i) => item(one, paths[i], roots)));
    if (answers.length > SHOWN) byId("verdicts").append(element("li", {}, `The first ${SHOWN} are shown.`));
  }
};
function item({ verdict, reason, root, components, matched }, path, roots) {
  const found = element(
    "li",
    { className: LOOKS[verdict] },
    element("p", { className: "head" }, element("span", { className: `severity ${LOOKS[verdict]}` }, WORDS[verdict]), " ", element("span", { className: "code" }, reason)),
    element("p", { className: "tried" }, components ? marked(components, matched) : element("code", { className: "literal", dir: "ltr" }, visible(path))),
    element("p", {}, titleOf(reason))
  );
  if (root !== void 0) found.append(element("p", { className: "muted" }, "Nearest root: ", element("code", { className: "literal", dir: "ltr" }, visible(roots[root]))));
  found.append(explanation(reason, verdict === "inside" ? { label: "What that means", fault: false } : { label: "Why" }));
  return found;
}
function marked(components, matched) {
  const own = components.slice(matched).map((component) => element("span", {}, visible(component)));
  const shared = components.slice(0, matched).map((component) => element("mark", { className: "shared" }, visible(component)));
  const label = matched === 0 ? "shares no component with a root" : `the first ${plural(matched, "component")} shared with a root`;
  return element("code", { className: "literal", dir: "ltr", title: label }, shared, own);
}

// src/build.js
var BuildPane = class {
  #ask;
  #check;
  /** check loads a text into the pane that checks. */
  constructor(changed2, check) {
    this.#check = check;
    const run = latest((input) => engine.ask("build", input), (outcome, input) => this.#show(outcome, input));
    const ask = soon(() => run(this.#input()));
    this.#ask = ask;
    for (const id of ["build-directories", "build-id"]) {
      byId(id).addEventListener("input", (event) => {
        ask(event.inputType === "insertFromPaste");
        changed2();
      });
    }
    for (const id of ["build-revision", "build-platform", "build-changed", "build-names"]) byId(id).addEventListener("change", () => ask(true));
  }
  get state() {
    return {
      directories: byId("build-directories").value,
      revision: byId("build-revision").value,
      platform: byId("build-platform").value,
      id: byId("build-id").value,
      listChanged: byId("build-changed").checked ? "yes" : "",
      names: byId("build-names").checked ? "yes" : ""
    };
  }
  set state({ directories = "", revision = "2025-11-25", platform = "auto", id = "1", listChanged = "yes", names = "yes" }) {
    byId("build-directories").value = directories;
    byId("build-revision").value = revision;
    byId("build-platform").value = platform;
    for (const select of ["build-revision", "build-platform"]) if (byId(select).selectedIndex < 0) byId(select).selectedIndex = 0;
    byId("build-id").value = id;
    byId("build-changed").checked = listChanged === "yes";
    byId("build-names").checked = names === "yes";
    this.#ask(true);
  }
  #input() {
    const id = byId("build-id").value;
    return {
      directories: linesOf("build-directories"),
      revision: byId("build-revision").value,
      platform: byId("build-platform").value,
      listChanged: byId("build-changed").checked,
      names: byId("build-names").checked,
      id: /^(0|[1-9]\d{0,14})$/.test(id) ? Number(id) : id
    };
  }
  #show({ answer, fault }, { directories, revision }) {
    if (fault) {
      showVerdict(byId("build-summary"), "fault", fault.message);
      fill(byId("built"));
      return fill(byId("build-faults"));
    }
    const { faults, made } = answer;
    const modern = revision === "2026-07-28";
    byId("build-id").disabled = byId("build-changed").disabled = modern;
    showVerdict(
      byId("build-summary"),
      faults.length > 0 ? "bad" : "good",
      faults.length > 0 ? `${plural(faults.length, "line")} can’t be a root, so nothing is built.` : `${plural(made.length, "message")} of ${revision} with ${plural(directories.length, "root")}`
    );
    fill(byId("build-faults"), faults.map(({ code: code2, message, index }) => element(
      "li",
      { className: "error" },
      element("p", { className: "head" }, element("span", { className: "severity error" }, "Error"), " ", element("span", { className: "code" }, code2)),
      element("p", {}, element("code", { className: "literal", dir: "ltr" }, visible(directories[index] ?? "")), ` ${message}`),
      explanation(code2)
    )));
    fill(byId("built"), made.map((one) => this.#card(one)));
  }
  #card({ title, from, where, part, message }) {
    const text = JSON.stringify(message, null, 2);
    const check = element("button", { type: "button", "aria-label": `Check: ${title}` }, "Check");
    check.addEventListener("click", () => this.#check(text));
    return element(
      "article",
      { className: `card ${from}` },
      element(
        "header",
        {},
        element("div", {}, element("h3", {}, title), element("p", { className: "muted" }, where)),
        element("div", { className: "row" }, copyButton(title, text), part ? [] : check)
      ),
      element("pre", { tabIndex: 0, "aria-label": title }, visibleLines(text))
    );
  }
};
var visibleLines = (text) => text.split("\n").flatMap((line, i) => i > 0 ? ["\n", ...visible(line)] : visible(line));

// src/editor.js
var LONG = 4e3;
var PART = 2e5;
var UNDOABLE = 5e4;
var Editor = class {
  #root;
  #area;
  #text = "";
  #starts = [0];
  // of the lines
  #from = 0;
  // where the part begins that the area holds
  #to = 0;
  #changed;
  #marks = /* @__PURE__ */ new Map();
  // by line from 0: [{ from, to, severity }]
  #drawn = false;
  constructor(root, changed2) {
    this.#root = root;
    this.#area = root.querySelector("textarea");
    this.#changed = changed2;
    this.#area.addEventListener("input", (event) => {
      this.#read();
      changed2(event.inputType === "insertFromPaste" || event.inputType === "insertFromDrop");
    });
    this.#area.addEventListener("paste", (event) => this.#paste(event));
    this.#area.addEventListener("scroll", () => this.#draw(), { passive: true });
    byId("earlier").addEventListener("click", () => this.#hold(this.#from - PART));
    byId("later").addEventListener("click", () => this.#hold(this.#to));
    new ResizeObserver(() => this.#draw()).observe(this.#area);
  }
  get text() {
    return this.#text;
  }
  set text(text) {
    this.#take(text.replace(/\r\n?/g, "\n"));
    this.#hold(0);
  }
  set invalid(invalid) {
    this.#area.setAttribute("aria-invalid", invalid);
  }
  #take(text) {
    this.#text = text;
    this.#starts = [0];
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.#starts.push(at + 1);
    this.#marks = /* @__PURE__ */ new Map();
  }
  /** hold fills the area with the part around an index, whole lines where lines are short enough. */
  #hold(index) {
    const { length } = this.#text;
    const near = length <= PART ? 0 : Math.max(0, Math.min(index, length - PART / 2));
    const start = this.#starts[this.place(near).line - 1];
    this.#from = near - start < PART / 2 ? start : near;
    const end = Math.min(length, this.#from + PART);
    const last = this.#starts[this.place(end).line - 1];
    this.#to = end < length && last > this.#from + PART / 2 ? last : end;
    this.#area.value = this.#text.slice(this.#from, this.#to);
    this.#area.setSelectionRange(0, 0);
    this.#area.scrollTo(0, 0);
    this.#tellPart();
    this.#draw();
  }
  #tellPart() {
    const part = byId("part");
    part.hidden = this.#from === 0 && this.#to === this.#text.length;
    if (part.hidden) return;
    const line = (index) => grouped(this.place(index).line);
    setText(byId("part-lines"), `Here are lines ${line(this.#from)} to ${line(Math.max(this.#from, this.#to - 1))} of ${grouped(this.#starts.length)}; all are checked.`);
    byId("earlier").disabled = this.#from === 0;
    byId("later").disabled = this.#to === this.#text.length;
  }
  #read() {
    const held = this.#area.value;
    const { length } = this.#text;
    const whole = this.#from === 0 && this.#to === length;
    const end = this.#from + held.length;
    this.#take(whole ? held : this.#text.slice(0, this.#from) + held + this.#text.slice(this.#to));
    this.#to = end;
    this.#tellPart();
    this.#draw();
  }
  #paste(event) {
    const pasted = event.clipboardData?.getData("text/plain") ?? "";
    const { selectionStart, selectionEnd, value } = this.#area;
    const all = selectionStart === 0 && selectionEnd === value.length;
    const part = this.#to - this.#from < this.#text.length;
    if (pasted.length <= UNDOABLE && !(all && part)) return;
    event.preventDefault();
    if (all) this.text = pasted;
    else this.#splice([{ from: this.#from + selectionStart, to: this.#from + selectionEnd, text: pasted.replace(/\r\n?/g, "\n") }]);
    this.#changed(true);
  }
  #splice(ordered) {
    let text = "";
    let end = 0;
    for (const piece of ordered) {
      text += this.#text.slice(end, piece.from) + piece.text;
      end = piece.to;
    }
    this.#take(text + this.#text.slice(end));
    this.#hold(ordered[0].from);
  }
  /** index is where a diagnostic's line and column (both from 1, in UTF-16 units) are in the text. */
  index({ line, column }) {
    return Math.min((this.#starts[line - 1] ?? this.#text.length) + column - 1, this.#text.length);
  }
  /** place is the reverse of index. */
  place(index) {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = low + high + 1 >> 1;
      if (this.#starts[middle] <= index) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: index - this.#starts[low] + 1 };
  }
  /** token is the piece of the text at an index that a fault is about: a whole string, a bare word, or one character. */
  token(index) {
    const rest = this.#text.slice(index, index + 4e4);
    const piece = /^"(?:[^"\\\n]|\\.)*"?/.exec(rest) ?? /^[^\s,:{}[\]"]+/.exec(rest);
    return { from: index, to: index + Math.max(1, piece?.[0].length ?? 1) };
  }
  /** underline marks places, the gravest last so that it shows. */
  underline(diagnostics) {
    this.#marks = /* @__PURE__ */ new Map();
    for (const severity of ["info", "warning", "error"]) {
      for (const found of diagnostics) {
        if (found.severity !== severity) continue;
        const line = found.line - 1;
        const start = this.#starts[line] ?? 0;
        const { from, to } = this.token(this.index(found));
        const of = this.#marks.get(line) ?? [];
        this.#marks.set(line, of.filter((mark) => mark.from !== from - start).concat({ from: from - start, to: to - start, severity }));
      }
    }
    this.#draw();
  }
  /** go puts the caret at an index, selects to another, and brings it into view. */
  go(from, to = from) {
    if (from < this.#from || to > this.#to) this.#hold(from - PART / 4);
    const { line, column } = this.place(from);
    this.#area.focus({ preventScroll: true });
    this.#area.setSelectionRange(from - this.#from, to - this.#from);
    const { height, width } = this.#cell();
    const left = (from - Math.max(this.#from, from - column + 1)) * width;
    this.#area.scrollTop = Math.max(0, (line - this.place(this.#from).line - 3) * height);
    this.#area.scrollLeft = left < this.#area.clientWidth * 0.6 ? 0 : left - this.#area.clientWidth / 3;
    this.#root.scrollIntoView({ block: "nearest" });
  }
  /** replace puts other texts in place of [from, to) pieces, which must not overlap. Short ones can be undone. */
  replace(pieces) {
    const ordered = [...pieces].sort((a, b) => a.from - b.from);
    const [first, last] = [ordered[0].from, ordered.at(-1).to];
    if (last - first <= UNDOABLE && first >= this.#from && last <= this.#to) {
      let text = "";
      let end = first;
      for (const piece of ordered) {
        text += this.#text.slice(end, piece.from) + piece.text;
        end = piece.to;
      }
      this.#area.focus({ preventScroll: true });
      this.#area.setSelectionRange(first - this.#from, last - this.#from);
      if (document.execCommand("insertText", false, text)) return;
    }
    this.#splice(ordered);
    this.#changed(true);
  }
  #cell() {
    const style = getComputedStyle(this.#area);
    const probe = element("span", { className: "probe" }, "m".repeat(50));
    this.#root.append(probe);
    const width = probe.getBoundingClientRect().width / 50;
    probe.remove();
    return { height: parseFloat(style.lineHeight), width };
  }
  #draw() {
    if (this.#drawn) return;
    this.#drawn = true;
    requestAnimationFrame(() => {
      this.#drawn = false;
      this.#drawNow();
    });
  }
  #drawNow() {
    const area = this.#area;
    const height = parseFloat(getComputedStyle(area).lineHeight);
    if (!height || !area.clientHeight) return;
    const above = this.place(this.#from).line - 1;
    const first = above + Math.max(0, Math.floor(area.scrollTop / height) - 2);
    const last = Math.min(this.place(this.#to).line, first + Math.ceil(area.clientHeight / height) + 4);
    const [text, numbers] = this.#root.querySelectorAll(".layer");
    const lines = [];
    const labels = [];
    for (let line = first; line < last; line++) {
      lines.push(element("div", {}, this.#line(line)));
      const gravest = this.#marks.get(line)?.map(({ severity }) => severity).sort()[0];
      labels.push(element("div", { className: gravest ? `marked ${gravest}` : "" }, String(line + 1)));
    }
    fill(text, lines);
    fill(numbers, labels);
    const down = (first - above) * height - area.scrollTop;
    text.style.transform = `translate(${-area.scrollLeft}px, ${down}px)`;
    numbers.style.transform = `translateY(${down}px)`;
    this.#root.style.setProperty("--digits", String(this.#starts.length).length);
  }
  #line(line) {
    const start = Math.max(this.#starts[line], this.#from);
    const end = Math.min((this.#starts[line + 1] ?? this.#text.length + 1) - 1, start + LONG, this.#to);
    const text = this.#text.slice(start, end);
    const cut = start - this.#starts[line];
    const marks = (this.#marks.get(line) ?? []).map(({ from, to, severity }) => ({ from: from - cut, to: to - cut, severity })).filter(({ to }) => to > 0);
    for (const { 0: character, index } of hiddenIn(text, { layout: true })) marks.push({ from: index, to: index + character.length, severity: "unseen" });
    if (marks.length === 0) return [text || " "];
    const borders = [.../* @__PURE__ */ new Set([0, text.length, ...marks.flatMap(({ from, to }) => [from, to])])].filter((at) => at >= 0 && at <= text.length).sort((a, b) => a - b);
    const pieces = borders.slice(1).map((to, i) => {
      const from = borders[i];
      const worn = marks.filter((mark) => mark.from <= from && mark.to >= to).map(({ severity }) => severity);
      return worn.length > 0 ? element("mark", { className: worn.join(" ") }, text.slice(from, to)) : text.slice(from, to);
    });
    const beyond = marks.find(({ from }) => from >= text.length);
    return beyond ? [...pieces, element("mark", { className: beyond.severity }, " ")] : pieces;
  }
};

// src/check.js
var KINDS = ["request", "result", "response", "error", "notification", "capabilities", "initialize", "input_required", "retry", "batch", "config"];
var FIRST = 100;
var CHOICES = ["kind", "revision", "profile", "platform"];
var CheckPane = class {
  #editor;
  #report;
  #shown = FIRST;
  #ask;
  #run;
  constructor(changed2) {
    options(byId("kind"), [["", "detect"], ...KINDS.map((kind) => [kind, kind.replace("_", " ")])]);
    this.#run = latest((input, own = false) => own ? engine.own("check", input) : engine.ask("check", input), (outcome) => this.#show(outcome));
    const ask = soon(() => this.#run(this.#input()));
    this.#ask = ask;
    this.#editor = new Editor(byId("editor"), (pasted) => {
      this.#clearFindings();
      ask(pasted);
      changed2();
    });
    for (const id of CHOICES) byId(id).addEventListener("change", () => ask(true));
    byId("clear").addEventListener("click", () => {
      this.state = { text: "" };
      byId("message").focus();
      changed2();
    });
    byId("fix-all").addEventListener("click", () => this.#editor.replace(this.#fixes()));
    byId("escape").addEventListener("click", () => this.#escape());
    byId("more").addEventListener("click", () => {
      this.#shown = Infinity;
      this.#list();
    });
  }
  /** What a link carries. */
  get state() {
    return Object.fromEntries([["text", this.#editor.text], ...CHOICES.map((id) => [id, byId(id).value])]);
  }
  set state(state) {
    this.#fill(state);
    this.#ask(true);
  }
  /** begin shows an example, and is done when its verdict is shown. */
  begin(example) {
    this.#fill(example);
    return this.#run(this.#input(), true);
  }
  #fill({ text, kind = "", revision = "", profile = "strict", platform = "auto" }) {
    const given = { kind, revision, profile, platform };
    for (const id of CHOICES) {
      byId(id).value = given[id];
      if (byId(id).selectedIndex < 0) byId(id).selectedIndex = 0;
    }
    this.#editor.text = text;
    this.#clearFindings();
  }
  /** roots are those of the last report that can be used. */
  get roots() {
    return (this.#report?.roots ?? []).filter(({ uri }) => uri).map(({ uri }) => uri);
  }
  #input() {
    const input = { text: this.#editor.text };
    for (const id of CHOICES) if (byId(id).value !== "") input[id] = byId(id).value;
    return input;
  }
  // Until the answer comes, nothing of an older one may be taken for the present text's.
  #clearFindings() {
    this.#report = void 0;
    byId("fix-all").hidden = true;
    byId("escape").hidden = true;
  }
  #show({ answer, fault }) {
    this.#report = answer;
    this.#shown = FIRST;
    if (fault) {
      showVerdict(byId("summary"), "fault", fault.message);
      this.#editor.underline([]);
      for (const id of ["findings", "roots", "messages"]) fill(byId(id));
      byId("no-findings").hidden = byId("more").hidden = byId("hidden").hidden = true;
      return;
    }
    const empty = this.#editor.text.trim() === "";
    this.#editor.underline(empty ? [] : answer.diagnostics);
    this.#editor.invalid = !empty && !answer.valid;
    if (empty) showVerdict(byId("summary"), "waiting", "Paste a message, or load an example.");
    else showVerdict(byId("summary"), answer.valid ? answer.summary.warning > 0 ? "warned" : "good" : "bad", summarize(answer));
    if (empty) answer.diagnostics = [];
    this.#list();
    this.#listMessages();
    this.#listRoots();
    this.#tellHidden();
    const fixes = this.#fixes().length;
    byId("fix-all").hidden = fixes === 0;
    byId("fix-all").textContent = fixes === 1 ? "Apply the fix" : `Apply all ${fixes} fixes`;
  }
  #list() {
    const found = this.#report?.diagnostics ?? [];
    fill(byId("findings"), found.slice(0, this.#shown).map((diagnostic) => this.#finding(diagnostic)));
    byId("no-findings").hidden = found.length > 0;
    byId("more").hidden = found.length <= this.#shown;
    byId("more").textContent = `Show all ${grouped(found.length)} findings`;
  }
  #finding(diagnostic) {
    const { code: name, severity, message, line, column, pointer, args, fix } = diagnostic;
    const place = element(
      "button",
      { type: "button", className: "place" },
      element("span", { className: `severity ${severity}` }, SEVERITIES[severity]),
      " ",
      element("span", { className: "code" }, name),
      " ",
      element("span", { className: "where" }, `line ${line}, column ${column}`)
    );
    place.addEventListener("click", () => {
      const { from, to } = this.#editor.token(this.#editor.index(diagnostic));
      this.#editor.go(from, to);
    });
    const item2 = element("li", { className: severity }, place, element("p", {}, message));
    if (args) item2.append(element("p", { className: "muted" }, visible(Object.entries(args).map(([key, value]) => `${key}: ${value}`).join(", "))));
    if (pointer) item2.append(element("p", { className: "excerpt" }, code(pointer), " ", this.#excerpt(diagnostic)));
    if (fix !== void 0) {
      const apply = element("button", { type: "button" }, "Apply");
      apply.setAttribute("aria-label", `Apply the fix for ${name} at line ${line}`);
      apply.addEventListener("click", () => {
        if (this.#report) this.#editor.replace([this.#piece(diagnostic)]);
      });
      item2.append(element("p", { className: "fix" }, element("span", {}, "Fix: "), code(fix), " ", apply));
    }
    item2.append(explanation(name));
    return item2;
  }
  #excerpt(diagnostic) {
    const { from, to } = this.#editor.token(this.#editor.index(diagnostic));
    return to - from > 1 ? code(this.#editor.text.slice(from, to), 120) : "";
  }
  /** A fix is a URI: it takes the place of the string that the diagnostic points at. */
  #piece(diagnostic) {
    return { ...this.#editor.token(this.#editor.index(diagnostic)), text: JSON.stringify(diagnostic.fix) };
  }
  #fixes() {
    const pieces = /* @__PURE__ */ new Map();
    for (const diagnostic of this.#report?.diagnostics ?? []) {
      if (diagnostic.fix === void 0) continue;
      const piece = this.#piece(diagnostic);
      pieces.set(piece.from, piece);
    }
    return [...pieces.values()];
  }
  #tellHidden() {
    const { count, character, index } = this.#report.hidden;
    byId("hidden").hidden = byId("escape").hidden = count === 0;
    if (count === 0) return;
    const { line, column } = this.#editor.place(index);
    const go = element("button", { type: "button", className: "link" }, `line ${line}, column ${column}`);
    go.addEventListener("click", () => this.#editor.go(index, index + character.length));
    fill(byId("hidden"), `The text holds ${plural(count, "character")} that can’t be seen or that reorder what is, first ${codePoint(character)} at `, go, ".");
    byId("escape").textContent = count === 1 ? "Write it as \\u escape" : `Write ${grouped(count)} unseen as \\u escapes`;
  }
  // In a string the escape means the same; elsewhere neither is JSON.
  #escape() {
    const escape = (text) => Array.from({ length: text.length }, (_, i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, "0")}`).join("");
    const found = [...hiddenIn(this.#editor.text, { layout: true })];
    if (found.length > 0) this.#editor.replace(found.map(({ 0: text, index }) => ({ from: index, to: index + text.length, text: escape(text) })));
  }
  #listMessages() {
    const { transcript, messages = [], messageCount, passedOver } = this.#report;
    if (!transcript) return fill(byId("messages"));
    const rows = messages.map(({ line, kind, revision, valid }) => {
      const go = element("button", { type: "button", className: "link" }, `line ${line}`);
      go.addEventListener("click", () => this.#editor.go(this.#editor.index({ line, column: 1 })));
      return element("tr", {}, element("td", {}, go), element("td", {}, kind.replace("_", " ")), element("td", {}, revision), element("td", { className: valid ? "yes" : "no" }, valid ? "valid" : "not valid"));
    });
    const more = messageCount > messages.length ? ` The first ${messages.length} are shown.` : "";
    fill(byId("messages"), table(`A session: ${plural(messageCount, "message")} about roots; ${plural(passedOver, "other line")} passed over.${more}`, ["Line", "Kind", "Revision", "Verdict"], rows));
  }
  #listRoots() {
    const { roots, rootCount } = this.#report;
    if (roots.length === 0) return fill(byId("roots"));
    const rows = roots.map(({ index, valid, uri, path, platform }) => element(
      "tr",
      {},
      element("td", {}, String(index)),
      element("td", { className: valid ? "yes" : "no" }, valid ? "usable" : "not usable"),
      element("td", {}, path === void 0 ? "" : code(path)),
      element("td", {}, uri === void 0 ? "" : code(uri)),
      element("td", {}, platform ?? "")
    ));
    const more = rootCount > roots.length ? ` The first ${roots.length} are shown.` : "";
    fill(byId("roots"), table(`${plural(rootCount, "root")}, with the canonical URI.${more}`, ["#", "Verdict", "Path", "URI", "Platform"], rows));
  }
};
function table(caption, heads, rows) {
  return element(
    "div",
    { className: "table", tabIndex: 0, role: "region", "aria-label": caption },
    element(
      "table",
      {},
      element("caption", {}, caption),
      element("thead", {}, element("tr", {}, heads.map((head) => element("th", { scope: "col" }, head)))),
      element("tbody", {}, rows)
    )
  );
}
function summarize({ valid, kind, revision, transcript, summary }) {
  const counts = [["error", "error"], ["warning", "warning"], ["info", "note"]].filter(([name]) => summary[name] > 0).map(([name, noun]) => plural(summary[name], noun));
  const what = transcript ? "session" : kind === "unknown" ? "" : `${kind.replace("_", " ")}, ${revision}`;
  return [valid ? "Valid" : "Not valid", counts.join(", ") || "nothing found", what, summary.truncated ? "the list is cut" : ""].filter(Boolean).join(" · ");
}

// src/examples.js
var list = (...roots) => JSON.stringify({ jsonrpc: "2.0", id: 1, result: { roots } }, null, 2);
var session = [
  { jsonrpc: "2.0", id: 0, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: { roots: { listChanged: true } }, clientInfo: { name: "client", version: "1.0.0" } } },
  { jsonrpc: "2.0", id: 0, result: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "server", version: "1.0.0" } } },
  { jsonrpc: "2.0", method: "notifications/initialized" },
  { jsonrpc: "2.0", id: 1, method: "tools/list" },
  { jsonrpc: "2.0", id: 0, method: "roots/list" },
  { jsonrpc: "2.0", id: 0, result: { roots: [{ uri: "file:///home/ada/my%20project", name: "My project" }, { uri: "file:///home/ada/dev/#work", name: "work" }] } },
  { jsonrpc: "2.0", method: "notifications/roots/list_changed" },
  { jsonrpc: "2.0", id: 1, method: "roots/list" },
  { jsonrpc: "2.0", id: 1, error: { code: -32601, message: "Roots not supported" } }
].map((message) => JSON.stringify(message)).join("\n");
var EXAMPLES = {
  mistakes: {
    label: "Three mistakes in one list",
    pane: "check",
    state: { text: list({ uri: "file:///home/ada/app", name: "App" }, { uri: "/home/ada/my site" }, { uri: "file:///home/ada/c#" }, { uri: "file:///home/ada/app/../../bob" }), revision: "2025-11-25" }
  },
  good: {
    label: "A good list",
    pane: "check",
    state: { text: list({ uri: "file:///home/ada/app", name: "App" }, { uri: "file:///home/ada/my%20site", name: "Site" }), revision: "2025-11-25" }
  },
  vscode: {
    label: "VS Code’s c%3A",
    pane: "check",
    state: { text: list({ uri: "file:///c%3A/Users/ada/source", name: "source" }), revision: "2025-11-25" }
  },
  bare: {
    label: "A bare path in place of a URI",
    pane: "check",
    state: { text: list({ uri: "C:\\Users\\ada\\source", name: "source" }), revision: "2025-11-25" }
  },
  hash: {
    label: "A # that would widen the root",
    pane: "check",
    state: { text: list({ uri: "file:///home/ada/#private/shared", name: "shared" }), revision: "2025-11-25" }
  },
  sibling: {
    label: "A sibling that begins alike",
    pane: "paths",
    state: {
      roots: "file:///srv/allowed\nC:\\Users\\ada\\source",
      paths: "/srv/allowed/docs/readme.md\n/srv/allowed\n/srv/allowed_evil/secret\n/srv/allowed/../etc/passwd\nfile:///srv/allowed%2f..%2fetc\nC:\\Users\\ada\\source\\main.go\nC:\\users\\ADA\\source\\main.go\nC:\\Users\\ada\\SOURCE~1\\x"
    }
  },
  params: {
    label: "A tutorial’s params: null",
    pane: "check",
    state: { text: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "roots/list", params: null }, null, 2), revision: "2025-11-25" }
  },
  retry: {
    label: "A retry of 2026-07-28",
    pane: "check",
    state: {
      text: JSON.stringify({
        jsonrpc: "2.0",
        id: 2,
        method: "tools/call",
        params: {
          name: "search",
          arguments: {},
          _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": { roots: {} } },
          inputResponses: { roots: { roots: [{ uri: "file:///home/ada/app", name: "App" }] } },
          requestState: "opaque"
        }
      }, null, 2),
      revision: "2026-07-28"
    }
  },
  session: { label: "A whole session", pane: "check", state: { text: session } },
  directories: {
    label: "Messages from directories",
    pane: "build",
    state: { directories: "/home/ada/app\n/home/ada/my site\nC:\\Users\\ada\\source" }
  }
};

// src/share.js
var MARK = "#v1=";
var LONGEST = 32e3;
var UNPACKED = 1 << 20;
var PANES = ["check", "paths", "build"];
async function pack(pane2, state) {
  const text = JSON.stringify({ pane: pane2, ...state });
  if (text.length > UNPACKED / 4) return;
  const bytes = new Uint8Array(await new Response(through(new Blob([text]), new CompressionStream("deflate-raw"))).arrayBuffer());
  if (bytes.length > LONGEST) return;
  const fragment = MARK + btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return fragment.length <= LONGEST ? fragment : void 0;
}
async function unpack(fragment) {
  if (!fragment.startsWith(MARK)) return;
  if (fragment.length > LONGEST) throw new Error("the link is too long");
  const packed = Uint8Array.from(atob(fragment.slice(MARK.length).replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  const text = await limited(through(new Blob([packed]), new DecompressionStream("deflate-raw")));
  const { pane: pane2, ...state } = JSON.parse(text);
  if (!PANES.includes(pane2)) throw new Error("the link names no pane");
  return { pane: pane2, state: Object.fromEntries(Object.entries(state).filter(([, value]) => typeof value === "string")) };
}
var through = (blob, transform) => blob.stream().pipeThrough(transform);
async function limited(stream) {
  const reader = stream.getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > UNPACKED) {
      await reader.cancel();
      throw new Error("the link holds too much");
    }
    text += decoder.decode(value, { stream: true });
  }
}

// src/page.js
var REVISIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];
options(byId("revision"), [["", "detect"], ...REVISIONS.map((revision) => [revision, revision])]);
options(byId("build-revision"), REVISIONS.map((revision) => [revision, revision]));
for (const select of document.querySelectorAll(".platforms")) options(select, [["auto", "auto: by each root"], ["posix", "posix"], ["windows", "windows"]]);
for (const [name, { label }] of Object.entries(EXAMPLES)) byId("example").append(element("option", { value: name }, label));
var panes = {
  check: new CheckPane(changed),
  paths: new PathsPane(changed),
  build: new BuildPane(changed, (text) => {
    panes.check.state = { text, revision: byId("build-revision").value };
    open("check", { focus: true });
  })
};
var tabs = Object.keys(panes);
var pane = "check";
function open(name, { focus = false } = {}) {
  pane = name;
  for (const other of tabs) {
    const tab = byId(`tab-${other}`);
    tab.setAttribute("aria-selected", other === name);
    tab.tabIndex = other === name ? 0 : -1;
    byId(`pane-${other}`).hidden = other !== name;
  }
  if (focus) byId(`tab-${name}`).focus();
}
tabs.forEach((name, i) => {
  const tab = byId(`tab-${name}`);
  tab.addEventListener("click", () => open(name));
  tab.addEventListener("keydown", ({ key }) => {
    const to = { ArrowRight: i + 1, ArrowLeft: i - 1 + tabs.length, Home: 0, End: tabs.length - 1 }[key];
    if (to !== void 0) open(tabs[to % tabs.length], { focus: true });
  });
});
function changed() {
  setText(byId("notice"), "");
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
}
byId("example").addEventListener("change", ({ target }) => {
  const example = EXAMPLES[target.value];
  if (!example) return;
  panes[example.pane].state = example.state;
  open(example.pane);
  changed();
  setText(byId("notice"), `Loaded: ${example.label}`);
  target.value = "";
});
byId("take-roots").addEventListener("click", () => {
  panes.paths.setRoots(panes.check.roots);
  if (panes.check.roots.length === 0) setText(byId("notice"), "Check has no root that can be used.");
  else changed();
});
byId("share").addEventListener("click", async () => {
  const fragment = await pack(pane, panes[pane].state);
  if (!fragment) return setText(byId("notice"), `This is too much for a link: over ${grouped(LONGEST)} characters.`);
  history.replaceState(null, "", fragment);
  const copied = await copy(location.href);
  setText(byId("notice"), copied ? "The link is copied. It holds what you entered; whoever has it can read that." : "The link is in the address bar. It holds what you entered; whoever has it can read that.");
});
async function follow() {
  try {
    const shared = await unpack(location.hash);
    if (!shared) return false;
    panes[shared.pane].state = { text: "", ...shared.state };
    open(shared.pane);
    return true;
  } catch {
    setText(byId("notice"), "The link can’t be read: it is cut short, too large, or not from this page.");
    return false;
  }
}
addEventListener("hashchange", follow);
async function about() {
  const { info, rules: rules2 } = await engine.ask("about", {});
  useRules(rules2);
  setText(byId("version"), `${info.name} ${info.version}, ABI ${info.abi.major}.${info.abi.minor}, ${rules2.length} rules.`);
  keepOffline();
}
document.body.hidden = true;
var appear = () => document.body.hidden = false;
setTimeout(appear, 300);
var told = location.hash ? about() : void 0;
var linked = await follow() ? pane : void 0;
if (linked === "check") appear();
else panes.check.begin(EXAMPLES.mistakes.state).then(appear);
(told ?? about()).catch(() => {
});
if (linked !== "paths") panes.paths.state = EXAMPLES.sibling.state;
if (linked !== "build") panes.build.state = EXAMPLES.directories.state;
export {
  engine
};
