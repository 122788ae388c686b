import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import * as main from 'mcproots';
import * as inline from 'mcproots/inline';
import { Engine } from '../src/engine.js';
import manifest from 'mcproots/package.json' with { type: 'json' };

let roots;
before(async () => {
  roots = await main.open();
});

const file = new URL('../src/roots.wasm', import.meta.url);
const home = { roots: [{ uri: 'file:///home/ada', name: 'home' }] };
const list = { method: 'roots/list', params: {} };
const METHODS = {
  list: 'list',
  validate_request: 'validateRequest',
  supported: 'supported',
  response: 'response',
  valid_response: 'validResponse',
  check: 'check',
  read: 'read',
  rules: 'rules',
  info: 'info',
  capabilities: 'capabilities',
  result: 'result',
  answer: 'answer',
  list_changed: 'listChanged',
  input_required: 'inputRequired',
  diff: 'diff',
  describe: 'describe',
  to_path: 'toPath',
  to_uri: 'toUri',
  contains: 'contains',
  scope: 'scope',
};

test('there is a method for every operation of the module, and none besides', () => {
  assert.deepEqual(Object.keys(METHODS), roots.info().operations);
  const own = ['constructor', 'module', 'call', 'callFull', 'callText', 'callBytes', 'checkVerdict', 'readSession'];
  assert.deepEqual(Object.getOwnPropertyNames(main.Roots.prototype).sort(), [...own, ...Object.values(METHODS)].sort());
});

test('readSession follows what is known of the roots, and what read gives goes into the other methods', () => {
  const answered = { jsonrpc: '2.0', id: 1, result: { roots: [{ uri: 'file:///srv/a', name: 'a' }] } };
  const messages = [{ jsonrpc: '2.0', id: 1, method: 'roots/list' }, answered, { jsonrpc: '2.0', method: 'notifications/roots/list_changed' }];
  const session = roots.readSession({ messages });
  assert.deepEqual(session.messages.map(({ index, event, known }) => [index, event, known]), [[0, 'asked', 'unknown'], [1, 'answered', 'fresh'], [2, 'changed', 'stale']]);
  const scoped = roots.scope({ revealed: session.messages[1].roots, allowed: ['/srv'], platform: 'posix' });
  assert.deepEqual(roots.contains({ roots: scoped.roots, paths: ['/srv/a/b'] }).map(({ verdict }) => verdict), ['inside']);
  assert.deepEqual(roots.result({ roots: [...scoped.roots, '/b'] }).roots.map(({ uri }) => uri), ['file:///srv/a', 'file:///b']);
});

test('what is asked without its input says which method needs what', () => {
  assert.throws(() => roots.check(), /^TypeError: mcproots: check: /);
  assert.throws(() => roots.contains(), /^TypeError: mcproots: contains: /);
  assert.throws(() => roots.checkVerdict('{"roots":5}', { message: { roots: [] } }), /^TypeError: mcproots: checkVerdict: the text is the message/);
});

test('both entries export the same names', () => {
  const names = ['AbiError', 'CallError', 'EngineError', 'Roots', 'TooLargeError', 'open'];
  assert.deepEqual(Object.keys(main), names);
  assert.deepEqual(Object.keys(inline), names);
});

test('the package has the version of its module', () => {
  assert.equal(roots.info().version, manifest.version);
  assert.equal(roots.info().name, manifest.name);
});

test('list builds the request of each era', () => {
  assert.deepEqual(roots.list(), list);
  assert.deepEqual(roots.list({ revision: '2025-11-25', id: 7 }), { jsonrpc: '2.0', id: 7, method: 'roots/list' });
});

test('validateRequest judges a bare request', () => {
  assert.equal(roots.validateRequest({ request: list }), true);
  assert.equal(roots.validateRequest({ request: { method: 'roots/list', params: { x: 1 } } }), false);
});

test('supported says whether the client can be asked, and callFull gives the refusal', () => {
  assert.equal(roots.supported({ request: list, capabilities: { roots: {} } }), true);
  assert.equal(roots.supported({ request: list, capabilities: {} }), false);
  const { value, refusal } = roots.callFull('supported', { request: list, capabilities: {} });
  assert.equal(value, false);
  assert.equal(refusal.code, -32021);
  assert.deepEqual(refusal.data, { requiredCapabilities: { roots: {} } });
});

test('response finds the answer to an input request', () => {
  assert.deepEqual(roots.response({ inputResponses: {}, id: 'roots', request: list }), { status: 'missing' });
  assert.deepEqual(roots.response({ inputResponses: { roots: home }, id: 'roots', request: list }), { status: 'ok', result: home });
  assert.equal(roots.response({ inputResponses: { roots: 7 }, id: 'roots', request: list }).error.code, -32602);
});

test('the text of an answer keeps the submitted bytes, which parsing cannot', () => {
  const submitted = '{"roots":[], "_meta":{"n":12345678901234567890}}';
  const answer = roots.callText('response', `{"inputResponses":{"roots":${submitted}},"id":"roots","request":${JSON.stringify(list)}}`);
  assert.equal(answer, `{"ok":true,"value":{"status":"ok","result":${submitted}}}`);
});

test('validResponse judges text and bytes alike', () => {
  for (const [text, verdict] of [
    [JSON.stringify(home), true],
    ['{"roots":[]}', true],
    [' {"roots" : [ ] } ', true],
    ['{"roots":[{"uri":"file:///tëst"}]}', false],
    ['{"roots":[{"uri":"file:///t%C3%ABst"}]}', true],
    ['{"roots":[{"uri":"file:///a","name":"😀"}]}', true],
    ['{"roots":[{"uri":"https://a/b"}]}', false],
    ['{"roots":[{}]}', false],
    ['{"roots":{}}', false],
    ['{}', false],
    ['[]', false],
    ['null', false],
    ['{"roots":[]', false],
    ['no JSON', false],
    ['', false],
  ]) {
    assert.equal(roots.validResponse(text), verdict, text);
    assert.equal(roots.validResponse(new TextEncoder().encode(text)), verdict, text);
  }
});

test('validResponse judges lists of every size', () => {
  for (const n of [1, 2, 3, 4, 10, 100, 1000, 10000, 3, 50000, 1]) {
    for (const filler of ['x', 'é', '€', '😀']) {
      const entries = Array.from({ length: n }, (_, i) => ({ uri: `file:///home/ada/${i}`, name: filler.repeat(10) }));
      assert.equal(roots.validResponse(JSON.stringify({ roots: entries })), true);
      entries[n - 1].uri = 'http://x';
      assert.equal(roots.validResponse(JSON.stringify({ roots: entries })), false);
    }
  }
});

test('a lone surrogate in a text is refused and not repaired', () => {
  for (const lone of ['\ud800', '\udfff', '\ude00\ud83d']) {
    for (const padding of ['', 'x'.repeat(1000), '😀€é'.repeat(100)]) {
      assert.equal(roots.validResponse(`{"roots":[{"uri":"file:///a","name":"${padding}${lone}"}]}`), false);
      assert.equal(roots.validResponse(`{"roots":[{"uri":"file:///a","name":"${padding}"}]}`), true);
    }
  }
  const before = '{"roots":[],"é€😀":"';
  const answer = JSON.parse(roots.callText('check', `${before}\ud800"}`));
  assert.equal(answer.ok, false);
  assert.equal(answer.diagnostics[0].offset, new TextEncoder().encode(before).length);
});

test('check tells what is wrong, where, and gives the roots', () => {
  const text = '{"roots":[{"uri":"file:///home/ada"},\n{"uri":"https://host/"}]}';
  for (const subject of [{ message: JSON.parse(text) }, { text }]) {
    const report = roots.check({ ...subject, revision: '2025-11-25' });
    assert.equal(report.valid, false);
    assert.equal(report.kind, 'result');
    assert.equal(report.revision, '2025-11-25');
    assert.deepEqual(report.roots[0], { index: 0, valid: true, uri: 'file:///home/ada', path: '/home/ada', platform: 'posix' });
    assert.equal(report.roots[1].valid, false);
    assert.equal(report.summary.error, 1);
    const [diagnostic] = report.diagnostics.filter((d) => d.severity === 'error');
    assert.equal(diagnostic.pointer, '/roots/1/uri');
    if (subject.text) assert.equal(diagnostic.line, 2);
  }
  assert.equal(roots.check({ text, roots: false }).roots, undefined);
  assert.ok(Array.isArray(roots.check({ text: '{"roots":[]}', profile: 'protocol', revision: '2025-11-25' }).diagnostics));
});

// Texts that are valid, invalid, no JSON, or made to pass for more than a message.
const texts = [
  JSON.stringify(home),
  '{"roots":[{"uri":"file:///a b"}]}',
  '{"roots":[{"uri":"file:///a%20b","name":"\\u00e9 é"}]}',
  '{"roots":[{"uri":"https://x"}]}',
  '{"jsonrpc":"2.0","id":1,"method":"roots/list"}',
  '{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}',
  ' {"roots":[]}',
  '\ufeff{"roots":[]}',
  '{"roots":[]} ',
  '{"roots":[]',
  '{"roots":[]}}',
  '{"roots":[]},"x":1',
  '{"roots":[]},"profile":"protocol"',
  '{"roots":[]},"text":"{}"',
  '{"roots":[]},"x":{}',
  '{"roots":[]} ,\n "x":{"y":[]}',
  '{"roots":[]},"kind":"result"',
  '{"roots":[]},"values":true',
  '{"roots":[{"uri":"file:///srv/app/x","_meta":{},"name":"y"}]}',
  '{"roots":[{"uri":"file:///srv/app/x","name":"},"}],"_meta":{}}',
  '{"roots":[{"uri":"file:///srv/app/x"}]}}',
  '{"roots":[{"uri":"file:///srv/app/x"}]',
  '{"roots":[{"uri":"file:///srv/app/x"',
  '{"roots":[{"uri":"file:///srv/app/x',
  '{"roots":[]},"message":{"roots":[]}',
  '{"roots":[]}{"roots":[]}',
  '{"roots":[],"roots":[]}',
  'null',
  '"x"',
  'x',
  '',
];
const variants = [{}, { revision: '2025-11-25' }, { kind: 'result', profile: 'protocol', revision: '2025-03-26' }, { platform: 'windows', maxRoots: 0 }];

test('checkVerdict is the verdict of check', () => {
  for (const text of texts) {
    for (const options of variants) {
      const { value } = roots.callFull('check', { text, ...options }); // always as a string
      assert.equal(roots.checkVerdict(text, options), value.valid, `${text} ${JSON.stringify(options)}`);
    }
  }
  assert.equal(roots.checkVerdict(texts[0]), true);
  assert.equal(roots.checkVerdict(texts[1]), false);
  assert.equal(roots.checkVerdict(texts[1], { profile: 'protocol', revision: '2025-11-25' }), false);
});

test('a text that is no Unicode is not valid, and no input to report on', () => {
  for (const text of ['{"roots":[{"uri":"file:///a","name":"\ud800"}]}', ' {"roots":[{"uri":"file:///a","name":"\udfff"}]}']) {
    assert.equal(roots.checkVerdict(text), false);
    assert.throws(() => roots.check({ text }), (error) => error instanceof main.CallError && error.code === -32700);
  }
});

test('check reports on a text as it does on a string', () => {
  for (const text of texts) {
    for (const options of variants) {
      const { value, diagnostics } = roots.callFull('check', { text, ...options });
      assert.deepEqual(roots.check({ text, ...options }), { ...value, diagnostics }, text);
    }
  }
});

test('a call that fails names its first diagnostic', () => {
  assert.throws(() => roots.list({ revision: '2025-11-25' }), { message: /: input-member-missing at id$/ });
  assert.throws(() => roots.listChanged({ revision: '2026-07-28' }), { message: /: list-changed-removed at \/revision$/ });
});

test('an option that check does not take is a CallError from checkVerdict too', () => {
  assert.throws(() => roots.checkVerdict('{"roots":[]}', { revision: '1999' }), main.CallError);
  assert.throws(() => roots.check({ text: '{"roots":[]}', revision: '1999' }), main.CallError);
});

test('read gives the usable roots', () => {
  assert.deepEqual(roots.read({ message: home }), {
    status: 'ok',
    roots: [{ index: 0, uri: 'file:///home/ada', path: '/home/ada', platform: 'posix', name: 'home' }],
  });
  assert.equal(roots.read({ message: { roots: [] } }).status, 'empty');
});

test('rules explains the code of any diagnostic', () => {
  const all = roots.rules();
  assert.ok(all.length > 20);
  const { diagnostics } = roots.check({ message: { roots: [{ uri: 'https://x' }] } });
  for (const { code } of diagnostics) assert.deepEqual(roots.rules({ code }), all.filter((rule) => rule.code === code));
});

test('capabilities, result, answer and listChanged build what a client sends', () => {
  assert.deepEqual(roots.capabilities({ revision: '2025-11-25', listChanged: true }), { roots: { listChanged: true } });
  assert.deepEqual(roots.result({ roots: [{ path: '/home/a b', name: 'x' }] }), { roots: [{ uri: 'file:///home/a%20b', name: 'x' }] });
  const request = { jsonrpc: '2.0', id: 1, method: 'roots/list' };
  assert.deepEqual(roots.answer({ request, revision: '2025-11-25', roots: [{ path: '/a' }] }), {
    jsonrpc: '2.0',
    id: 1,
    result: { roots: [{ uri: 'file:///a' }] },
  });
  assert.equal(roots.answer({ request, revision: '2025-11-25', roots: null }).error.code, -32601);
  assert.deepEqual(roots.listChanged({ revision: '2025-11-25' }), { jsonrpc: '2.0', method: 'notifications/roots/list_changed' });
});

test('inputRequired builds the result, or null with a refusal', () => {
  const input = { requests: { roots: list }, capabilities: { roots: {} }, method: 'tools/call' };
  assert.deepEqual(roots.inputRequired(input), { resultType: 'input_required', inputRequests: { roots: list } });
  const { value, refusal } = roots.callFull('input_required', { ...input, capabilities: {} });
  assert.equal(value, null);
  assert.equal(refusal.code, -32021);
});

test('diff and describe compare and show lists', () => {
  const difference = roots.diff({ before: home, after: { roots: [] }, revision: '2025-11-25', capabilities: { roots: { listChanged: true } } });
  assert.equal(difference.changed, true);
  assert.equal(difference.notify, true);
  assert.deepEqual(difference.removed, [{ index: 0, uri: 'file:///home/ada', name: 'home' }]);
  assert.equal(roots.describe(JSON.stringify(home)), roots.call('describe', home));
  assert.match(roots.describe(new TextEncoder().encode(JSON.stringify(home))), /- file:\/\/\/home\/ada \(home\)/);
});

test('toPath, toUri, contains and scope answer per item', () => {
  assert.deepEqual(roots.toPath({ uris: ['file:///a%20b', 'http://x'] })[0], { ok: true, path: '/a b', canonical: 'file:///a%20b', platform: 'posix' });
  assert.equal(roots.toPath({ uris: ['http://x'] })[0].ok, false);
  assert.deepEqual(roots.toUri({ paths: ['C:\\Users\\ada'], platform: 'windows' }), [{ ok: true, uri: 'file:///C:/Users/ada' }]);
  const [inside, outside] = roots.contains({ roots: ['/home/ada'], paths: ['/home/ada/x/y', '/home/adam'] });
  assert.deepEqual(inside, { verdict: 'inside', reason: 'descendant', root: 0, relative: ['x', 'y'] });
  assert.equal(outside.verdict, 'outside');
  assert.equal(outside.reason, 'outside-sibling-prefix');
  const { roots: scoped } = roots.scope({ revealed: ['/home'], allowed: ['/home/ada'] });
  assert.deepEqual(scoped, [{ uri: 'file:///home/ada', path: '/home/ada', revealed: 0, allowed: 0 }]);
});

test('call, callText and callBytes give one answer', () => {
  const input = { uris: ['file:///a', 'file:///%zz'] };
  const text = roots.callText('to_path', JSON.stringify(input));
  const bytes = roots.callBytes('to_path', new TextEncoder().encode(JSON.stringify(input)));
  assert.equal(new TextDecoder().decode(bytes), text);
  assert.deepEqual(roots.call('to_path', input), JSON.parse(text).value);
  roots.info();
  assert.equal(new TextDecoder().decode(bytes), text, 'the answer is a copy');
});

test('a document that is not UTF-8 is answered, not repaired', () => {
  const bytes = Uint8Array.from([...'{"roots":[],"x":"'].map((c) => c.charCodeAt(0)).concat(0xff, 0x22, 0x7d));
  assert.equal(roots.validResponse(bytes), false);
});

test('an empty document is answered, also as the first', async () => {
  const fresh = await main.open();
  assert.equal(JSON.parse(fresh.callText('info', '')).error.code, -32700);
  assert.equal(JSON.parse(new TextDecoder().decode(fresh.callBytes('info', new Uint8Array()))).error.code, -32700);
});

test('open takes a compiled module, bytes, a URL and a response', async () => {
  const bytes = await readFile(file);
  const response = (type) => new Response(bytes, { headers: { 'content-type': type } });
  for (const module of [
    new WebAssembly.Module(bytes),
    bytes,
    new Uint8Array(bytes).buffer,
    file,
    file.href,
    new URL(`data:application/wasm;base64,${bytes.toString('base64')}`),
    response('application/wasm'),
    response('text/plain'),
    Promise.resolve(response('application/wasm')),
  ]) {
    for (const { open } of module === file || module === file.href ? [main] : [main, inline]) {
      const opened = await open({ module: module instanceof Response ? module.clone() : module instanceof Promise ? module.then((r) => r.clone()) : module });
      assert.equal(opened.validResponse('{"roots":[]}'), true);
      assert.ok(opened.module instanceof WebAssembly.Module);
    }
  }
});

test('the package compiles its own module once', async () => {
  assert.equal((await main.open()).module, roots.module);
  assert.notEqual((await inline.open()).module, roots.module);
  assert.equal((await inline.open()).module, (await inline.open()).module);
});

test('the module inside the inline entry is the file', async () => {
  const { default: packed } = await import('../src/roots.base64.js');
  const { gunzipSync } = await import('node:zlib');
  assert.ok(gunzipSync(Buffer.from(packed, 'base64')).equals(await readFile(file)));
});

test('memory stays small over fifty thousand calls', async () => {
  const engine = new Engine(roots.module, 1 << 20); // Roots does not show its memory
  const entries = Array.from({ length: 60 }, (_, i) => ({ uri: `file:///home/ada/${i}`, name: 'a name' }));
  const input = JSON.stringify({ message: { roots: entries } });
  for (let i = 0; i < 5000; i++) engine.run('check', input);
  const before = engine.run('check', input).bytes.byteLength;
  for (let i = 0; i < 15000; i++) engine.run('check', input);
  for (let i = 0; i < 35000; i++) engine.run('valid_response', input);
  const after = engine.run('check', input).bytes.byteLength;
  assert.ok(after <= 2 * before, `${before} bytes became ${after}`);
});

test('an instance that grew large is let go, with its answer intact', () => {
  const engine = new Engine(roots.module, 64 << 20);
  const input = JSON.stringify({ message: { roots: Array.from({ length: 400000 }, (_, i) => ({ uri: `file:///home/ada/app/${i}` })) } });
  const large = engine.run('check', input);
  assert.ok(large.bytes.byteLength > 64 << 20);
  const answer = new TextDecoder().decode(large.bytes.subarray(large.at, large.at + large.length));
  assert.equal(JSON.parse(answer).value.roots.length, 400000);
  assert.ok(engine.run('info', '{}').bytes.byteLength < 16 << 20);
});
