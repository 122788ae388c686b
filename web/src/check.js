// The pane that checks a message.
import { byId, code, element, fill, grouped, options, plural, showVerdict, visible } from './dom.js';
import { Editor } from './editor.js';
import { engine, latest, soon } from './engine.js';
import { SEVERITIES, explanation } from './findings.js';
import { codePoint, hiddenIn } from './hidden.js';

const KINDS = ['request', 'result', 'response', 'error', 'notification', 'capabilities', 'initialize', 'input_required', 'retry', 'batch', 'config'];
const FIRST = 100; // findings shown before a person asks for more
const CHOICES = ['kind', 'revision', 'profile', 'platform'];

export class CheckPane {
  #editor;
  #report;
  #shown = FIRST;
  #ask;
  #run;

  constructor(changed) {
    options(byId('kind'), [['', 'detect'], ...KINDS.map((kind) => [kind, kind.replace('_', ' ')])]);
    this.#run = latest((input, own = false) => (own ? engine.own('check', input) : engine.ask('check', input)), (outcome) => this.#show(outcome));
    const ask = soon(() => this.#run(this.#input()));
    this.#ask = ask;
    this.#editor = new Editor(byId('editor'), (pasted) => {
      this.#clearFindings();
      ask(pasted);
      changed();
    });
    for (const id of CHOICES) byId(id).addEventListener('change', () => ask(true));
    byId('clear').addEventListener('click', () => {
      this.state = { text: '' };
      byId('message').focus();
      changed();
    });
    byId('fix-all').addEventListener('click', () => this.#editor.replace(this.#fixes()));
    byId('escape').addEventListener('click', () => this.#escape());
    byId('more').addEventListener('click', () => {
      this.#shown = Infinity;
      this.#list();
    });
  }

  /** What a link carries. */
  get state() {
    return Object.fromEntries([['text', this.#editor.text], ...CHOICES.map((id) => [id, byId(id).value])]);
  }

  set state(state) {
    this.#fill(state);
    this.#ask(true);
  }

  /** begin shows an example, and is done when its verdict is shown. */
  begin(example) {
    this.#fill(example);
    return this.#run(this.#input(), true);
  }

  #fill({ text, kind = '', revision = '', profile = 'strict', platform = 'auto' }) {
    const given = { kind, revision, profile, platform };
    for (const id of CHOICES) {
      byId(id).value = given[id];
      if (byId(id).selectedIndex < 0) byId(id).selectedIndex = 0;
    }
    this.#editor.text = text;
    this.#clearFindings();
  }

  /** roots are those of the last report that can be used. */
  get roots() {
    return (this.#report?.roots ?? []).filter(({ uri }) => uri).map(({ uri }) => uri);
  }

  #input() {
    const input = { text: this.#editor.text };
    for (const id of CHOICES) if (byId(id).value !== '') input[id] = byId(id).value;
    return input;
  }

  // Until the answer comes, nothing of an older one may be taken for the present text's.
  #clearFindings() {
    this.#report = undefined;
    byId('fix-all').hidden = true;
    byId('escape').hidden = true;
  }

  #show({ answer, fault }) {
    this.#report = answer;
    this.#shown = FIRST;
    if (fault) {
      showVerdict(byId('summary'), 'fault', fault.message);
      this.#editor.underline([]);
      for (const id of ['findings', 'roots', 'messages']) fill(byId(id));
      byId('no-findings').hidden = byId('more').hidden = byId('hidden').hidden = true;
      return;
    }
    const empty = this.#editor.text.trim() === '';
    this.#editor.underline(empty ? [] : answer.diagnostics);
    this.#editor.invalid = !empty && !answer.valid;
    if (empty) showVerdict(byId('summary'), 'waiting', 'Paste a message, or load an example.');
    else showVerdict(byId('summary'), answer.valid ? (answer.summary.warning > 0 ? 'warned' : 'good') : 'bad', summarize(answer));
    if (empty) answer.diagnostics = [];
    this.#list();
    this.#listMessages();
    this.#listRoots();
    this.#tellHidden();
    const fixes = this.#fixes().length;
    byId('fix-all').hidden = fixes === 0;
    byId('fix-all').textContent = fixes === 1 ? 'Apply the fix' : `Apply all ${fixes} fixes`;
  }

  #list() {
    const found = this.#report?.diagnostics ?? [];
    fill(byId('findings'), found.slice(0, this.#shown).map((diagnostic) => this.#finding(diagnostic)));
    byId('no-findings').hidden = found.length > 0;
    byId('more').hidden = found.length <= this.#shown;
    byId('more').textContent = `Show all ${grouped(found.length)} findings`;
  }

  #finding(diagnostic) {
    const { code: name, severity, message, line, column, pointer, args, fix } = diagnostic;
    const place = element('button', { type: 'button', className: 'place' },
      element('span', { className: `severity ${severity}` }, SEVERITIES[severity]), ' ',
      element('span', { className: 'code' }, name), ' ',
      element('span', { className: 'where' }, `line ${line}, column ${column}`));
    place.addEventListener('click', () => {
      const { from, to } = this.#editor.token(this.#editor.index(diagnostic));
      this.#editor.go(from, to);
    });
    const item = element('li', { className: severity }, place, element('p', {}, message));
    if (args) item.append(element('p', { className: 'muted' }, visible(Object.entries(args).map(([key, value]) => `${key}: ${value}`).join(', '))));
    if (pointer) item.append(element('p', { className: 'excerpt' }, code(pointer), ' ', this.#excerpt(diagnostic)));
    if (fix !== undefined) {
      const apply = element('button', { type: 'button' }, 'Apply');
      apply.setAttribute('aria-label', `Apply the fix for ${name} at line ${line}`);
      apply.addEventListener('click', () => {
        if (this.#report) this.#editor.replace([this.#piece(diagnostic)]);
      });
      item.append(element('p', { className: 'fix' }, element('span', {}, 'Fix: '), code(fix), ' ', apply));
    }
    item.append(explanation(name));
    return item;
  }

  #excerpt(diagnostic) {
    const { from, to } = this.#editor.token(this.#editor.index(diagnostic));
    return to - from > 1 ? code(this.#editor.text.slice(from, to), 120) : '';
  }

  /** A fix is a URI: it takes the place of the string that the diagnostic points at. */
  #piece(diagnostic) {
    return { ...this.#editor.token(this.#editor.index(diagnostic)), text: JSON.stringify(diagnostic.fix) };
  }

  #fixes() {
    const pieces = new Map();
    for (const diagnostic of this.#report?.diagnostics ?? []) {
      if (diagnostic.fix === undefined) continue;
      const piece = this.#piece(diagnostic);
      pieces.set(piece.from, piece);
    }
    return [...pieces.values()];
  }

  #tellHidden() {
    const { count, character, index } = this.#report.hidden;
    byId('hidden').hidden = byId('escape').hidden = count === 0;
    if (count === 0) return;
    const { line, column } = this.#editor.place(index);
    const go = element('button', { type: 'button', className: 'link' }, `line ${line}, column ${column}`);
    go.addEventListener('click', () => this.#editor.go(index, index + character.length));
    fill(byId('hidden'), `The text holds ${plural(count, 'character')} that can’t be seen or that reorder what is, first ${codePoint(character)} at `, go, '.');
    byId('escape').textContent = count === 1 ? 'Write it as \\u escape' : `Write ${grouped(count)} unseen as \\u escapes`;
  }

  // In a string the escape means the same; elsewhere neither is JSON.
  #escape() {
    const escape = (text) => Array.from({ length: text.length }, (_, i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`).join('');
    const found = [...hiddenIn(this.#editor.text, { layout: true })];
    if (found.length > 0) this.#editor.replace(found.map(({ 0: text, index }) => ({ from: index, to: index + text.length, text: escape(text) })));
  }

  #listMessages() {
    const { transcript, messages = [], messageCount, passedOver } = this.#report;
    if (!transcript) return fill(byId('messages'));
    const rows = messages.map(({ line, kind, revision, valid }) => {
      const go = element('button', { type: 'button', className: 'link' }, `line ${line}`);
      go.addEventListener('click', () => this.#editor.go(this.#editor.index({ line, column: 1 })));
      return element('tr', {}, element('td', {}, go), element('td', {}, kind.replace('_', ' ')), element('td', {}, revision), element('td', { className: valid ? 'yes' : 'no' }, valid ? 'valid' : 'not valid'));
    });
    const more = messageCount > messages.length ? ` The first ${messages.length} are shown.` : '';
    fill(byId('messages'), table(`A session: ${plural(messageCount, 'message')} about roots; ${plural(passedOver, 'other line')} passed over.${more}`, ['Line', 'Kind', 'Revision', 'Verdict'], rows));
  }

  #listRoots() {
    const { roots, rootCount } = this.#report;
    if (roots.length === 0) return fill(byId('roots'));
    const rows = roots.map(({ index, valid, uri, path, platform }) => element('tr', {},
      element('td', {}, String(index)),
      element('td', { className: valid ? 'yes' : 'no' }, valid ? 'usable' : 'not usable'),
      element('td', {}, path === undefined ? '' : code(path)),
      element('td', {}, uri === undefined ? '' : code(uri)),
      element('td', {}, platform ?? '')));
    const more = rootCount > roots.length ? ` The first ${roots.length} are shown.` : '';
    fill(byId('roots'), table(`${plural(rootCount, 'root')}, with the canonical URI.${more}`, ['#', 'Verdict', 'Path', 'URI', 'Platform'], rows));
  }
}

function table(caption, heads, rows) {
  return element('div', { className: 'table', tabIndex: 0, role: 'region', 'aria-label': caption },
    element('table', {},
      element('caption', {}, caption),
      element('thead', {}, element('tr', {}, heads.map((head) => element('th', { scope: 'col' }, head)))),
      element('tbody', {}, rows)));
}

function summarize({ valid, kind, revision, transcript, summary }) {
  const counts = [['error', 'error'], ['warning', 'warning'], ['info', 'note']].filter(([name]) => summary[name] > 0).map(([name, noun]) => plural(summary[name], noun));
  const what = transcript ? 'session' : kind === 'unknown' ? '' : `${kind.replace('_', ' ')}, ${revision}`;
  return [valid ? 'Valid' : 'Not valid', counts.join(', ') || 'nothing found', what, summary.truncated ? 'the list is cut' : ''].filter(Boolean).join(' · ');
}
