// The page in Chromium, as `mcproots serve` gives it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { elsewhere, here, launch, read, serve } from './browser.mjs';

let browser, server, other;

before(async () => {
  [browser, server, other] = await Promise.all([launch(), serve(), elsewhere()]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
  other?.stop();
});

/** visit opens the page in a context of its own, and afterwards asks that nothing went wrong and nobody else was asked. */
async function visit(f, { fragment = '', ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  const wrong = [];
  const asked = [];
  page.on('pageerror', (error) => wrong.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
  page.on('request', (request) => asked.push(request.url()));
  try {
    await page.goto(server.url + fragment);
    await verdict(page);
    await f(page, context);
    assert.deepEqual(wrong, []);
    assert.deepEqual(asked.filter((url) => !url.startsWith(server.url) && !url.startsWith('blob:')), []);
    assert.deepEqual(other.requests, [], 'the second origin was asked');
  } finally {
    await context.close();
  }
}

const settled = { check: /^(Valid|Not valid|Paste)/, paths: /inside|Enter/, build: /message|line/ };
const regions = { check: '#summary', paths: '#paths-summary', build: '#build-summary' };

/** verdict waits for what a pane says; with changing() it waits for a new one. */
async function verdict(page, pane = 'check') {
  await page.waitForFunction(([region, pattern]) => new RegExp(pattern).test(document.querySelector(region).textContent), [regions[pane], settled[pane].source]);
  return page.textContent(regions[pane]);
}

/** enter replaces the text and waits until the findings are those of it. */
async function enter(page, text) {
  await page.fill('#message', text);
  await checked(page);
}

/** checked waits until the engine has answered everything asked so far. */
async function checked(page) {
  await page.waitForTimeout(200); // the pause in typing that the page waits for
  await page.evaluate(async () => (await import('./page.js')).engine.ask('about', {}));
  await page.waitForTimeout(30);
}

/** joined gives the text of all that a locator finds. */
const joined = async (locator) => (await locator.allTextContents()).join('');

const codes = (page) => page.locator('#findings .code').allTextContents();

async function load(page, example) {
  await page.selectOption('#example', example);
  await checked(page);
}

test('Check says what is wrong, where and why, and a click puts the caret there', () =>
  visit(async (page) => {
    await enter(page, '{"roots":[\n  {"uri":"/home/ada"}\n]}');
    assert.match(await verdict(page), /^Not valid · 1 error/);
    assert.ok((await codes(page)).includes('uri-bare-path'));
    assert.equal(await page.getAttribute('#message', 'aria-invalid'), 'true');
    assert.equal(await page.locator('.backdrop mark.error').textContent(), '"/home/ada"');
    await page.locator('#findings .place', { hasText: 'uri-bare-path' }).click();
    const [start, end] = await page.$eval('#message', (area) => [area.selectionStart, area.selectionEnd]);
    assert.equal((await page.inputValue('#message')).slice(start, end), '"/home/ada"');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'message');
    const item = page.locator('#findings li', { hasText: 'uri-bare-path' });
    await item.locator('summary').click();
    await item.locator('dl').waitFor();
    assert.match(await item.locator('details').textContent(), /Mend it:.*Not so.*But so/s);
  }));

test('Check tells the kind and the revision, and the choices change the verdict', () =>
  visit(async (page) => {
    await enter(page, '{"jsonrpc":"2.0","id":1,"method":"roots/list"}');
    assert.match(await verdict(page), /^Valid.*request, 2025-11-25/);
    await page.selectOption('#kind', 'notification');
    await checked(page);
    assert.match(await verdict(page), /^Not valid.*notification/);
    await page.selectOption('#kind', '');
    await enter(page, '{"roots":[{"uri":"file:///srv/a%2fb"}]}');
    assert.match(await verdict(page), /^Not valid/);
    await page.selectOption('#profile', 'protocol');
    await page.selectOption('#revision', '2025-06-18');
    await checked(page);
    assert.match(await verdict(page), /result, 2025-06-18/);
  }));

test('Check lists the roots with path and canonical URI', () =>
  visit(async (page) => {
    await load(page, 'vscode');
    const cells = await page.locator('#roots tbody td').allTextContents();
    assert.deepEqual(cells, ['0', 'usable', 'C:\\Users\\ada\\source', 'file:///C:/Users/ada/source', 'windows']);
  }));

const EXPECTED = {
  mistakes: [/^Not valid · 3 errors/, ['uri-bare-path', 'uri-fragment', 'uri-dot-segment']],
  good: [/^Valid · nothing found/, []],
  vscode: [/^Valid/, ['uri-encoded-drive-colon']],
  bare: [/^Not valid/, ['uri-bare-path']],
  hash: [/^Not valid/, ['uri-fragment']],
  params: [/^Not valid/, ['params-null']],
  retry: [/^Valid.*retry, 2026-07-28/, ['roots-deprecated']],
  session: [/^Not valid.*session/, ['uri-fragment']],
};
for (const [example, [said, named]] of Object.entries(EXPECTED)) {
  test(`the example ${example} has its verdict`, () =>
    visit(async (page) => {
      await load(page, example);
      assert.match(await verdict(page), said);
      const found = await codes(page);
      for (const code of named) assert.ok(found.includes(code), `${code} is not among ${found}`);
    }));
}

test('the example of a sibling has its verdicts', () =>
  visit(async (page) => {
    await load(page, 'sibling');
    assert.match(await verdict(page, 'paths'), /^3 of 8 paths inside 2 roots/);
    const item = page.locator('#verdicts li').nth(2);
    assert.match(await item.textContent(), /Outside.*outside-sibling-prefix/);
    assert.equal(await joined(item.locator('mark.shared')), '/srv');
    const inside = page.locator('#verdicts li').nth(0);
    assert.equal(await joined(inside.locator('mark.shared')), '/srv/allowed');
  }));

test('the example of directories builds messages that Check finds valid, in every revision', () =>
  visit(async (page) => {
    await load(page, 'directories');
    for (const revision of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28']) {
      await page.click('#tab-build');
      await page.selectOption('#build-revision', revision);
      await checked(page);
      assert.match(await verdict(page, 'build'), new RegExp(`^${revision === '2026-07-28' ? 3 : 4} messages of ${revision} with 3 roots`));
      const titles = await page.locator('.card:has([aria-label^="Check: "]) h3').allTextContents();
      assert.equal(titles.length, revision === '2026-07-28' ? 2 : 4);
      for (const title of titles) {
        await page.click('#tab-build');
        await page.getByRole('button', { name: `Check: ${title}`, exact: true }).click();
        await checked(page);
        assert.match(await verdict(page), /^Valid/, `${revision}: ${title}`);
        assert.ok((await verdict(page)).endsWith(revision), `${revision}: ${title}: ${await verdict(page)}`);
      }
    }
  }));

test('Build copies a message, and builds nothing from a line that can’t be a root', () =>
  visit(async (page) => {
    await page.click('#tab-build');
    await page.fill('#build-directories', '/srv/app');
    await checked(page);
    await page.getByRole('button', { name: 'Copy The client answers' }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.deepEqual(JSON.parse(copied), { jsonrpc: '2.0', id: 1, result: { roots: [{ uri: 'file:///srv/app', name: 'app' }] } });
    await page.fill('#build-directories', '/srv/app\nsomewhere');
    await checked(page);
    assert.match(await verdict(page, 'build'), /^1 line can’t be a root/);
    assert.match(await page.textContent('#build-faults'), /relative-path.*somewhere/);
    assert.equal(await page.locator('.card').count(), 0);
  }));

test('Paths takes the roots from Check', () =>
  visit(async (page) => {
    await load(page, 'good');
    await page.click('#tab-paths');
    await page.click('#take-roots');
    await page.fill('#paths-paths', '/home/ada/my site/index.html\n/home/ada');
    await checked(page);
    assert.equal(await page.inputValue('#paths-roots'), 'file:///home/ada/app\nfile:///home/ada/my%20site');
    assert.match(await verdict(page, 'paths'), /^1 of 2 paths inside 2 roots/);
  }));

test('typing is checked, and the verdict follows', () =>
  visit(async (page) => {
    await page.click('#clear');
    await page.keyboard.type('{"roots":[{"uri":"file:///srv/app"}]', { delay: 5 });
    await checked(page);
    assert.deepEqual(await codes(page), ['json-unexpected-end']);
    await page.keyboard.type('}');
    await checked(page);
    assert.match(await verdict(page), /^Valid/);
    assert.equal(await page.locator('.gutter div.marked.error').count(), 0);
  }));

test('fixes are applied one by one or all at once, and can be undone', () =>
  visit(async (page) => {
    await load(page, 'mistakes');
    const before = await page.inputValue('#message');
    await page.getByRole('button', { name: 'Apply the fix for uri-fragment at line 14' }).click();
    await checked(page);
    assert.ok((await page.inputValue('#message')).includes('"file:///home/ada/c%23"'));
    assert.deepEqual(await codes(page), ['uri-bare-path', 'uri-dot-segment']);
    await page.click('#fix-all');
    await checked(page);
    assert.deepEqual(await codes(page), ['uri-dot-segment']);
    await page.focus('#message');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await checked(page);
    assert.equal(await page.inputValue('#message'), before);
  }));

test('a captured session is read as the command reads it', () =>
  visit(async (page) => {
    for (const name of readdirSync(here('../../tests/testdata')).filter((name) => name.endsWith('.jsonl') && name.startsWith('session'))) {
      const path = here(`../../tests/testdata/${name}`);
      const { files } = JSON.parse(spawnSync(process.env.MCPROOTS, ['check', '--format', 'json', path], { encoding: 'utf8' }).stdout);
      const { messages, passedOver } = await page.evaluate(async (text) => (await import('./page.js')).engine.ask('check', { text }), readFileSync(path, 'utf8'));
      assert.deepEqual({ messages, passedOver }, { messages: files[0].messages, passedOver: files[0].passedOver }, name);
    }
  }));

test('the lines of a session are checked in its order, and faults found in their lines', () =>
  visit(async (page) => {
    await load(page, 'session');
    const rows = await page.locator('#messages tbody tr').allTextContents();
    assert.ok(rows.some((row) => /line 6response2025-11-25not valid/.test(row)), rows.join('\n'));
    assert.ok(rows.some((row) => /line 9error2025-11-25valid/.test(row)), rows.join('\n'));
    await page.locator('#findings .place', { hasText: 'uri-fragment' }).click();
    const [start, end] = await page.$eval('#message', (area) => [area.selectionStart, area.selectionEnd]);
    assert.equal((await page.inputValue('#message')).slice(start, end), '"file:///home/ada/dev/#work"');
  }));

test('a link brings a pane back as it was, and nothing of it is sent', () =>
  visit(async (page, context) => {
    await enter(page, '{"roots":[{"uri":"file:///srv/é"}]}\n');
    await page.selectOption('#profile', 'protocol');
    await page.click('#share');
    await page.waitForFunction(() => location.hash);
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(link, /^http:\/\/127\.0\.0\.1:\d+\/#v1=[\w-]+$/);
    const second = await context.newPage();
    await second.goto(link);
    await verdict(second);
    assert.equal(await second.inputValue('#message'), '{"roots":[{"uri":"file:///srv/é"}]}\n');
    assert.equal(await second.inputValue('#profile'), 'protocol');
    await second.fill('#message', '');
    assert.equal(new URL(second.url()).hash, '', 'a link that no longer says what is there stays');
    await page.click('#tab-paths');
    await page.fill('#paths-paths', '/srv/x');
    await page.click('#share');
    await page.waitForFunction(() => location.hash);
    const third = await context.newPage();
    await third.goto(page.url());
    await verdict(third, 'paths');
    assert.equal(await third.getAttribute('#tab-paths', 'aria-selected'), 'true');
    assert.equal(await third.inputValue('#paths-paths'), '/srv/x');
  }));

test('what is too long for a link gets none', () =>
  visit(async (page) => {
    const noise = Array.from({ length: 60_000 }, () => String.fromCharCode(33 + Math.random() * 90)).join('');
    await page.fill('#message', noise);
    await page.click('#share');
    await page.waitForFunction(() => document.getElementById('notice').textContent.includes('too much'));
    assert.equal(new URL(page.url()).hash, '');
  }));

const packed = async (text) => Buffer.from(await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'))).arrayBuffer()).toString('base64url');
const BROKEN = {
  'no base64': async () => '%%%',
  'no deflate': async () => Buffer.from('roots').toString('base64url'),
  'no JSON': async () => packed('roots'),
  'no object': async () => packed('null'),
  'another pane': async () => packed('{"pane":"__proto__"}'),
  'a bomb': async () => packed(`{"pane":"check","text":"${'0'.repeat(20 << 20)}"}`),
  'too long': async () => 'A'.repeat(40_000),
};
for (const [what, make] of Object.entries(BROKEN)) {
  test(`a link with ${what} is refused, and the page works on`, async () =>
    visit(
      async (page) => {
        assert.match(await page.textContent('#notice'), /^The link can’t be read/);
        assert.match(await verdict(page), /^Not valid · 3 errors/);
      },
      { fragment: `#v1=${await make()}` },
    ));
}

test('a hostile link is shown as text, with what hides in it made visible', async () => {
  const markup = `<img src="${other.url}img" onerror="document.title='taken'"><script src="${other.url}script"></script>`;
  const text = JSON.stringify({ roots: [{ uri: `file:///srv/${markup}\u202e`, name: `\u200b${markup}` }] });
  const state = { pane: 'check', text, revision: `"><b>`, kind: markup, profile: 7, platform: ['x'] };
  await visit(
    async (page) => {
      await checked(page);
      assert.equal(await page.title(), 'mcproots: check MCP roots');
      assert.equal(await page.inputValue('#message'), text);
      assert.equal(await page.locator('main img, main script, main b').count(), 0);
      assert.match(await page.textContent('#hidden'), /^The text holds 2 characters that can’t be seen.*U\+202E at line 1/);
      assert.ok((await page.locator('#findings .code-point').allTextContents()).includes('U+200B'));
      assert.equal(await page.locator('.backdrop mark.unseen').count(), 2);
      await page.click('#escape');
      await checked(page);
      const escaped = await page.inputValue('#message');
      assert.ok(escaped.includes('\\u202e') && escaped.includes('\\u200b') && !/[\u202e\u200b]/.test(escaped));
      assert.deepEqual(JSON.parse(escaped), JSON.parse(text), 'escaping changed what the text means');
      assert.equal(await page.isHidden('#hidden'), true);
    },
    { fragment: `#v1=${await packed(JSON.stringify(state))}` },
  );
});

test('a hostile path and directory are shown as text', () =>
  visit(async (page) => {
    await page.click('#tab-paths');
    await page.fill('#paths-paths', '/srv/<b>\u202etxt.exe\n<script>\u0007');
    await page.fill('#paths-roots', '/srv/<i>\u2066');
    await checked(page);
    assert.match(await page.textContent('#verdicts'), /<b>U\+202Etxt\.exe.*<script>U\+0007/s);
    await page.click('#tab-build');
    await page.fill('#build-directories', '/srv/<b>\u202e');
    await checked(page);
    assert.equal(await page.locator('main b, main i:not(:empty), main script').count(), 0);
  }));

test('neither the page nor its worker nor its service worker can reach another origin', () =>
  visit(async (page, context) => {
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    const reach = async (url) => {
      const tries = [fetch(url).then(() => 'reached', () => 'refused')];
      if (typeof importScripts === 'function') tries.push(Promise.resolve().then(() => importScripts(url)).then(() => 'reached', () => 'refused'));
      return (await Promise.all(tries)).every((one) => one === 'refused') ? 'refused' : 'reached';
    };
    const [worker] = page.workers();
    assert.equal(await worker.evaluate(reach, `${other.url}worker`), 'refused');
    const [service] = context.serviceWorkers();
    assert.equal(await service.evaluate(reach, `${other.url}service`), 'refused');
    // The page's own refusals go to its console, which the tests take for faults: a page of its own.
    const second = await context.newPage();
    await second.goto(server.url);
    assert.equal(await second.evaluate(reach, `${other.url}page`), 'refused');
    const sinks = await second.evaluate((url) => {
      const image = new Image();
      image.src = `${url}image`;
      const refused = [];
      for (const [name, f] of Object.entries({
        innerHTML: () => (document.body.innerHTML = '<b>'),
        worker: () => new Worker(`${url}worker.js`),
        policy: () => trustedTypes.createPolicy('other', {}),
      })) {
        try {
          f();
        } catch {
          refused.push(name);
        }
      }
      return refused;
    }, other.url);
    assert.deepEqual(sinks, ['innerHTML', 'worker', 'policy']);
    await second.waitForTimeout(300);
  }));

test('a paste of 5 MB leaves the page usable, and is checked', () =>
  visit(async (page) => {
    const roots = Array.from({ length: 54_000 }, (_, i) => ({ uri: `file:///home/ada/projects/number-${i}/source`, name: `Project ${i}` }));
    roots[53_999].uri = '/bare';
    const text = JSON.stringify({ roots }, null, 1);
    assert.ok(text.length > 5_000_000);
    await page.evaluate((text) => navigator.clipboard.writeText(text), text);
    await page.evaluate(() => {
      globalThis.longest = 0;
      new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => (globalThis.longest = Math.max(globalThis.longest, duration)))).observe({ type: 'longtask' });
    });
    await page.focus('#message');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+v');
    await page.waitForFunction(() => /^Not valid · 1 error/.test(document.getElementById('summary').textContent), undefined, { timeout: 60_000 });
    assert.match(await page.textContent('#part-lines'), /^Here are lines 1 to [\d,]+ of 216,004; all are checked/);
    const pasting = await page.evaluate(() => globalThis.longest);
    // A key, while the engine is at work on the one before.
    await page.keyboard.press('Control+Home');
    await page.evaluate(() => (globalThis.longest = 0));
    for (let i = 0; i < 3; i++) {
      await page.keyboard.press('Space');
      await page.waitForTimeout(250);
    }
    await page.click('#tab-paths');
    await page.click('#tab-check');
    const typing = await page.evaluate(() => globalThis.longest);
    console.log(`5 MB: the page was busy for at most ${Math.round(pasting)} ms at a time for the paste, ${Math.round(typing)} ms while typing`);
    assert.ok(Math.max(pasting, typing) < 2000, `the page hung for ${Math.max(pasting, typing)} ms`);
    await page.locator('#findings .place', { hasText: 'uri-bare-path' }).click();
    const chosen = await page.$eval('#message', (area) => area.value.slice(area.selectionStart, area.selectionEnd));
    assert.equal(chosen, '"/bare"');
    await page.locator('.gutter .marked.error').first().waitFor({ timeout: 5000 });
    assert.deepEqual(await page.locator('.gutter .marked.error').allTextContents(), ['216000'], 'the fault at the end is not in view');
    await page.keyboard.type('"file:///srv/app"');
    await page.waitForFunction(() => /^Valid/.test(document.getElementById('summary').textContent), undefined, { timeout: 60_000 });
    await page.keyboard.press('Control+a');
    await page.evaluate(() => navigator.clipboard.writeText('{"roots":[]}'));
    await page.keyboard.press('Control+v');
    await checked(page);
    assert.equal(await page.inputValue('#message'), '{"roots":[]}', 'a paste over everything left something');
    assert.equal(await page.isHidden('#part'), true);
  }));

test('after the first load the page works without its server', async () => {
  const own = await serve();
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(own.url);
    await verdict(page);
    await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated');
    await own.stop();
    await page.reload();
    await verdict(page);
    await enter(page, '{"roots":[{"uri":"/home"}]}');
    assert.match(await verdict(page), /^Not valid · 1 error/);
    await load(page, 'sibling');
    assert.match(await verdict(page, 'paths'), /^3 of 8/);
  } finally {
    await context.close();
    await own.stop();
  }
});

test('the keyboard alone reaches everything', () =>
  visit(async (page) => {
    const focused = () => page.evaluate(() => document.activeElement.id || document.activeElement.className || document.activeElement.tagName);
    const order = [];
    for (let i = 0; i < 14; i++) {
      await page.keyboard.press('Tab');
      order.push(await focused());
    }
    assert.deepEqual(order.slice(0, 11), ['tab-check', 'example', 'share', 'kind', 'revision', 'profile', 'platform', 'message', 'fix-all', 'clear', 'place']);
    await page.keyboard.press('Shift+Tab');
    while ((await focused()) !== 'place') await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    assert.equal(await focused(), 'message');
    const chosen = await page.$eval('#message', (area) => area.value.slice(area.selectionStart, area.selectionEnd));
    assert.equal(chosen, '"/home/ada/my site"');
    await page.keyboard.press('Tab');
    assert.equal(await focused(), 'fix-all', 'the text area keeps the focus');
    await page.keyboard.press('Enter');
    await checked(page);
    assert.deepEqual(await codes(page), ['uri-dot-segment']);
    await page.focus('#tab-check');
    await page.keyboard.press('ArrowRight');
    assert.equal(await focused(), 'tab-paths');
    assert.equal(await page.isVisible('#pane-paths'), true);
    await page.keyboard.press('End');
    assert.equal(await page.isVisible('#pane-build'), true);
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.isVisible('#pane-check'), true);
  }));

for (const colorScheme of ['light', 'dark']) {
  test(`axe finds nothing to complain of in the ${colorScheme} page`, () =>
    visit(
      async (page) => {
        await page.evaluate(read('../node_modules/axe-core/axe.min.js'));
        for (const [example, pane] of [['mistakes', 'check'], ['session', 'check'], ['sibling', 'paths'], ['directories', 'build']]) {
          await load(page, example);
          await page.locator(`#pane-${pane} summary`).first().click({ timeout: 2000 }).catch(() => {}); // where there is one
          const { violations } = await page.evaluate(() => globalThis.axe.run({ resultTypes: ['violations'] }));
          assert.deepEqual(violations.map(({ id, nodes }) => `${example}: ${id}: ${nodes[0].html} ${nodes[0].failureSummary}`), []);
        }
      },
      { colorScheme },
    ));
}

test('on a phone nothing is wider than the screen', () =>
  visit(
    async (page) => {
      for (const example of ['mistakes', 'session', 'sibling', 'directories']) {
        await load(page, example);
        const whole = await page.evaluate(() => Math.max(innerWidth, document.documentElement.scrollWidth)); // a phone's view widens with the page
        assert.ok(whole <= 360, `${example}: ${whole} of 360`);
      }
    },
    { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
  ));

test('the page weighs less than 60 KB compressed, and the module comes compressed', async () => {
  const page = read('../static/offline.js').match(/'[^']+'/g).map((one) => one.slice(1, -1)).filter((one) => /\.|\/$/.test(one));
  let total = 0;
  let module;
  for (const file of page) {
    const response = await fetch(new URL(file, server.url), { headers: { 'accept-encoding': 'gzip' } });
    assert.equal(response.status, 200, file);
    assert.equal(response.headers.get('content-encoding'), 'gzip', file);
    const size = Number(response.headers.get('content-length'));
    if (file === 'roots.wasm') module = size;
    else total += size;
  }
  console.log(`the page: ${(total / 1000).toFixed(1)} KB compressed; the module: ${(module / 1e6).toFixed(2)} MB`);
  assert.ok(total < 60_000);
  assert.ok(module < 1_200_000);
});
