// node|deno|bun vectors.mjs FILE: the vectors in the runtime that runs this script. Exits with 1 when any differs.
import { readFileSync } from 'node:fs';
import { open } from 'mcproots';
import { judge } from './judge.mjs';

const runtime = globalThis.Deno ? 'deno' : globalThis.Bun ? 'bun' : 'node';
const [file] = process.argv.slice(2);
if (!file) {
  console.error('usage: vectors.mjs FILE');
  process.exit(2);
}
const { failed, lines } = judge(runtime, await open(), readFileSync(file, 'utf8'));
console.log(lines.join('\n'));
process.exit(failed ? 1 : 0);
