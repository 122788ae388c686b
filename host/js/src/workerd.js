// The entry for Cloudflare Workers, which compile a module when they are deployed and never from bytes.
import module from './roots.wasm';
import { opener } from './open.js';

export * from './roots.js';

export const open = opener(() => module);
