// The package as users get it: packed, installed elsewhere, used in each runtime, bundled, and in a browser.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { installed, visit } from './chromium.mjs';
import { serve } from './workerd.mjs';

const run = promisify(execFile);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const runtime = (name) => here(`node_modules/.bin/${name}`);

let folder; // with the package in its node_modules
let expected;

const script = (entry) => `import * as mcproots from '${entry}';
import { sample } from './sample.mjs';
console.log(JSON.stringify(await sample(mcproots)));
`;
const worker = (entry) => `import * as mcproots from '${entry}';
import { sample } from './sample.mjs';
export default { fetch: async () => Response.json(await sample(mcproots)) };
`;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcproots-packed-'));
  const packed = await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: here('..') });
  await writeFile(join(folder, 'package.json'), '{"name":"user","private":true,"type":"module"}');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${packed.stdout.trim().split('\n').at(-1)}`], { cwd: folder });
  await copyFile(here('sample.mjs'), join(folder, 'sample.mjs'));
  for (const [name, entry] of [['normal', 'mcproots'], ['inline', 'mcproots/inline']]) {
    await writeFile(join(folder, `${name}.mjs`), script(entry));
    await writeFile(join(folder, `${name}-worker.mjs`), worker(entry));
  }
  expected = await answerOf(process.execPath, 'normal.mjs');
  assert.deepEqual(expected.verdicts, [true, false, true, false]);
  assert.equal(expected.checked, false);
  assert.equal(expected.report.valid, true);
  assert.equal(expected.paths[0].path, 'C:\\Users\\ada');
  assert.deepEqual(expected.inside.map((answer) => answer.verdict), ['inside', 'outside']);
  assert.equal(expected.refused, -32602);
  assert.equal(expected.tooLarge, 10);
});

after(() => rm(folder, { recursive: true, force: true }));

async function answerOf(program, ...args) {
  const { stdout } = await run(program, args, { cwd: folder });
  return JSON.parse(stdout);
}

async function bundle(file, options) {
  const outdir = join(folder, `bundle-${file}-${Object.values(options).flat().join('-').replace(/\W+/g, '')}`);
  await build({
    entryPoints: [join(folder, file)],
    bundle: true,
    minify: true,
    outdir,
    absWorkingDir: folder,
    logLevel: 'warning',
    outExtension: { '.js': '.mjs' },
    ...options,
  });
  return { outdir, script: join(outdir, file) };
}
const wasm = () => join(folder, 'node_modules/mcproots/src/roots.wasm');

test('the tarball holds the sources, the module, the licence and the documentation, and nothing else', async () => {
  const at = join(folder, 'node_modules/mcproots');
  assert.deepEqual((await readdir(at)).sort(), ['LICENSE', 'README.md', 'package.json', 'src']);
  assert.deepEqual((await readdir(join(at, 'src'))).sort(), (await readdir(here('../src'))).sort());
  assert.ok((await readFile(join(at, 'src/roots.wasm'))).equals(await readFile(here('../../roots.wasm'))));
  assert.equal(JSON.parse(await readFile(join(at, 'package.json'), 'utf8')).dependencies, undefined);
});

for (const entry of ['normal', 'inline']) {
  test(`Node ${process.versions.node} uses the ${entry} entry`, async () => {
    assert.deepEqual(await answerOf(process.execPath, `${entry}.mjs`), expected);
  });
  test(`the current Node uses the ${entry} entry`, async () => {
    assert.deepEqual(await answerOf(runtime('node'), `${entry}.mjs`), expected);
  });
  test(`Bun uses the ${entry} entry`, async () => {
    assert.deepEqual(await answerOf(runtime('bun'), `${entry}.mjs`), expected);
  });
  test(`Deno uses the ${entry} entry with no permission ${entry === 'normal' ? 'but to read' : 'at all'}`, async () => {
    const permissions = entry === 'normal' ? ['--allow-read'] : [];
    assert.deepEqual(await answerOf(runtime('deno'), 'run', '--quiet', '--no-prompt', ...permissions, `${entry}.mjs`), expected);
  });
  test(`a bundle of the ${entry} entry runs in Node`, async () => {
    const { outdir, script } = await bundle(`${entry}.mjs`, { platform: 'node', format: 'esm' });
    if (entry === 'normal') await copyFile(wasm(), join(outdir, 'roots.wasm'));
    assert.deepEqual(await answerOf(process.execPath, script), expected);
  });
}

for (const [name, program] of [[`Node ${process.versions.node}`, process.execPath], ['the current Node', runtime('node')]]) {
  test(`${name} lets CommonJS require the package`, async () => {
    const text = `const mcproots = require('mcproots');
import('./sample.mjs').then(({ sample }) => sample(mcproots)).then((answer) => console.log(JSON.stringify(answer)));
`;
    await writeFile(join(folder, 'required.cjs'), text);
    assert.deepEqual(await answerOf(program, 'required.cjs'), expected);
  });
}

test('workerd uses the package file by file', async () => {
  const at = join(folder, 'node_modules/mcproots/src');
  const sources = (await readdir(at)).filter((name) => !name.endsWith('.d.ts'));
  const main = join(folder, 'unbundled-worker.mjs');
  await writeFile(main, worker('./mcproots/workerd.js'));
  const modules = { 'main.mjs': main, 'sample.mjs': join(folder, 'sample.mjs') };
  for (const name of sources) modules[`mcproots/${name}`] = join(at, name);
  assert.deepEqual(await work(modules), expected);
});

test('workerd uses a bundle, which leaves the module to the deployment', async () => {
  const { script } = await bundle('normal-worker.mjs', { format: 'esm', conditions: ['workerd'], external: ['*.wasm'] });
  assert.deepEqual(await work({ 'main.mjs': script, 'roots.wasm': wasm() }), expected);
});

async function work(modules) {
  const { url, stop } = await serve(modules);
  try {
    const response = await fetch(url);
    const text = await response.text();
    assert.ok(response.ok, text);
    return JSON.parse(text);
  } finally {
    await stop();
  }
}

async function browse(t, files, f) {
  if (!installed()) return t.skip('no Chromium on this machine: install the package chromium of the system');
  assert.deepEqual(await visit((path) => join(files, path), f), expected);
}

test('Chromium uses the package file by file', async (t) => {
  await browse(t, folder, (page) =>
    page.evaluate(async () => {
      const { sample } = await import('/sample.mjs');
      return sample(await import('/node_modules/mcproots/src/web.js'));
    }),
  );
});

test('Chromium uses a bundle with the module beside it, in the page and in a worker', async (t) => {
  await writeFile(join(folder, 'browser.mjs'), `export * from 'mcproots';\nexport { sample } from './sample.mjs';\n`);
  const { outdir } = await bundle('browser.mjs', { format: 'esm', platform: 'browser' });
  await copyFile(wasm(), join(outdir, 'roots.wasm'));
  await writeFile(join(outdir, 'worker.mjs'), `import * as all from './browser.mjs';\npostMessage(await all.sample(all));\n`);
  await browse(t, outdir, (page) => page.evaluate(async () => import('/browser.mjs').then((all) => all.sample(all))));
  await browse(t, outdir, (page) =>
    page.evaluate(
      () =>
        new Promise((resolve, reject) => {
          const worker = new Worker('/worker.mjs', { type: 'module' });
          worker.onmessage = (event) => resolve(event.data);
          worker.onerror = (event) => reject(new Error(event.message));
        }),
    ),
  );
});

test('Chromium uses a single classic script of the inline entry', async (t) => {
  await writeFile(join(folder, 'single.mjs'), `export * from 'mcproots/inline';\nexport { sample } from './sample.mjs';\n`);
  const { outdir } = await bundle('single.mjs', { format: 'iife', globalName: 'all', platform: 'browser' });
  await browse(t, outdir, async (page) => {
    await page.addScriptTag({ url: '/single.mjs' });
    return page.evaluate(() => globalThis.all.sample(globalThis.all));
  });
});

test('Chromium opens in a worker the module that the page compiled', async (t) => {
  await cp(join(folder, 'node_modules/mcproots/src'), join(folder, 'posted/src'), { recursive: true });
  await mkdir(join(folder, 'posted'), { recursive: true });
  await copyFile(join(folder, 'sample.mjs'), join(folder, 'posted/sample.mjs'));
  await writeFile(
    join(folder, 'posted/worker.mjs'),
    `import * as all from './src/web.js';
import { sample } from './sample.mjs';
onmessage = async ({ data: module }) => postMessage(await sample({ ...all, open: (options) => all.open({ ...options, module }) }));
`,
  );
  await browse(t, join(folder, 'posted'), (page) =>
    page.evaluate(async () => {
      const { open } = await import('/src/web.js');
      const { module } = await open();
      return new Promise((resolve, reject) => {
        const worker = new Worker('/worker.mjs', { type: 'module' });
        worker.onmessage = (event) => resolve(event.data);
        worker.onerror = (event) => reject(new Error(event.message));
        worker.postMessage(module);
      });
    }),
  );
});
