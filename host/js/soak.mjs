// Soak: calls of all operations and sizes through one Roots, each with the right answer, then documents of 16 MiB. Memory
// must be flat after the warm-up; latencies are told, not judged. node --expose-gc soak.mjs [CALLS [LARGE]]
import { readFileSync } from 'node:fs';

const [CALLS = 1_000_000, LARGE = 100] = process.argv.slice(2).map(Number);
const INTERVALS = 20;
const MORE = 32 << 20; // bytes that the process may hold beyond what it held after the warm-up, a tenth of the calls
const GROWN = 64 << 20; // no instance is kept whose memory is larger
if (!globalThis.gc) fail('run it as node --expose-gc soak.mjs');

// Count the instances, and keep an eye on the newest one's memory, without a hook in the package.
let made = 0;
let newest;
WebAssembly.Instance = class extends WebAssembly.Instance {
  constructor(...args) {
    super(...args);
    made++;
    newest = new WeakRef(this.exports.memory);
  }
};
const { open } = await import('./src/node.js');
const roots = await open();

function fail(reason) {
  console.error(`soak: node: ${reason}`);
  process.exit(1);
}

function ask({ op, input, output }) {
  if (typeof input !== 'string') {
    const answer = new TextDecoder().decode(roots.callBytes(op, input));
    if (answer !== output) fail(`${op} answers ${answer.slice(0, 300)} where ${output.slice(0, 300)} is right`);
  } else if (roots.callText(op, input) !== output) fail(`${op} of ${input.slice(0, 300)} does not answer ${output.slice(0, 300)}`);
}

const small = readFileSync(new URL('../../tests/vectors.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
  .map(({ op, input, base64, output }) => ({ op, input: input ?? new Uint8Array(Buffer.from(base64, 'base64')), output }));

// Lists of n roots of some 80 bytes, with what must be answered.
const sizes = [1, 10, 100, 1_000, 10_000].map((n) => {
  const list = Array.from({ length: n }, (_, i) => ({
    uri: `file:///home/user/work/projects/number%20${String(i).padStart(7, '0')}/source`,
    name: `project ${i}`,
  }));
  const paths = list.map(({ uri }) => `${decodeURI(uri.slice('file://'.length))}/a/b.go`);
  const text = JSON.stringify({ roots: list });
  const yes = (value) => JSON.stringify({ ok: true, value });
  const inside = paths.map((_, root) => ({ verdict: 'inside', reason: 'descendant', root, relative: ['a', 'b.go'] }));
  const sound = { valid: true, kind: 'result', revision: '2025-11-25', summary: { error: 0, warning: 0, info: 0, truncated: false } };
  const described = list.map(({ uri, name }) => `- ${uri} (${name})`).join('\n');
  return [
    { op: 'valid_response', input: text, output: yes(true) },
    { op: 'valid_response', input: new TextEncoder().encode(text), output: yes(true) },
    { op: 'check', input: `{"roots":false,"revision":"2025-11-25","message":${text}}`, output: yes(sound) },
    { op: 'result', input: text, output: yes({ roots: list }) },
    { op: 'describe', input: text, output: yes(described) },
    { op: 'contains', input: JSON.stringify({ roots: list, paths, platform: 'posix' }), output: yes(inside) },
  ];
});

// resident collects what can be collected. V8 frees a memory only a while after the last view of it is gone.
async function resident() {
  for (let i = 0; i < 5; i++) {
    gc();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return process.memoryUsage().rss;
}

const mega = (bytes) => (bytes / 2 ** 20).toFixed(1).padStart(10);
const micro = (ms) => (ms * 1000).toFixed(1).padStart(10);
const linear = () => newest.deref()?.buffer.byteLength ?? 0;
const random = (n) => Math.floor(Math.random() * n);

console.log(`soak: node: ${CALLS} calls`);
console.log(['calls', 'RSS MB', 'linear MB', 'instances', 'p50 us', 'p99 us', 'p99.9 us', 'max us'].map((s) => s.padStart(10)).join(' '));
for (const size of sizes) size.forEach(ask); // an instance that has met the largest once has its size
const each = Math.ceil(CALLS / INTERVALS);
const took = new Float64Array(each);
const at = (share) => took[Math.floor(share * (each - 1))];
let warm;
let warmMedian;
for (let interval = 0; interval < INTERVALS; interval++) {
  for (let i = 0; i < each; i++) {
    let question = small[random(small.length)];
    if (random(10) === 0) {
      let size = 0; // of ten thousand calls one asks about ten thousand roots
      while (size < sizes.length - 1 && random(10) === 0) size++;
      question = sizes[size][random(sizes[size].length)];
    }
    const start = performance.now();
    ask(question);
    took[i] = performance.now() - start;
  }
  took.sort();
  const rss = await resident();
  console.log(`${String((interval + 1) * each).padStart(10)} ${mega(rss)} ${mega(linear())} ${String(made).padStart(10)} ${[0.5, 0.99, 0.999, 1].map((share) => micro(at(share))).join(' ')}`);
  if (interval === 1) [warm, warmMedian] = [rss, at(0.5)];
  if (interval > 1 && rss > warm + MORE) fail(`memory grew from ${mega(warm).trim()} to ${mega(rss).trim()} MB after the warm-up; ${MORE >> 20} more are allowed`);
}
console.log(`soak: node: the median went from ${micro(warmMedian).trim()} to ${micro(at(0.5)).trim()} us`);

const before = made;
for (let i = 0; i < LARGE; i++) {
  const [op, head, item, tail] = [
    ['valid_response', '{"roots":[', '{"uri":"file:///a"},', ']}'],
    ['check', '{"message":{"roots":[', '{"uri":"a"},', ']}}'],
    ['valid_response', '{"roots":[{"uri":"file:///home/user/work","name":"', 'name', '"}]}'],
    ['read', '{"message":{"roots":[', '{"uri":"file:///home/user/work/projects/number%200000001/source"},', ']}}'],
    ['check', '{"message":{"roots":[{"uri":"file:///', '%2e', '"}]}}'],
  ][i % 5];
  const n = Math.floor(((16 << 20) - head.length - tail.length) / item.length);
  const answer = roots.callText(op, head + item.repeat(n).replace(/,$/, '') + tail);
  if (!answer.startsWith('{"ok":true,"value":')) fail(`16 MiB of ${item} for ${op}: ${answer.slice(0, 200)}`);
}
const rss = await resident();
console.log(`soak: node: after ${LARGE} documents of 16 MiB: RSS ${mega(rss).trim()} MB, linear ${mega(linear()).trim()} MB, ${made - before} instances made for them`);
if (LARGE > 0 && made === before) fail('no instance was let go: the large documents pin memory');
if (linear() > GROWN || rss > warm + MORE) fail(`the large documents pin memory: ${mega(rss).trim()} MB, ${mega(warm).trim()} before`);
