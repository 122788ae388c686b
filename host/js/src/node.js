// The entry for Node, Deno and Bun: the module is a file beside this one.
import { readFile } from 'node:fs/promises';
import { opener } from './open.js';

export * from './roots.js';

const load = (url) => (new URL(url).protocol === 'file:' ? readFile(new URL(url)) : fetch(url));

export const open = opener(() => load(new URL('./roots.wasm', import.meta.url)), load);
