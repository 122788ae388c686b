// Compiled and never run: what the types let pass, and what they refuse.
import { AbiError, CallError, EngineError, Roots, TooLargeError, open } from 'mcproots';
import { open as openInline } from 'mcproots/inline';
import type { CheckValue, Diagnostic, ListRootsResult, Operation, PathOf } from 'mcproots';

export async function uses(bytes: Uint8Array): Promise<void> {
  const roots: Roots = await open();
  const same: Roots = await openInline({ module: roots.module, limit: 1 << 20 });
  await open({ module: bytes });
  await open({ module: Promise.resolve(bytes.buffer as ArrayBuffer) });
  await open({ module: 'https://example.com/roots.wasm' });
  new Roots(same.module, { limit: 1000 });

  const verdict: boolean = roots.validResponse('{}') || roots.validResponse(bytes) || roots.checkVerdict('{}', { profile: 'protocol' });
  const report: CheckValue & { diagnostics: Diagnostic[] } = roots.check({ text: '{}', revision: '2025-11-25', roots: false });
  const line: number | undefined = report.diagnostics[0]?.line;
  roots.check({ message: { roots: [] }, kind: 'result', maxRoots: 3, values: true });

  const path: PathOf | undefined = roots.toPath({ uris: ['file:///a'] })[0];
  if (path?.ok) path.canonical.length;
  else path?.code.length;
  const answer = roots.response({ inputResponses: {}, id: 'x', request: {} });
  const result: ListRootsResult | undefined = answer.status === 'ok' ? answer.result : undefined;
  for (const { verdict, relative } of roots.contains({ roots: ['/a', { uri: 'file:///b' }, { path: '/c' }], paths: ['/a/b'] })) {
    if (verdict === 'inside') relative?.join('/');
  }
  roots.answer({ request: {}, revision: '2025-11-25', roots: null });
  roots.list({ id: 1, revision: '2025-06-18', meta: { progressToken: 1 } }).method;

  const read = roots.read({ text: '{}', id: 1 });
  const scoped = roots.scope({ revealed: read.roots, allowed: ['/srv'] });
  roots.contains({ roots: scoped.roots, paths: ['/srv/a'] });
  roots.answer({ request: {}, revision: '2025-11-25', roots: read.roots });
  roots.result({ roots: [...scoped.roots, '/a', { path: '/b', name: 'b' }] });
  for (const { event, declared, known, status, roots: usable } of roots.readSession({ messages: [{}], revision: '2025-11-25' }).messages) {
    if (event === 'answered' && declared && known === 'fresh' && status === 'ok') usable?.length;
  }

  const uris = roots.call('to_uri', { paths: ['/a'] });
  if (uris[0]?.ok) uris[0].uri.length;
  const refusal: number | undefined = roots.callFull('supported', { request: {}, capabilities: {} }).refusal?.code;
  const name: Operation = 'valid_response';
  const text: string = roots.callText(name, '{}');
  const out: Uint8Array = roots.callBytes(name, bytes);
  void [verdict, line, result, refusal, text, out];

  try {
    roots.info().limits;
  } catch (error) {
    if (error instanceof CallError) error.diagnostics.length + error.code;
    if (error instanceof TooLargeError) error.limit.toFixed();
    if (error instanceof EngineError) error.stderr.length;
    if (error instanceof AbiError) error.message.length;
  }
}

export function refuses(roots: Roots): void {
  // @ts-expect-error: the document's text, not its value
  roots.validResponse({ roots: [] });
  // @ts-expect-error: no such revision
  roots.check({ text: '{}', revision: '2026-01-01' });
  // @ts-expect-error: neither message nor text
  roots.check({ revision: '2025-11-25' });
  // @ts-expect-error: both
  roots.check({ text: '{}', message: {} });
  // @ts-expect-error: no such operation
  roots.call('memory', {});
  // @ts-expect-error: operations have the names of the module's exports
  roots.call('toPath', { uris: [] });
  // @ts-expect-error: uris
  roots.call('to_path', { paths: [] });
  // @ts-expect-error: a list
  roots.toUri({ paths: '/a' });
  // @ts-expect-error: neither a path nor a URI
  roots.result({ roots: [{ name: 'a' }] });
  // @ts-expect-error: bytes
  roots.callBytes('info', '{}');
  // @ts-expect-error: made by the package only
  new CallError();
}
