// node vectors-chromium.mjs FILE: the vectors in Chromium. Exits with 1 when any differs.
import { fileURLToPath } from 'node:url';
import { resolve } from 'node:path';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const [file] = process.argv.slice(2);
if (!file) {
  console.error('usage: vectors-chromium.mjs FILE');
  process.exit(2);
}
const { installed, visit } = await import('./chromium.mjs').catch(() => {
  console.error('chromium: its driver is not installed: run npm ci in the folder runtimes');
  process.exit(3);
});
if (!installed()) {
  console.error('chromium: no browser found: install the package chromium of the system');
  process.exit(3);
}
const files = (path) => (path === '/vectors' ? resolve(file) : path === '/judge.mjs' ? here('../test/judge.mjs') : here(`..${path}`));
const { failed, lines } = await visit(files, (page) =>
  page.evaluate(async () => {
    const [{ open }, { judge }, vectors] = await Promise.all([import('/src/web.js'), import('/judge.mjs'), fetch('/vectors')]);
    return judge('chromium', await open(), await vectors.text());
  }),
);
console.log(lines.join('\n'));
process.exitCode = failed ? 1 : 0;
