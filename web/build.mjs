// node build.mjs: copies the sources of the JavaScript host beside the page, where go:embed and browsers can reach them.
// node build.mjs FOLDER: also puts the whole page there, the module with it, for any host of static files.
import { copyFileSync, cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

// Those that the worker's import of web.js leads to.
export const HOST = ['web.js', 'open.js', 'roots.js', 'engine.js', 'errors.js', 'wasi.js'];

mkdirSync(here('static/host'), { recursive: true });
for (const file of HOST) copyFileSync(here(`../host/js/src/${file}`), here(`static/host/${file}`));

const [folder] = process.argv.slice(2);
if (folder) {
  cpSync(here('static'), folder, { recursive: true });
  copyFileSync(here('../host/roots.wasm'), join(folder, 'roots.wasm'));
}
