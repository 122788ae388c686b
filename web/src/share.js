// A pane's state in the fragment of the address, which browsers send to no server: deflate, then base64url. What comes
// in is as hostile as any input: its size is limited before and while it is unpacked, and only strings are taken.

const MARK = '#v1=';
export const LONGEST = 32_000; // characters of a link; chat programs and mail cut longer ones
const UNPACKED = 1 << 20; // a fragment of the longest kind can unpack to a thousand times its size
const PANES = ['check', 'paths', 'build'];

/** pack makes a fragment, or gives undefined when it is too long. */
export async function pack(pane, state) {
  const text = JSON.stringify({ pane, ...state });
  if (text.length > UNPACKED / 4) return;
  const bytes = new Uint8Array(await new Response(through(new Blob([text]), new CompressionStream('deflate-raw'))).arrayBuffer());
  if (bytes.length > LONGEST) return;
  const fragment = MARK + btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return fragment.length <= LONGEST ? fragment : undefined;
}

/** unpack gives { pane, state } of a fragment; undefined when it is no link of ours; it throws when it is a broken one. */
export async function unpack(fragment) {
  if (!fragment.startsWith(MARK)) return;
  if (fragment.length > LONGEST) throw new Error('the link is too long');
  const packed = Uint8Array.from(atob(fragment.slice(MARK.length).replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
  const text = await limited(through(new Blob([packed]), new DecompressionStream('deflate-raw')));
  const { pane, ...state } = JSON.parse(text);
  if (!PANES.includes(pane)) throw new Error('the link names no pane');
  return { pane, state: Object.fromEntries(Object.entries(state).filter(([, value]) => typeof value === 'string')) };
}

const through = (blob, transform) => blob.stream().pipeThrough(transform);

async function limited(stream) {
  const reader = stream.getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > UNPACKED) {
      await reader.cancel();
      throw new Error('the link holds too much');
    }
    text += decoder.decode(value, { stream: true });
  }
}
