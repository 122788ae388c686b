// A worker in workerd, on a loopback port that the system picks.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import workerd from 'workerd';

/**
 * serve starts a worker of modules, file paths by module name, the main one first.
 * It gives the worker's address and a way to stop it.
 */
export async function serve(modules) {
  const kind = (name) => (name.endsWith('.wasm') ? 'wasm' : 'esModule');
  const list = Object.entries(modules).map(([name, path]) => `(name = ${JSON.stringify(name)}, ${kind(name)} = embed ${JSON.stringify(path)})`);
  const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (compatibilityDate = "2026-01-01", modules = [${list.join(', ')}]))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`;
  const folder = await mkdtemp(join(tmpdir(), 'mcproots-'));
  const file = join(folder, 'config.capnp');
  await writeFile(file, config);
  // Embedded paths are absolute: -I makes the root of the file system their base.
  const child = spawn(workerd.default ?? workerd, ['serve', file, '-I', '/', '--control-fd=1'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill();
    await exited;
    await rm(folder, { recursive: true });
  };
  const port = await Promise.race([
    (async () => {
      for await (const line of createInterface(child.stdout)) {
        const { event, socket, port } = JSON.parse(line);
        if (event === 'listen' && socket === 'http') return port;
      }
    })(),
    exited.then(() => undefined),
  ]);
  if (!port) {
    await stop();
    throw new Error('workerd did not start: its messages are above');
  }
  return { url: `http://127.0.0.1:${port}`, stop };
}
