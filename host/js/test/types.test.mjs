import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const tsc = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));
const compile = (file, ...options) =>
  new Promise((resolve) => {
    const source = fileURLToPath(new URL(`types/${file}`, import.meta.url));
    const args = [tsc, '--ignoreConfig', '--noEmit', '--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--target', 'es2022', '--types', '', ...options, source];
    execFile(process.execPath, args, (error, stdout, stderr) => resolve({ code: error?.code ?? 0, output: stdout + stderr }));
  });

for (const module of [['--module', 'nodenext'], ['--module', 'esnext', '--moduleResolution', 'bundler']]) {
  for (const lib of ['es2022', 'es2022,dom', 'es2022,webworker']) {
    test(`the types hold under --strict with ${module.at(-1)} and lib ${lib}`, async () => {
      assert.deepEqual(await compile('usage.ts', ...module, '--lib', lib), { code: 0, output: '' });
    });
  }
  test(`the types take the platform's modules, URLs and responses with ${module.at(-1)}`, async () => {
    assert.deepEqual(await compile('platform.ts', ...module, '--lib', 'es2022,dom'), { code: 0, output: '' });
  });
}
