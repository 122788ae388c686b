// The typed methods over the engine. What an operation takes and gives is in index.d.ts.
import { Engine } from './engine.js';
import { CallError } from './errors.js';

export { AbiError, CallError, EngineError, TooLargeError } from './errors.js';

const LIMIT = 16 << 20;
const MODULE_LIMIT = 256 << 20;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

// Answers have a fixed order of members, so a verdict is a byte at a known place.
const T = 't'.charCodeAt(0);
const OK = '{"ok":'.length;
const VALUE = '{"ok":true,"value":'.length;
const VALID = '{"ok":true,"value":{"valid":'.length;

const SEAM = /\}[\t\n\r ]*,[\t\n\r ]*"/;

export class Roots {
  #engine;

  constructor(module, { limit = LIMIT } = {}) {
    if (!Number.isInteger(limit) || limit < 1 || limit > MODULE_LIMIT) {
      throw new RangeError(`mcproots: limit: a whole number of bytes from 1 to ${MODULE_LIMIT} is needed`);
    }
    this.#engine = new Engine(module, limit);
  }

  get module() {
    return this.#engine.module;
  }

  callText(operation, text) {
    if (typeof text !== 'string') throw new TypeError('mcproots: callText: a string is needed');
    return decode(this.#engine.run(operation, text));
  }

  callBytes(operation, document) {
    if (!(document instanceof Uint8Array)) throw new TypeError('mcproots: callBytes: a Uint8Array is needed');
    const { bytes, at, length } = this.#engine.run(operation, document);
    return bytes.slice(at, at + length);
  }

  call(operation, input) {
    return this.callFull(operation, input).value;
  }

  callFull(operation, input) {
    const text = JSON.stringify(input);
    if (text === undefined) throw new TypeError(`mcproots: ${operation}: a value that JSON can hold is needed`);
    return parse(operation, this.callText(operation, text));
  }

  list(input = {}) {
    return this.call('list', input);
  }
  validateRequest(input) {
    return this.call('validate_request', input);
  }
  supported(input) {
    return this.call('supported', input);
  }
  response(input) {
    return this.call('response', input);
  }

  validResponse(document) {
    const answer = this.#engine.run('valid_response', textOrBytes('validResponse', document));
    const { bytes, at } = answer;
    if (bytes[at + OK] !== T) parse('valid_response', decode(answer)); // throws
    return bytes[at + VALUE] === T;
  }

  check(input) {
    if (input === undefined || input === null) throw new TypeError('mcproots: check: an object with message or text is needed');
    const { text, ...options } = input;
    let answer;
    if (typeof text === 'string' && options.message === undefined) {
      answer = this.#checkAsMessage(text, members(options));
      // Of a text that is no JSON, the message may be cut elsewhere, and so its diagnostics: those are the exact path's.
      if (answer && answer.bytes[answer.at + VALID] !== T) answer = undefined;
    }
    answer ??= this.#engine.run('check', JSON.stringify(input));
    const { value, diagnostics } = parse('check', decode(answer));
    return { ...value, diagnostics };
  }

  checkVerdict(text, options) {
    if (typeof text !== 'string') throw new TypeError('mcproots: checkVerdict: a string is needed');
    if (options?.message !== undefined) throw new TypeError('mcproots: checkVerdict: the text is the message, options hold no other');
    let answer = this.#checkAsMessage(text, options === undefined ? '"roots":false,' : members({ ...options, roots: false }));
    if (!answer) {
      if (!text.isWellFormed()) return false; // JSON is Unicode (RFC 8259, section 8.1), and so is the input that tells
      answer = this.#engine.run('check', JSON.stringify({ ...options, text, roots: false }));
      if (answer.bytes[answer.at + OK] !== T) parse('check', decode(answer)); // throws
    }
    return answer.bytes[answer.at + VALID] === T;
  }

  // A text can go in as the message that it is, which takes less than going in as a string, if it cannot pass for more
  // than a message. It could only if an object ended in it and another member began. Where there is no such seam and the
  // input is JSON, the text is one JSON value; where the text is no JSON, the verdict is that it is not valid, whatever
  // was taken for the message. Positions count from the text's start, so that must be the message's.
  #checkAsMessage(text, options) {
    if (text[0] !== '{' || SEAM.test(text)) return;
    const answer = this.#engine.run('check', `{${options}"message":${text}}`);
    if (answer.bytes[answer.at + OK] === T) return answer;
  }

  read(input) {
    return this.call('read', input);
  }
  readSession(input) {
    return this.call('read', input);
  }
  rules(input = {}) {
    return this.call('rules', input);
  }
  info() {
    return this.call('info', {});
  }
  capabilities(input) {
    return this.call('capabilities', input);
  }
  result(input) {
    return this.call('result', input);
  }
  answer(input) {
    return this.call('answer', input);
  }
  listChanged(input) {
    return this.call('list_changed', input);
  }
  inputRequired(input) {
    return this.call('input_required', input);
  }
  diff(input) {
    return this.call('diff', input);
  }
  describe(document) {
    return parse('describe', decode(this.#engine.run('describe', textOrBytes('describe', document)))).value;
  }
  toPath(input) {
    return this.call('to_path', input);
  }
  toUri(input) {
    return this.call('to_uri', input);
  }
  contains(input) {
    return this.call('contains', input);
  }
  scope(input) {
    return this.call('scope', input);
  }
}

// The members of an object as JSON, each with a comma after it.
function members(object) {
  const text = JSON.stringify(object);
  return text === '{}' ? '' : `${text.slice(1, -1)},`;
}

function textOrBytes(method, document) {
  if (typeof document === 'string' || document instanceof Uint8Array) return document;
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
