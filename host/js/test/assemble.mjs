// Small modules with ABI 1's exports, assembled by hand, that fail in ways in which the real one cannot be made to.
// WebAssembly Core Specification, section 5 (binary format).

const I32 = 0x7f;
const u32 = (n) => (n < 128 ? [n] : [(n & 127) | 128, ...u32(n >>> 7)]);
const i32 = (n) => (n >= -64 && n < 64 ? [n & 127] : [(n & 127) | 128, ...i32(n >> 7)]);
const list = (items) => [...u32(items.length), ...items.flat()];
const text = (s) => list([...new TextEncoder().encode(s)]);
const section = (id, bytes) => [id, ...u32(bytes.length), ...bytes];
const constant = (n) => [0x41, ...i32(n)];
const UNREACHABLE = [0x00];

const ANSWER = '{"ok":true,"value":true}';
const INPUT = 4096; // where documents go; the answer lies at 0

/** Bodies of the exports of a module that answers every document with true. */
export const sound = {
  _initialize: [],
  abi_version: constant(1 << 16),
  input: constant(INPUT),
  output: constant(0),
  valid_response: constant(ANSWER.length),
};

/** Traps when the document starts with an exclamation mark. */
export const trapsOnMark = {
  ...sound,
  valid_response: [...constant(INPUT), 0x2d, 0, 0, ...constant(0x21), 0x46, 0x04, 0x40, ...UNREACHABLE, 0x0b, ...constant(ANSWER.length)],
};

/** Calls itself without end. The index is that of valid_response among the functions below. */
export const recurses = { ...sound, valid_response: [...constant(0), 0x10, 4] };

export const unreachable = UNREACHABLE;
export const answers = constant;

/** assemble makes the bytes of a module that exports the given bodies and a memory. */
export function assemble(bodies, { memory = true } = {}) {
  const names = Object.keys(bodies);
  const types = { _initialize: 0, abi_version: 1, output: 1 }; // else 2
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, list([[0x60, 0, 0], [0x60, 0, 1, I32], [0x60, 1, I32, 1, I32]])),
    ...section(3, list(names.map((name) => [types[name] ?? 2]))),
    ...section(5, list([[0, 2]])),
    ...section(7, list([...(memory ? [[...text('memory'), 2, 0]] : []), ...names.map((name, i) => [...text(name), 0, ...u32(i)])])),
    ...section(10, list(names.map((name) => list([0, ...bodies[name], 0x0b])))),
    ...section(11, list([[0, ...constant(0), 0x0b, ...text(ANSWER)]])),
  ]);
}
