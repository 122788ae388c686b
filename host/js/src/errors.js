// Every error that is this package's own. None carries a submitted value; none stands for a verdict.

/** The core could not carry out the call: the input is not JSON (-32700), lacks or has wrong members (-32602), ... */
export class CallError extends Error {
  constructor(operation, { error, diagnostics = [] }) {
    const [first] = diagnostics; // which says it best; it holds nothing that was submitted
    const where = first?.args?.member ?? first?.pointer;
    super(`mcproots: ${operation}: ${error.message}${first ? `: ${first.code}` : ''}${where ? ` at ${where}` : ''}`);
    this.name = 'CallError';
    this.code = error.code;
    this.diagnostics = diagnostics;
  }
}

/** The input is larger than the limit that open() was given. */
export class TooLargeError extends Error {
  constructor(limit) {
    super(`mcproots: input: larger than ${limit} bytes; open({ limit }) raises that, up to the module's 256 MiB`);
    this.name = 'TooLargeError';
    this.limit = limit;
  }
}

/** The module does not speak this package's ABI. */
export class AbiError extends Error {
  constructor(detail, options) {
    super(`mcproots: module: ${detail}; use the roots.wasm that came with this package`, options);
    this.name = 'AbiError';
  }
}

/** The engine failed: a trap, an exhausted stack or memory, a module that does not load. The next call gets a fresh instance. */
export class EngineError extends Error {
  constructor(detail, { cause, stderr = '' } = {}) {
    super(`mcproots: engine: ${detail}`, { cause });
    this.name = 'EngineError';
    this.stderr = stderr;
  }
}
