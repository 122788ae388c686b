// The module, compiled. It is a script of its own, so that this begins before the rest of the page is there.
const load = async () => {
  const response = await fetch(new URL('roots.wasm', import.meta.url).href);
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  const streams = response.headers.get('content-type') === 'application/wasm';
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
};

export const compiled = load();
compiled.catch(() => {}); // told by whoever asks
