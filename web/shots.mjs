// node shots.mjs: pictures of the page for a person to look at, in the folder shots.
import { mkdirSync } from 'node:fs';
import { here, launch, serve } from './test/browser.mjs';

const LOOKS = {
  light: { viewport: { width: 1400, height: 950 }, colorScheme: 'light' },
  dark: { viewport: { width: 1400, height: 950 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'light', isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
};
const SCENES = { check: 'mistakes', session: 'session', paths: 'sibling', build: 'directories' };

mkdirSync(here('../shots'), { recursive: true });
const [server, browser] = await Promise.all([serve(), launch()]);
try {
  for (const [look, options] of Object.entries(LOOKS)) {
    const page = await browser.newPage(options);
    await page.goto(server.url);
    await page.waitForFunction(() => document.getElementById('version').textContent);
    for (const [scene, example] of Object.entries(SCENES)) {
      await page.selectOption('#example', example);
      await page.waitForTimeout(800);
      await page.locator('section:not([hidden]) details').first().evaluate((details) => (details.open = true)).catch(() => {}); // Build has none
      await page.waitForTimeout(200);
      await page.screenshot({ path: here(`../shots/${look}-${scene}.png`), fullPage: look === 'phone' });
      console.log(`shots/${look}-${scene}.png`);
    }
    await page.close();
  }
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
  await page.goto(server.url);
  await page.waitForFunction(() => document.getElementById('version').textContent);
  await page.selectOption('#example', SCENES.check);
  await page.waitForTimeout(800);
  await page.screenshot({ path: here('../../docs/page.png') });
  console.log('docs/page.png');
} finally {
  await browser.close();
  await server.stop();
}
