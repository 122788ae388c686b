// What the tests of the page share: the page as `mcproots serve` gives it and as a plain static host does, a second
// origin that must never hear from it, and the browsers of this machine.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { delimiter, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** installed finds a program by the names it goes by, or gives undefined. */
export function installed(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path));
}

export const CHROMIUM = installed('chromium', 'chromium-browser', 'google-chrome');

export const launch = () =>
  chromium.launch({
    executablePath: CHROMIUM,
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

/** serve starts the very command; test.sh builds it and says where it is. */
export async function serve() {
  const command = spawn(process.env.MCPROOTS, ['serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await Promise.race([
    once(command.stdout, 'data'),
    once(command, 'exit').then(([code]) => {
      throw new Error(`mcproots serve ended with ${code}`);
    }),
  ]);
  const stop = async () => {
    if (command.exitCode === null && command.kill()) await once(command, 'exit');
  };
  return { url: String(line).trim(), stop };
}

const TYPES = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.svg': 'image/svg+xml', '.wasm': 'application/wasm' };

/** host serves the folder as a host of static files does: no header but the type. Some files can be others. */
export async function host(folder, { instead = {}, types = TYPES } = {}) {
  return listening(async (request, response) => {
    const path = new URL(request.url, 'http://localhost').pathname;
    const name = path.endsWith('/') ? `${path}index.html` : path;
    try {
      const body = instead[name] ?? (await readFile(join(folder, name)));
      response.setHeader('content-type', types[extname(name)] ?? 'application/octet-stream');
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
}

/** elsewhere is the second origin: it would let anybody in, and counts who comes. */
export async function elsewhere() {
  const requests = [];
  const server = await listening((request, response) => {
    requests.push(request.url);
    response.setHeader('access-control-allow-origin', '*');
    response.end('heard');
  });
  return { ...server, requests };
}

async function listening(answer) {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** read gives a file beside the tests as text. */
export const read = (path) => readFileSync(here(path), 'utf8');

/** median of a list of numbers. */
export const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];
