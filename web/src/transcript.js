// A session's transcript: one message on each line. The module checks single messages; which revision a session agreed
// on and which answer belongs to roots/list only the lines before can tell.

const PROTOCOL = 'io.modelcontextprotocol/protocolVersion';

/** isTranscript tells whether a text is one: its first line is a whole JSON value, and more follows. */
export function isTranscript(text) {
  const first = /^\s*([{[][^\n]*)\n\s*\S/.exec(text);
  return first !== null && parse(first[1]) !== undefined;
}

/** messages yields what each line that isn't blank holds, with its number from 0 and what the session knows of it. */
export function* messages(text, revisions) {
  const session = new Session(revisions);
  let number = 0;
  for (const line of text.split('\n')) {
    if (line.trim() !== '') {
      const value = parse(line);
      const kind = value === undefined ? undefined : session.read(value);
      yield { line, number, kind, revision: session.revision, about: value === undefined || kind !== undefined || mentionsRoots(line) };
    }
    number++;
  }
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// Escapes can spell the word: its letters are U+006F to U+0074.
const mentionsRoots = (line) => /roots|\\u00[67]/.test(line) || line.includes('"initialize"');

class Session {
  revision;
  #revisions;
  #awaited = new Map(); // by id as written; both sides number alike, so there can be one of each
  constructor(revisions) {
    this.#revisions = revisions;
  }

  /** read takes note of a message and tells its kind, where only the session knows it. */
  read(message) {
    if (typeof message !== 'object' || message === null || Array.isArray(message)) return;
    const { id, method, params, result, error } = message;
    if (typeof method === 'string') {
      if (method === 'initialize') {
        this.revision = undefined;
        this.#awaited.clear();
        return;
      }
      this.#agree(params?._meta?.[PROTOCOL]);
      if (id !== undefined) {
        const open = this.#open(id);
        if (method === 'roots/list') open.roots++;
        else open.others++;
      }
    } else if (result !== undefined) {
      this.#agree(result?.protocolVersion);
      return this.#answered(id, result?.roots !== undefined);
    } else if (error !== undefined) {
      const named = error?.data?.requiredCapabilities?.roots !== undefined || /roots/i.test(error?.message);
      return this.#answered(id, named) || named ? 'error' : undefined;
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
      return 'response';
    }
    if (open.others > 0) open.others--;
  }
}
