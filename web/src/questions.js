// What the page asks, in terms of the module's operations. Runs in the worker, beside the engine.
import { hiddenIn } from './hidden.js';
import { isTranscript, messages } from './transcript.js';

const SHOWN = 500; // roots and messages that the page lists; more would only slow it down
const FINDINGS = 1000; // as the module itself caps them

/** check tells what is wrong with a text: one document, or a transcript of them. */
export function check(engine, { text, ...options }) {
  const transcript = isTranscript(text);
  const report = transcript ? checkLines(engine, text, options) : checkOne(engine, text, options);
  return { ...report, transcript, hidden: hiddenPlaces(text) };
}

function checkOne(engine, text, options) {
  const { diagnostics, roots, ...verdict } = engine.check({ text, ...options, values: true });
  return { ...verdict, rootCount: roots.length, roots: roots.slice(0, SHOWN), diagnostics };
}

function checkLines(engine, text, options) {
  const summary = { error: 0, warning: 0, info: 0, truncated: false };
  const report = { valid: true, summary, roots: [], rootCount: 0, diagnostics: [], messages: [], messageCount: 0, passedOver: 0 };
  const known = engine.info().revisions;
  for (const { line, number, kind, revision, about } of messages(text, known)) {
    if (!about) {
      report.passedOver++;
      continue;
    }
    const one = engine.check({ text: line, kind, revision, ...options, values: true });
    if (one.kind === 'other' && one.diagnostics.length === 0) {
      report.passedOver++;
      continue;
    }
    report.valid &&= one.valid;
    for (const severity of ['error', 'warning', 'info']) summary[severity] += one.summary[severity];
    summary.truncated ||= one.summary.truncated;
    report.messageCount++;
    if (report.messages.length < SHOWN) report.messages.push({ line: number + 1, kind: one.kind, revision: one.revision, valid: one.valid });
    report.rootCount += one.roots.length;
    for (const root of one.roots.slice(0, SHOWN - report.roots.length)) report.roots.push({ ...root, line: number + 1 });
    for (const found of one.diagnostics) {
      if (report.diagnostics.length === FINDINGS) summary.truncated = true;
      else report.diagnostics.push({ ...found, line: found.line + number });
    }
  }
  return report;
}

function hiddenPlaces(text) {
  let first, count = 0;
  for (const { 0: character, index } of hiddenIn(text, { layout: true })) {
    first ??= { character, index };
    count++;
  }
  return { count, ...first };
}

/** paths tells for each path whether it lies inside the roots, and which components it shares with the nearest one. */
export function paths(engine, { roots, paths, platform, unc }) {
  const { value } = engine.callFull('contains', { roots, paths, platform, unc });
  const rootForms = canonical(engine, roots, platform);
  const pathForms = canonical(engine, paths, platform);
  const answers = value.map((answer, i) => {
    const form = pathForms[i];
    if (!form) return answer;
    const own = components(form.path);
    const shared = Math.max(0, ...rootForms.map((root) => (root?.platform === form.platform ? common(components(root.path), own) : 0)));
    const matched = answer.verdict === 'inside' ? own.length - answer.relative.length : shared;
    return { ...answer, path: form.path, components: own, matched };
  });
  return { answers, roots: rootForms };
}

/** canonical gives the canonical path of each path or URI, or undefined where it has none. */
function canonical(engine, list, platform) {
  const forms = list.map((text) => (/^file:/i.test(text) ? { uri: text } : { path: text }));
  const given = engine.toUri({ paths: forms.map(({ path }) => path ?? ''), platform });
  const uris = forms.map(({ uri }, i) => uri ?? given[i].uri ?? '');
  return engine.toPath({ uris, platform }).map((form) => (form.ok ? form : undefined));
}

/** components are a path's parts, each with the separator before it; a drive is the first. */
const components = (path) => path.match(/^[A-Za-z]:\\?|^\\\\[^\\]+|[\\/]?[^\\/]+/g) ?? [];

function common(a, b) {
  let n = 0;
  while (n < a.length && n < b.length && a[n] === b[n]) n++;
  return n;
}

const META = 'io.modelcontextprotocol/clientCapabilities';

/** build makes the messages of a revision that carry the directories, in the order of a conversation. A part of one can't be checked alone. */
export function build(engine, { directories, revision, platform, listChanged, names, id }) {
  const roots = directories.map((text) => (/^file:/i.test(text) ? { uri: text } : { path: text }));
  const faults = faultsOf(engine, roots, platform);
  if (faults.length > 0) return { faults, made: [] };
  if (names) {
    const forms = canonical(engine, directories, platform);
    forms.forEach((form, i) => {
      const last = components(form?.path ?? '').at(-1)?.replace(/^[\\/]/, '');
      if (last) roots[i].name = last;
    });
  }
  const modern = revision === '2026-07-28';
  const made = modern ? retried(engine, roots, platform) : requested(engine, { roots, revision, platform, listChanged, id });
  return { faults, made };
}

function faultsOf(engine, roots, platform) {
  const answer = JSON.parse(engine.callText('result', JSON.stringify({ roots, platform })));
  if (answer.ok) return [];
  const faults = (answer.diagnostics ?? []).filter(({ severity }) => severity === 'error');
  return faults.map(({ code, message, pointer }) => ({ code, message, index: Number(pointer.split('/')[2]) }));
}

function requested(engine, { roots, revision, platform, listChanged, id }) {
  const request = engine.list({ revision, id });
  const made = [
    { title: 'The client declares the capability', from: 'client', where: 'in params of initialize', message: { capabilities: engine.capabilities({ revision, listChanged }) } },
    { title: 'The server asks', from: 'server', where: 'roots/list', message: request },
    { title: 'The client answers', from: 'client', where: 'response', message: engine.answer({ request, revision, roots, platform }) },
  ];
  if (listChanged) made.push({ title: 'The client tells of a change', from: 'client', where: 'notification', message: engine.listChanged({ revision }) });
  return made;
}

function retried(engine, roots, platform) {
  const revision = '2026-07-28';
  const request = engine.list({ revision });
  const { roots: capability } = engine.capabilities({ revision });
  const capabilities = { roots: capability };
  return [
    { title: 'The client declares the capability', from: 'client', where: 'in _meta of every request', part: true, message: { _meta: { [META]: capabilities } } },
    { title: 'The server needs input', from: 'server', where: 'InputRequiredResult', message: engine.inputRequired({ requests: { roots: request }, capabilities, method: 'tools/call' }) },
    { title: 'The client tries again', from: 'client', where: 'members of the retried params', message: { inputResponses: { roots: engine.answer({ request, revision, roots, platform }) } } },
  ];
}
