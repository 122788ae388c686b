package roots

// slack is how many bytes after an input may be read, whatever they are: Grow makes
// room for them, and a Wasm memory goes on behind any slice but the last.
const slack = block
