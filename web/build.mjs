// node build.mjs: makes the page's scripts in static/ from src/ and the JavaScript host.
// node build.mjs FOLDER: puts the whole page there, its scripts made anew and the module with it, for any host of
// static files.
import { copyFileSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const common = {
  bundle: true,
  charset: 'utf8',
  target: 'es2022',
  legalComments: 'none',
  absWorkingDir: here('.'), // the paths that esbuild writes are relative to it
  logLevel: 'warning',
};

// import worker from 'worker:FILE' gives a function whose body is FILE with all that it imports. It refers to nothing
// outside but self, so its text is a whole script.
const workers = {
  name: 'workers',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^worker:/ }, ({ path }) => ({ path: path.slice('worker:'.length), namespace: 'worker' }));
    onLoad({ filter: /./, namespace: 'worker' }, async ({ path }) => {
      const { outputFiles } = await build({ ...common, entryPoints: [join('src', path)], format: 'iife', write: false });
      return { contents: `export default function worker(self) {\n'use strict';\n${outputFiles[0].text}}` };
    });
  },
};

const [folder] = process.argv.slice(2);
if (folder) {
  cpSync(here('static'), folder, { recursive: true });
  copyFileSync(here('../host/roots.wasm'), join(folder, 'roots.wasm'));
}
await build({
  ...common,
  entryPoints: ['src/module.js', 'src/page.js'],
  external: ['./module.js'], // runs first, and there is one
  format: 'esm',
  plugins: [workers],
  banner: { js: '// Made by build.mjs from src/ and host/js/src/.' },
  outdir: folder ?? here('static'),
});
