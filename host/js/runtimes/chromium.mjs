// A page in the Chromium of this machine, with files from a server on a loopback port.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { delimiter, extname, join } from 'node:path';
import { chromium } from 'playwright-core';

const TYPES = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm', '.html': 'text/html' };
// The narrowest policy that the package works under.
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'";
const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** installed finds the browser, or gives undefined. */
export function installed() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find((path) => existsSync(path));
}

/** visit serves files (paths by URL path, or texts as { text }), opens an empty page there, and gives it to f. */
export async function visit(files, f) {
  const server = createServer(async (request, response) => {
    const file = files(new URL(request.url, 'http://localhost').pathname);
    try {
      const body = request.url === '/' ? '<!doctype html><meta charset="utf-8"><title>mcproots</title>' : await readFile(file);
      response.setHeader('content-type', TYPES[extname(file ?? '.html')] ?? 'text/plain; charset=utf-8');
      response.setHeader('content-security-policy', POLICY);
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const browser = await chromium.launch({
    executablePath: installed(),
    args: [
      '--headless',
      '--no-sandbox', // as root in a container there is none
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  try {
    const page = await browser.newPage();
    const errors = [];
    page.on('pageerror', (error) => errors.push(error));
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    const result = await f(page);
    if (errors.length > 0) throw errors[0];
    return result;
  } finally {
    await browser.close();
    server.close();
  }
}
