// From whatever a caller has to a compiled module, and from there to Roots.
import { EngineError } from './errors.js';
import { Roots } from './roots.js';

/**
 * opener makes the open() of one entry: find() gives that entry's own copy of the module, load(url) fetches another.
 * The entry's own copy is compiled on first use and shared by every open() after it.
 */
export function opener(find, load = (url) => fetch(url)) {
  let own;
  return async function open({ module, ...options } = {}) {
    if (module !== undefined) return new Roots(await compile(module, load), options);
    own ??= compile(find(), load);
    try {
      return new Roots(await own, options);
    } catch (error) {
      own = undefined; // a failed load is worth another try
      throw error;
    }
  };
}

async function compile(source, load) {
  try {
    source = await source;
    if (typeof source === 'string' || source instanceof URL) source = await load(source);
    if (Object.prototype.toString.call(source) === '[object WebAssembly.Module]') return source; // of any realm
    if (typeof source?.arrayBuffer !== 'function') return await WebAssembly.compile(source);
    if (source.ok === false) throw new Error(`the server answered ${source.status}`);
    // Streaming needs the right media type, and servers often lack it.
    const streams = WebAssembly.compileStreaming && source.headers?.get('content-type') === 'application/wasm';
    return streams ? await WebAssembly.compileStreaming(source) : await WebAssembly.compile(await source.arrayBuffer());
  } catch (cause) {
    throw new EngineError(`the module cannot be loaded: ${cause?.message}`, { cause });
  }
}
