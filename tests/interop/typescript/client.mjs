// A client on the official TypeScript SDK, `node client.mjs 1 ...` on 1.x, `node client.mjs 2 ...` on 2.x, that reveals
// roots, calls the tool get_roots of the server that it starts and prints the answer.
// Usage: node client.mjs SDK REVISION ROOTS URI SERVER [ARGUMENT]...
// ROOTS is a file with a JSON array of roots; URI is one more, or `none` for a client that does not do roots.
import { readFile } from 'node:fs/promises';

const [sdk, revision, listed, uri, command, ...args] = process.argv.slice(2);
const info = { name: 'roots-client', version: '1' };
const revealing = uri !== 'none';
const capabilities = revealing ? { roots: { listChanged: true } } : {};

async function reveal() {
  return { roots: [...JSON.parse(await readFile(listed, 'utf8')), { uri, name: 'work' }] };
}

async function one() {
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
  const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
  const { ListRootsRequestSchema } = await import('@modelcontextprotocol/sdk/types.js');
  const client = new Client(info, { capabilities });
  if (revealing) client.setRequestHandler(ListRootsRequestSchema, reveal);
  await client.connect(new StdioClientTransport({ command, args }));
  return client;
}

async function two() {
  const { Client } = await import('@modelcontextprotocol/client');
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
  const mode = revision < '2026-07-28' ? 'legacy' : { pin: revision };
  const client = new Client(info, { capabilities, versionNegotiation: { mode } });
  if (revealing) client.setRequestHandler('roots/list', reveal);
  await client.connect(new StdioClientTransport({ command, args }));
  const spoken = client.getNegotiatedProtocolVersion();
  if (spoken !== revision) throw new Error(`the server speaks ${spoken}, not ${revision}`);
  return client;
}

const client = await (sdk === '1' ? one() : two());
try {
  const result = await client.callTool({ name: 'get_roots', arguments: {} });
  console.log(result.content[0].text);
} finally {
  await client.close();
}
