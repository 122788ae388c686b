import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Roots } from 'mcproots';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

test('the example of the README prints what the README shows', () => {
  const [, program] = /```js\n(.*?)```/s.exec(readme);
  const [, output] = /```text\n(.*?)```/s.exec(readme);
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { cwd, encoding: 'utf8' });
  assert.equal(stderr, '');
  assert.equal(stdout, output);
});

test('the README names every method', () => {
  for (const name of Object.getOwnPropertyNames(Roots.prototype)) {
    if (name !== 'constructor') assert.ok(readme.includes(`\`${name}(`) || readme.includes(`.${name}\``), name);
  }
});
