// The entry for bundles of one file: the module travels inside the JavaScript.
import packed from './roots.base64.js';
import { opener } from './open.js';

export * from './roots.js';

export const open = opener(() => {
  const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')));
});
