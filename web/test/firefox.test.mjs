// The main paths and the vectors in Firefox, over WebDriver BiDi.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import puppeteer from 'puppeteer-core';
import { installed, serve } from './browser.mjs';
import { judge, vectors } from './judge.mjs';

let browser, server, page;

before(async () => {
  server = await serve();
  browser = await puppeteer.launch({ browser: 'firefox', executablePath: installed('firefox-esr', 'firefox'), headless: true });
  page = await browser.newPage();
  await page.goto(server.url);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const says = (region, pattern) => page.waitForFunction((region, pattern) => new RegExp(pattern).test(document.querySelector(region).textContent), {}, region, pattern);

test('Firefox: the page checks, and applies fixes', async () => {
  await says('#summary', '^Not valid · 3 errors');
  await page.click('#fix-all');
  await says('#summary', '^Not valid · 1 error ');
  assert.match(await page.$eval('#message', (area) => area.value), /file:\/\/\/home\/ada\/my%20site/);
  await page.select('#example', 'session');
  await says('#summary', '^Not valid.*session');
});

test('Firefox: the page tries paths', async () => {
  await page.select('#example', 'sibling');
  await says('#paths-summary', '^3 of 8 paths inside');
});

test('Firefox: the page builds messages', async () => {
  await page.select('#example', 'directories');
  await says('#build-summary', '^4 messages of 2025-11-25');
});

test('Firefox: the vectors are answered byte for byte inside the page', async () => {
  const { passed, failures } = await page.evaluate(judge, vectors(process.env.VECTORS));
  for (const name of failures.slice(0, 20)) console.log(`differs: ${name}`);
  console.log(`firefox-page: ${passed} passed, ${failures.length} failed`);
  assert.ok(passed > 0);
  assert.deepEqual(failures, []);
});
