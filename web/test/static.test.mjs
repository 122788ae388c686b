// The page from a plain host of static files, which sends no headers; and what the page does when things break.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { elsewhere, here, host, launch, read } from './browser.mjs';

let browser, other;
const folder = mkdtempSync(join(tmpdir(), 'page-'));

before(async () => {
  const { status } = spawnSync(process.execPath, [here('../build.mjs'), folder], { stdio: 'inherit' });
  assert.equal(status, 0);
  [browser, other] = await Promise.all([launch(), elsewhere()]);
});
after(async () => {
  await browser?.close();
  other?.stop();
  rmSync(folder, { recursive: true });
});

async function visit(options, f) {
  const server = await host(folder, options);
  const context = await browser.newContext({ serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    await page.goto(server.url);
    await f(page);
  } finally {
    await context.close();
    server.stop();
  }
}

const says = (page, pattern, timeout = 30_000) =>
  page.waitForFunction((pattern) => new RegExp(pattern).test(document.getElementById('summary').textContent), pattern, { timeout });

test('the page works without headers, and its policy holds in the worker all the same', () =>
  visit({}, async (page) => {
    await says(page, '^Not valid · 3 errors');
    const reach = (url) => fetch(url).then(() => 'reached', () => 'refused');
    assert.equal(await page.workers()[0].evaluate(reach, other.url), 'refused');
    assert.equal(await page.evaluate(reach, other.url), 'refused');
    assert.deepEqual(other.requests, []);
  }));

test('the page works where the module has a wrong media type', () =>
  visit({ types: { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.svg': 'image/svg+xml' } }, (page) => says(page, '^Not valid · 3 errors')));

test('a module that is not there is told of, and is no verdict', () =>
  visit({ instead: { '/roots.wasm': Buffer.from('no module') } }, (page) => says(page, '^The engine can’t be loaded')));

// The worker's script is the body of a function in engine.js.
function workerFirst(code) {
  const script = read('../static/engine.js').toString();
  const start = 'function worker() {\n';
  assert.equal(script.split(start).length, 2);
  return script.replace(start, () => start + code);
}

test('a worker that hangs is replaced, which is told and is no verdict, and the next question is answered', () =>
  visit(
    {
      instead: {
        '/engine.js': workerFirst(`self.addEventListener('message', ({ data }) => { while (data.input?.text === 'HANG'); });`),
      },
    },
    async (page) => {
      await says(page, '^Not valid · 3 errors');
      await page.fill('#message', 'HANG');
      await page.waitForTimeout(500);
      await page.click('#tab-paths'); // the page itself does not hang
      await page.click('#tab-check');
      await says(page, '^The engine took more than 10 seconds, so there is no verdict');
      assert.equal(await page.locator('#findings li').count(), 0);
      await page.fill('#message', '{"roots":[]}');
      await says(page, '^Valid');
    },
  ));

test('a worker that fails is replaced, which is told and is no verdict', () =>
  visit(
    {
      instead: {
        '/engine.js': workerFirst(`self.addEventListener('message', ({ data }) => { if (data.input?.text === 'FAIL') throw new Error('failed'); });`),
      },
    },
    async (page) => {
      await says(page, '^Not valid · 3 errors');
      await page.fill('#message', 'FAIL');
      await says(page, '^The engine failed, so there is no verdict');
      await page.fill('#message', '{"roots":[]}');
      await says(page, '^Valid');
    },
  ));
