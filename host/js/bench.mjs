// The package and the zod schema of the official TypeScript SDK, on the same documents in the same process, by turns.
// What counts is the median of the rounds' ratios: it hardly moves where times do.
import { spawnSync } from 'node:child_process';
import { ListRootsResultSchema } from './bench/sdk.mjs';
import { open } from 'mcproots';

const ROUNDS = 41;
const BATCH = 4; // milliseconds that one contender runs in a round
const STARTS = 15;

const roots = await open();
const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

/** A list of roots of about 80 bytes each, the last one of the given scheme. */
const list = (n, scheme = 'file') =>
  JSON.stringify({
    roots: Array.from({ length: n }, (_, i) => ({
      uri: `${i === n - 1 ? scheme : 'file'}:///home/ada/projects/workspace-${String(i).padStart(6, '0')}`,
      name: `workspace ${String(i).padStart(6, '0')}`,
    })),
  });

const contenders = {
  zod: (text) => ListRootsResultSchema.safeParse(JSON.parse(text)).success,
  validResponse: (text) => roots.validResponse(text),
  check: (text) => roots.check({ text, roots: false, revision: '2025-11-25' }).valid, // nothing is found; later, that roots are deprecated
  checkVerdict: (text) => roots.checkVerdict(text),
};

function measure(n) {
  const text = list(n);
  const broken = list(n, 'http');
  const runs = {};
  for (const [name, f] of Object.entries(contenders)) {
    if (f(text) !== true || f(broken) !== false) throw new Error(`${name} gives wrong verdicts on ${n} roots`);
    let count = 0;
    for (const end = performance.now() + 300; performance.now() < end; count++) f(text); // warms up, too
    runs[name] = Math.max(1, Math.round((count * BATCH) / 300));
  }
  const times = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, f] of Object.entries(contenders)) {
      const start = performance.now();
      for (let i = 0; i < runs[name]; i++) f(text);
      times[name].push((performance.now() - start) / runs[name]);
    }
  }
  const ratio = (name) => median(times[name].map((time, round) => time / times.zod[round]));
  return { zod: median([...times.zod]), ratio };
}

/** Milliseconds from the start of a process to its first verdict. */
function start(script) {
  const { stdout, status, stderr } = spawnSync(process.execPath, [new URL(`bench/${script}`, import.meta.url).pathname], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return Number(stdout);
}

const rows = [];
const row = (what, size, value, goal, base) => rows.push({ what, size, value, goal, base });
for (const n of [1, 10, 1000, 10000]) {
  const { zod, ratio } = measure(n);
  const base = `${(zod * 1000).toPrecision(3)} us`;
  row('validResponse(text)', n, ratio('validResponse'), 0.5, base);
  row('check({ text, roots: false })', n, ratio('check'), undefined, base);
  row('checkVerdict(text)', n, ratio('checkVerdict'), n < 10 ? undefined : 1, base);
}
const starts = Array.from({ length: STARTS }, () => [start('start-mcproots.mjs'), start('start-sdk.mjs')]);
row('first verdict of a process', 1, median(starts.map(([own, sdk]) => own / sdk)), 1, `${median(starts.map(([, sdk]) => sdk)).toPrecision(3)} ms`);

console.log(`time as a part of the SDK's (JSON.parse and zod), Node ${process.versions.node}`);
console.log('what'.padEnd(32), 'roots'.padStart(6), 'ratio'.padStart(7), 'goal'.padStart(8), '  ', 'SDK'.padStart(9));
for (const { what, size, value, goal, base } of rows) {
  const verdict = goal === undefined ? '' : value <= goal ? 'met' : 'MISSED';
  console.log(what.padEnd(32), String(size).padStart(6), value.toFixed(2).padStart(7), (goal === undefined ? '-' : `<= ${goal.toFixed(1)}`).padStart(8), '  ', base.padStart(9), verdict);
}
