// node vectors.mjs FILE: every vector, answered by the page's own engine in its worker, in Chromium. Exits with 1 when
// any differs.
import { launch, serve } from './browser.mjs';
import { judge, vectors } from './judge.mjs';

const [file] = process.argv.slice(2);
if (!file) {
  console.error('usage: vectors.mjs FILE');
  process.exit(2);
}
const server = await serve();
const browser = await launch();
try {
  const page = await browser.newPage();
  await page.goto(server.url);
  const { passed, failures } = await page.evaluate(judge, vectors(file));
  for (const name of failures.slice(0, 20)) console.log(`differs: ${name}`);
  console.log(`chromium-page: ${passed} passed, ${failures.length} failed`);
  process.exitCode = failures.length > 0 || passed === 0 ? 1 : 0;
} finally {
  await browser.close();
  await server.stop();
}
