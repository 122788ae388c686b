// A server on the official TypeScript SDK, over standard streams: `node server.mjs 1` on 1.x, `node server.mjs 2` on
// 2.x. Its tool get_roots asks the client for its roots, checks the answer through the module and gives back the list
// that people read.
import { open } from '../../../host/js/src/node.js';

const roots = await open();
const info = { name: 'roots-server', version: '1' };
const description = 'Lists the directories that the client reveals, and what of its answer cannot be used.';

function written({ value: { status, roots: usable }, diagnostics }) {
  const list = usable.map(({ uri, name }) => ({ uri, name }));
  const refused = diagnostics.filter((d) => d.severity === 'error').map((d) => `! ${d.pointer}: ${d.code}`);
  const text = [status, roots.describe(JSON.stringify({ roots: list })), ...refused].join('\n');
  return { content: [{ type: 'text', text }] };
}

const unsupported = { value: { status: 'unsupported', roots: [] }, diagnostics: [] };

function read(message, revision) {
  return roots.callFull('read', { message, revision });
}

// Asks within the call, as servers do up to 2025-11-25. The SDKs' own listRoots() throws the whole list away for one
// URI that does not start with file://, so the answer is taken as it came.
async function request(capabilities, send) {
  if (!capabilities?.roots) return written(unsupported);
  const { method } = roots.list({ revision: '2025-11-25', id: 0 }); // the SDK numbers its requests itself
  let answer;
  try {
    answer = { result: await send({ method }) };
  } catch (error) {
    if (!Number.isInteger(error.code)) throw error;
    answer = { error: { code: error.code, message: 'The client refused' } };
  }
  return written(read({ jsonrpc: '2.0', id: 0, ...answer }, '2025-11-25'));
}

async function one() {
  const { McpServer } = await import('@modelcontextprotocol/sdk/server/mcp.js');
  const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
  const { ResultSchema } = await import('@modelcontextprotocol/sdk/types.js');
  const server = new McpServer(info);
  server.registerTool('get_roots', { description }, (extra) =>
    request(server.server.getClientCapabilities(), (message) => extra.sendRequest(message, ResultSchema)),
  );
  await server.connect(new StdioServerTransport());
}

async function two() {
  const { McpServer } = await import('@modelcontextprotocol/server');
  const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
  const asItCame = { '~standard': { version: 1, vendor: 'mcproots', validate: (value) => ({ value }) } };
  serveStdio(() => {
    const server = new McpServer(info);
    server.registerTool('get_roots', { description }, (ctx) => {
      const { inputResponses, envelope, send } = ctx.mcpReq;
      if ((server.server.getNegotiatedProtocolVersion() ?? '') < '2026-07-28') {
        return request(server.server.getClientCapabilities(), (message) => send(message, asItCame));
      }
      const question = roots.list(); // from 2026-07-28 on, a server asks inside its result and is called again
      if (inputResponses?.roots) return written(read(inputResponses.roots, '2026-07-28'));
      const capabilities = envelope?.['io.modelcontextprotocol/clientCapabilities'] ?? {};
      const asked = roots.inputRequired({ requests: { roots: question }, capabilities, method: 'tools/call' });
      return asked ?? written(unsupported);
    });
    return server;
  });
}

await (process.argv[2] === '1' ? one() : two());
