import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { AbiError, CallError, EngineError, Roots, TooLargeError, open } from 'mcproots';
import { wasi } from '../src/wasi.js';
import { answers, assemble, recurses, sound, trapsOnMark, unreachable } from './assemble.mjs';

const CANARY = 'canary-7f3a';
const real = await readFile(new URL('../src/roots.wasm', import.meta.url));
const compiled = (bodies, options) => new WebAssembly.Module(assemble(bodies, options));

/** The error of a call, which never shows what was submitted. */
function failure(f) {
  try {
    f();
  } catch (error) {
    for (let e = error; e; e = e.cause) {
      assert.ok(!`${e.message}${e.stack}${e.stderr}${JSON.stringify(e)}`.includes(CANARY), 'an error shows a submitted value');
    }
    return error;
  }
  assert.fail('nothing was thrown');
}

test('an input over the limit is refused, and the next call is answered', async () => {
  const roots = await open({ limit: 1000 });
  const fits = `{"roots":[]}${' '.repeat(988)}`;
  assert.equal(roots.validResponse(fits), true);
  assert.equal(roots.validResponse(new TextEncoder().encode(fits)), true);
  for (const call of [
    () => roots.validResponse(`${fits} `),
    () => roots.validResponse(new TextEncoder().encode(`${fits} `)),
    () => roots.callText('check', `${fits} `),
    () => roots.checkVerdict(CANARY.repeat(100)),
    () => roots.check({ text: CANARY.repeat(100) }),
  ]) {
    const error = failure(call);
    assert.ok(error instanceof TooLargeError);
    assert.equal(error.limit, 1000);
    assert.match(error.message, /1000 bytes/);
  }
  assert.equal(roots.validResponse('{"roots":[]}'), true);
});

test('the limit counts UTF-8 bytes, not UTF-16 units', async () => {
  const roots = await open({ limit: 1000 });
  const wrap = (filler) => `{"roots":[],"x":"${filler}"}`;
  const free = 1000 - wrap('').length;
  for (const [filler, size] of [['x', 1], ['é', 2], ['€', 3], ['😀', 4]]) {
    assert.equal(roots.validResponse(wrap(filler.repeat(Math.floor(free / size)))), true);
    assert.ok(failure(() => roots.validResponse(wrap(filler.repeat(Math.floor(free / size) + 1)))) instanceof TooLargeError);
  }
});

test('the default limit is 16 MiB', async () => {
  const roots = await open();
  const text = `{"roots":[]}`.padEnd(16 << 20);
  assert.equal(roots.validResponse(text), true);
  assert.ok(failure(() => roots.validResponse(`${text} `)) instanceof TooLargeError);
});

test('a limit that is no size, or more than the module takes, is refused', async () => {
  for (const limit of [0, -1, 1.5, NaN, Infinity, '1', (256 << 20) + 1]) await assert.rejects(open({ limit }), RangeError);
  await open({ limit: 256 << 20 });
});

test('a trap is an EngineError, and the next call is answered by a fresh instance', () => {
  const roots = new Roots(compiled(trapsOnMark));
  assert.equal(roots.validResponse('x'), true);
  for (let i = 0; i < 3; i++) {
    const error = failure(() => roots.validResponse(`!${CANARY}`));
    assert.ok(error instanceof EngineError);
    assert.ok(error.cause instanceof WebAssembly.RuntimeError);
    assert.equal(roots.validResponse('x'), true);
  }
});

test('an exhausted stack is an EngineError', () => {
  const error = failure(() => new Roots(compiled(recurses)).validResponse(CANARY));
  assert.ok(error instanceof EngineError);
  assert.ok(error.cause instanceof RangeError);
});

test('the real module outlives an exhausted stack', async () => {
  const roots = await open();
  const document = '{"roots":[]}';
  let faults = 0;
  const deeper = () => {
    try {
      deeper();
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
    try {
      assert.equal(roots.validResponse(document), true); // near the end of the stack: the engine may or may not fit
    } catch (error) {
      if (!(error instanceof EngineError) && !(error instanceof RangeError)) throw error;
      faults++;
    }
  };
  deeper();
  assert.ok(faults > 0);
  assert.equal(roots.validResponse(document), true);
});

test('an empty answer is an EngineError, never a verdict', () => {
  const roots = new Roots(compiled({ ...sound, valid_response: answers(0) }));
  assert.ok(failure(() => roots.validResponse(CANARY)) instanceof EngineError);
});

test('a buffer that the module does not grant is an input too large', () => {
  const roots = new Roots(compiled({ ...sound, input: answers(0) }));
  assert.ok(failure(() => roots.validResponse(CANARY)) instanceof TooLargeError);
});

test('a module of another ABI is refused with both versions', () => {
  for (const [version, says] of [[2 << 16, /ABI 2\.0 where 1\.0/], [0, /ABI 0\.0 where 1\.0/]]) {
    const error = failure(() => new Roots(compiled({ ...sound, abi_version: answers(version) })));
    assert.ok(error instanceof AbiError);
    assert.match(error.message, says);
  }
});

test('a later minor version is accepted', () => {
  assert.equal(new Roots(compiled({ ...sound, abi_version: answers((1 << 16) | 7) })).validResponse('x'), true);
});

test('a module without one of the exports is refused by its name', () => {
  for (const name of ['_initialize', 'abi_version', 'input', 'output']) {
    const { [name]: _, ...rest } = sound;
    const error = failure(() => new Roots(compiled(rest)));
    assert.ok(error instanceof AbiError);
    assert.match(error.message, new RegExp(name));
  }
  assert.match(failure(() => new Roots(compiled(sound, { memory: false }))).message, /memory/);
});

test('a module that wants other imports is refused', () => {
  // (module (import "env" "f" (func)))
  const module = new WebAssembly.Module(
    Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 2, 9, 1, 3, 0x65, 0x6e, 0x76, 1, 0x66, 0, 0]),
  );
  assert.ok(failure(() => new Roots(module)) instanceof AbiError);
});

test('a module that traps while it starts is an EngineError', () => {
  assert.ok(failure(() => new Roots(compiled({ ...sound, _initialize: unreachable }))) instanceof EngineError);
});

test('a truncated module is an EngineError', async () => {
  for (const size of [0, 7, 1000, real.length - 1]) {
    await assert.rejects(open({ module: real.subarray(0, size) }), (error) => error instanceof EngineError && /cannot be loaded/.test(error.message));
  }
});

test('a module that cannot be fetched is an EngineError', async () => {
  await assert.rejects(open({ module: new URL('missing.wasm', import.meta.url) }), EngineError);
  await assert.rejects(open({ module: new Response('no', { status: 404 }) }), /the server answered 404/);
  await assert.rejects(open({ module: Promise.reject(new Error('offline')) }), EngineError);
  await assert.rejects(open({ module: 7 }), EngineError);
});

test('what the Go runtime says before it traps is kept for the error', async () => {
  let memory;
  const { imports, stderr } = wasi(() => memory);
  const { exports } = await WebAssembly.instantiate(new WebAssembly.Module(real), imports);
  memory = exports.memory;
  assert.throws(() => exports.info(0), WebAssembly.RuntimeError); // before _initialize
  assert.match(stderr(), /_initialize/);
});

test('no more than 8 KiB of standard error are kept', () => {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const { imports, stderr } = wasi(() => memory);
  const view = new DataView(memory.buffer);
  view.setUint32(0, 64, true); // one vector: 1,000 bytes at 64
  view.setUint32(4, 1000, true);
  new Uint8Array(memory.buffer, 64, 1000).fill(0x78);
  for (let i = 0; i < 20; i++) assert.equal(imports.wasi_snapshot_preview1.fd_write(2, 0, 1, 16), 0);
  assert.equal(view.getUint32(16, true), 1000);
  assert.equal(stderr(), 'x'.repeat(8192));
});

test('an operation that the module does not have is a TypeError', async () => {
  const roots = await open();
  for (const name of ['memory', 'input', '_initialize', 'abi_version', 'toString', '__proto__', CANARY]) {
    assert.ok(failure(() => roots.callText(name, '{}')) instanceof TypeError);
  }
});

test('a value of the wrong type is a TypeError', async () => {
  const roots = await open();
  for (const call of [
    () => roots.validResponse({ roots: [] }),
    () => roots.validResponse(),
    () => roots.describe([]),
    () => roots.callText('info', {}),
    () => roots.callBytes('info', '{}'),
    () => roots.checkVerdict({}),
    () => roots.call('info', undefined),
  ]) {
    assert.ok(failure(call) instanceof TypeError);
  }
});

test('a call that cannot be carried out is a CallError with its code and diagnostics', async () => {
  const roots = await open();
  const error = failure(() => roots.list({ revision: '2025-11-25' }));
  assert.ok(error instanceof CallError);
  assert.equal(error.code, -32602);
  assert.match(error.message, /^mcproots: list: /);
  assert.ok(error.diagnostics.length > 0);
  assert.equal(failure(() => roots.listChanged({ revision: '2026-07-28' })).code, -32601);
  assert.ok(failure(() => roots.toPath({ uris: CANARY })) instanceof CallError);
  assert.equal(JSON.parse(roots.callText('list', CANARY)).error.code, -32700);
});

test('eight threads, each with its own instance of one compiled module, answer alike', async () => {
  const { module } = await open();
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => new Promise((resolve, reject) => {
      const worker = new Worker(new URL('thread.mjs', import.meta.url), { workerData: module });
      worker.once('message', resolve).once('error', reject);
    })),
  );
  assert.equal(answers.length, 8);
  for (const answer of answers) assert.deepEqual(answer, answers[0]);
  assert.equal(answers[0].valid, 1000);
  assert.equal(answers[0].invalid, 1000);
});
