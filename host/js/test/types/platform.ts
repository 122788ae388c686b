// With the DOM's types, the platform's own are the ones that open() takes.
import { open } from 'mcproots';

const roots = await open({ module: fetch('roots.wasm') });
const module: WebAssembly.Module = roots.module;
await open({ module });
await open({ module: new URL('https://example.com/roots.wasm') });
await open({ module: await WebAssembly.compileStreaming(fetch('roots.wasm')) });
