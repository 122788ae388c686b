// The page from a plain host of static files, which sends no headers; and what the page does when things break.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { elsewhere, here, host, launch, median, read } from './browser.mjs';

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

async function visit({ fragment = '', ...options }, f) {
  const server = await host(folder, options);
  const context = await browser.newContext({ serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    await page.goto(server.url + fragment);
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
    const [worker] = page.workers().length > 0 ? page.workers() : [await page.waitForEvent('worker')];
    assert.equal(await worker.evaluate(reach, other.url), 'refused');
    assert.equal(await page.evaluate(reach, other.url), 'refused');
    assert.deepEqual(other.requests, []);
  }));

test('the page works where the module has a wrong media type', () =>
  visit({ types: { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.svg': 'image/svg+xml' } }, (page) => says(page, '^Not valid · 3 errors')));

test('a module that is not there is told of, and is no verdict', () =>
  visit({ instead: { '/roots.wasm': Buffer.from('no module') } }, (page) => says(page, '^The engine can’t be loaded')));

// The worker's script is the body of a function in page.js, which answers the page's own first question as well.
function workerFirst(code) {
  const script = read('../static/page.js').toString();
  const start = 'function worker(self) {\n';
  assert.equal(script.split(start).length, 2);
  return script.replace(start, () => start + code);
}

test('a worker that hangs is replaced, which is told and is no verdict, and the next question is answered', () =>
  visit(
    {
      instead: {
        '/page.js': workerFirst(`self.addEventListener('message', ({ data }) => { while (data.input?.text === 'HANG'); });`),
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
        '/page.js': workerFirst(`self.addEventListener('message', ({ data }) => { if (data.input?.text === 'FAIL') throw new Error('failed'); });`),
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

const HERE = 'if (!(self instanceof EventTarget))'; // in the page, and not in the worker

test('the page’s own example is checked in the page, and a link’s content in the worker only', async () => {
  const instead = { '/page.js': workerFirst(`${HERE} document.title = 'checked here';`) };
  await visit({ instead }, async (page) => {
    await says(page, '^Not valid · 3 errors');
    assert.equal(await page.title(), 'checked here');
  });
  const fragment = `#v1=${deflateRawSync(JSON.stringify({ pane: 'check', text: '{"roots":[]}' })).toString('base64url')}`;
  await visit({ instead, fragment }, async (page) => {
    await says(page, '^Valid');
    assert.notEqual(await page.title(), 'checked here');
  });
});

test('where the page’s own example can’t be checked in the page, the worker does it', () =>
  visit({ instead: { '/page.js': workerFirst(`${HERE} throw new Error('not here');`) } }, async (page) => {
    await says(page, '^Not valid · 3 errors');
    assert.equal(page.workers().length, 1);
  }));

// What compiling the module alone takes is measured in the same way as the page: a fresh load of an empty page that
// fetches, compiles and starts it, and nothing else. The goal is twice that; times are printed, not judged.
test('the first verdict of a fresh load comes within three seconds, however busy the machine', async () => {
  const alone = async () => {
    // As little as the start needs: the time, random bytes, no arguments and no environment.
    let memory;
    const view = () => new DataView(memory.buffer);
    const none = (count, size) => (view().setUint32(count, 0, true), view().setUint32(size, 0, true), 0);
    const given = {
      clock_time_get: (id, precision, at) => (view().setBigUint64(at, BigInt(Math.ceil(performance.now() * 1e6)), true), 0),
      random_get: (at, n) => (crypto.getRandomValues(new Uint8Array(memory.buffer, at, n)), 0),
      args_sizes_get: none,
      environ_sizes_get: none,
    };
    const wasi_snapshot_preview1 = new Proxy(given, { get: (functions, name) => functions[name] ?? (() => 0) });
    const from = performance.now();
    const module = await WebAssembly.compileStreaming(fetch('roots.wasm'));
    globalThis.compiling = performance.now() - from;
    const { exports } = await WebAssembly.instantiate(module, { wasi_snapshot_preview1 });
    memory = exports.memory;
    exports._initialize();
    globalThis.doneAt = performance.now();
  };
  const server = await host(folder, {
    instead: {
      '/alone.html': Buffer.from('<!doctype html><meta charset="utf-8"><title>The module alone</title><script src="alone.js"></script>'),
      '/alone.js': Buffer.from(`(${alone})();`),
    },
  });
  // One browser that runs already; each load in a context of its own, which shares no cache.
  const fresh = async (path) => {
    const context = await browser.newContext();
    try {
      const page = await context.newPage();
      await page.addInitScript(() => {
        addEventListener('DOMContentLoaded', () => {
          const region = document.getElementById('summary');
          const look = () => /valid/i.test(region.textContent) && (globalThis.doneAt ??= performance.now());
          if (region && !look()) new MutationObserver(look).observe(region, { childList: true });
        });
      });
      await page.goto(server.url + path);
      await page.waitForFunction(() => globalThis.doneAt);
      return await page.evaluate(() => ({ done: globalThis.doneAt, compiling: globalThis.compiling }));
    } finally {
      await context.close();
    }
  };
  try {
    const loads = [];
    for (let i = 0; i < 9; i++) loads.push({ verdict: await fresh(''), module: await fresh('alone.html') });
    const verdict = median(loads.map(({ verdict }) => verdict.done));
    const module = median(loads.map(({ module }) => module.done));
    const compiling = median(loads.map(({ module }) => module.compiling));
    const ratio = median(loads.map(({ verdict, module }) => verdict.done / module.done));
    console.log(`first verdict: ${Math.round(verdict)} ms; the module alone: ${Math.round(module)} ms, ${Math.round(compiling)} ms of it to fetch and compile; ratio ${ratio.toFixed(2)}`);
    assert.ok(verdict < 3000, `${verdict} ms`);
  } finally {
    server.stop();
  }
});
