// Puts what the package ships but the repository keeps elsewhere into the package folder: the module (as a file and
// inside a JavaScript module) and the licence. Runs before every install in this folder and every pack.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const here = (path) => new URL(path, import.meta.url);

const wasm = readFileSync(here('../roots.wasm'));
writeFileSync(here('src/roots.wasm'), wasm);
// Packed by gzip before base64: 0.7 MB in a bundle in place of 2.5 MB.
writeFileSync(
  here('src/roots.base64.js'),
  `// Made by build.mjs: roots.wasm, gzip, base64.\nexport default '${gzipSync(wasm, { level: 9 }).toString('base64')}';\n`,
);
copyFileSync(here('../../LICENSE'), here('LICENSE'));
