// An instance of the module and the life around it: how a document gets in, how an answer comes out, and what happens
// when the engine fails. ABI.md beside the module's source is the contract.
import { AbiError, EngineError, TooLargeError } from './errors.js';
import { wasi } from './wasi.js';

const MAJOR = 1;
const MINOR = 0;
const ABI = ['abi_version', 'input', 'output', '_initialize'];

const GRANTED = 4096; // asked for at least, so that short documents share one grant
const KEPT = 1 << 20; // a larger grant is given up after the call, so that the module may let it go
const GROWN = 64 << 20; // memory never shrinks: an instance that a large document grew beyond this is let go
const encoder = new TextEncoder();

class Instance {
  #input;
  #output;
  #memory;
  // Views of the memory. When it grows, its old buffer is detached, and they are empty: that tells, for less than asking.
  #room = new Uint8Array(); // the input as granted
  bytes = new Uint8Array(); // all of it, as it is after the last call
  at = 0; // where the last answer starts
  length = 0;
  operations = Object.create(null);
  stderr;

  constructor(module) {
    const { imports, stderr } = wasi(() => this.#memory);
    this.stderr = stderr;
    let exports;
    try {
      ({ exports } = new WebAssembly.Instance(module, imports));
    } catch (cause) {
      if (cause instanceof WebAssembly.LinkError || cause instanceof TypeError) throw new AbiError('asks for imports that ABI 1 does not have', { cause });
      throw new EngineError(`the module cannot be instantiated: ${cause?.message}`, { cause });
    }
    this.#memory = exports.memory;
    const missing = ABI.find((name) => typeof exports[name] !== 'function') ?? (this.#memory?.buffer ? undefined : 'memory');
    if (missing) throw new AbiError(`lacks the export ${missing} of ABI 1`);

    let version;
    try {
      exports._initialize();
      version = exports.abi_version();
    } catch (cause) {
      throw new EngineError(`the module failed to start: ${cause?.message}`, { cause, stderr: stderr() });
    }
    const [major, minor] = [version >>> 16, version & 0xffff];
    if (major !== MAJOR || minor < MINOR) throw new AbiError(`has ABI ${major}.${minor} where ${MAJOR}.${MINOR} is needed`);

    this.#input = exports.input;
    this.#output = exports.output;
    for (const [name, value] of Object.entries(exports)) {
      if (typeof value === 'function' && !ABI.includes(name)) this.operations[name] = value;
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
      // More than ASCII: a UTF-16 unit takes three bytes at most.
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
    if (this.length === 0) throw new Error('no answer');
  }
}

// A lone surrogate has no UTF-8 form, and TextEncoder writes U+FFFD in its place. Its own three bytes go there instead,
// so that the core sees what the text holds, refuses it, and tells where.
function keepSurrogates(text, bytes) {
  let at = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.codePointAt(i);
    if (c >= 0xd800 && c <= 0xdfff) {
      bytes[at] = 0xed;
      bytes[at + 1] = 0x80 | ((c >> 6) & 0x3f);
      bytes[at + 2] = 0x80 | (c & 0x3f);
    }
    if (c > 0xffff) i++;
    at += c < 0x80 ? 1 : c < 0x800 ? 2 : c > 0xffff ? 4 : 3;
  }
}

/** An Engine runs operations on one instance and replaces that instance after any fault. */
export class Engine {
  #live;
  #limit;

  constructor(module, limit) {
    this.module = module;
    this.#limit = limit;
    this.#live = new Instance(module);
  }

  /** run answers one document, a string or bytes. The answer is at bytes[at, at+length) of what it returns, until the next run. */
  run(name, document) {
    const live = (this.#live ??= new Instance(this.module));
    const operation = live.operations[name];
    if (operation === undefined) throw new TypeError('mcproots: call: the module has no operation of that name');
    let n;
    try {
      n = typeof document === 'string' ? live.write(document, this.#limit) : live.writeBytes(document, this.#limit);
      if (n >= 0) live.call(operation, n);
    } catch (cause) {
      this.#live = undefined; // after a fault the instance is not to be trusted
      throw new EngineError(`${name} failed: ${cause?.message}`, { cause, stderr: live.stderr() });
    }
    if (live.bytes.byteLength > GROWN) this.#live = undefined;
    if (n < 0) throw new TooLargeError(this.#limit);
    return live;
  }
}
