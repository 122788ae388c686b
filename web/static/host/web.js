// The entry for browsers and their workers: the module is fetched from beside this file, which bundlers that know
// `new URL(..., import.meta.url)` copy along.
import { opener } from './open.js';

export * from './roots.js';

export const open = opener(() => fetch(new URL('./roots.wasm', import.meta.url)));
