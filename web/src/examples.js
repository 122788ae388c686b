// What a person can load to see the page at work. Each is a thing that clients or servers really send.

const list = (...roots) => JSON.stringify({ jsonrpc: '2.0', id: 1, result: { roots } }, null, 2);

const session = [
  { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: { roots: { listChanged: true } }, clientInfo: { name: 'client', version: '1.0.0' } } },
  { jsonrpc: '2.0', id: 0, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'server', version: '1.0.0' } } },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  { jsonrpc: '2.0', id: 0, method: 'roots/list' },
  { jsonrpc: '2.0', id: 0, result: { roots: [{ uri: 'file:///home/ada/my%20project', name: 'My project' }, { uri: 'file:///home/ada/dev/#work', name: 'work' }] } },
  { jsonrpc: '2.0', method: 'notifications/roots/list_changed' },
  { jsonrpc: '2.0', id: 1, method: 'roots/list' },
  { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'Roots not supported' } },
].map((message) => JSON.stringify(message)).join('\n');

export const EXAMPLES = {
  mistakes: {
    label: 'Three mistakes in one list',
    pane: 'check',
    state: { text: list({ uri: 'file:///home/ada/app', name: 'App' }, { uri: '/home/ada/my site' }, { uri: 'file:///home/ada/c#' }, { uri: 'file:///home/ada/app/../../bob' }), revision: '2025-11-25' },
  },
  good: {
    label: 'A good list',
    pane: 'check',
    state: { text: list({ uri: 'file:///home/ada/app', name: 'App' }, { uri: 'file:///home/ada/my%20site', name: 'Site' }), revision: '2025-11-25' },
  },
  vscode: {
    label: 'VS Code’s c%3A',
    pane: 'check',
    state: { text: list({ uri: 'file:///c%3A/Users/ada/source', name: 'source' }), revision: '2025-11-25' },
  },
  bare: {
    label: 'A bare path in place of a URI',
    pane: 'check',
    state: { text: list({ uri: 'C:\\Users\\ada\\source', name: 'source' }), revision: '2025-11-25' },
  },
  hash: {
    label: 'A # that would widen the root',
    pane: 'check',
    state: { text: list({ uri: 'file:///home/ada/#private/shared', name: 'shared' }), revision: '2025-11-25' },
  },
  sibling: {
    label: 'A sibling that begins alike',
    pane: 'paths',
    state: {
      roots: 'file:///srv/allowed\nC:\\Users\\ada\\source',
      paths: '/srv/allowed/docs/readme.md\n/srv/allowed\n/srv/allowed_evil/secret\n/srv/allowed/../etc/passwd\nfile:///srv/allowed%2f..%2fetc\nC:\\Users\\ada\\source\\main.go\nC:\\users\\ADA\\source\\main.go\nC:\\Users\\ada\\SOURCE~1\\x',
    },
  },
  params: {
    label: 'A tutorial’s params: null',
    pane: 'check',
    state: { text: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'roots/list', params: null }, null, 2), revision: '2025-11-25' },
  },
  retry: {
    label: 'A retry of 2026-07-28',
    pane: 'check',
    state: {
      text: JSON.stringify({
        jsonrpc: '2.0', id: 2, method: 'tools/call',
        params: {
          name: 'search', arguments: {},
          _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': { roots: {} } },
          inputResponses: { roots: { roots: [{ uri: 'file:///home/ada/app', name: 'App' }] } },
          requestState: 'opaque',
        },
      }, null, 2),
      revision: '2026-07-28',
    },
  },
  session: { label: 'A whole session', pane: 'check', state: { text: session } },
  directories: {
    label: 'Messages from directories',
    pane: 'build',
    state: { directories: '/home/ada/app\n/home/ada/my site\nC:\\Users\\ada\\source' },
  },
};
