// node vectors-workerd.mjs FILE: the vectors in workerd, the runtime of Cloudflare Workers. Exits with 1 when any differs.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const [file] = process.argv.slice(2);
if (!file) {
  console.error('usage: vectors-workerd.mjs FILE');
  process.exit(2);
}
const { serve } = await import('./workerd.mjs').catch(() => {
  console.error('workerd: not installed: run npm ci in the folder runtimes');
  process.exit(3);
});
const sources = readdirSync(here('../src')).filter((name) => !name.endsWith('.d.ts'));
const worker = await serve({
  'main.mjs': here('vectors-worker.mjs'),
  'judge.mjs': here('../test/judge.mjs'),
  ...Object.fromEntries(sources.map((name) => [`src/${name}`, here(`../src/${name}`)])),
});
try {
  const response = await fetch(worker.url, { method: 'POST', body: readFileSync(file) });
  if (!response.ok) throw new Error(`the worker answered ${response.status}: ${await response.text()}`);
  const { failed, lines } = await response.json();
  console.log(lines.join('\n'));
  process.exitCode = failed ? 1 : 0;
} finally {
  await worker.stop();
}
