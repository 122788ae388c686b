// Made by build.mjs from src/ and host/js/src/.

// src/module.js
var load = async () => {
  const response = await fetch(new URL("roots.wasm", import.meta.url).href);
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  const streams = response.headers.get("content-type") === "application/wasm";
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
};
var compiled = load();
compiled.catch(() => {
});
export {
  compiled
};
