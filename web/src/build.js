// The pane that builds messages from directories.
import { byId, copyButton, element, fill, plural, showVerdict, visible } from './dom.js';
import { engine, latest, soon } from './engine.js';
import { explanation } from './findings.js';
import { linesOf } from './paths.js';

export class BuildPane {
  #ask;
  #check;

  /** check loads a text into the pane that checks. */
  constructor(changed, check) {
    this.#check = check;
    const run = latest((input) => engine.ask('build', input), (outcome, input) => this.#show(outcome, input));
    const ask = soon(() => run(this.#input()));
    this.#ask = ask;
    for (const id of ['build-directories', 'build-id']) {
      byId(id).addEventListener('input', (event) => {
        ask(event.inputType === 'insertFromPaste');
        changed();
      });
    }
    for (const id of ['build-revision', 'build-platform', 'build-changed', 'build-names']) byId(id).addEventListener('change', () => ask(true));
  }

  get state() {
    return {
      directories: byId('build-directories').value,
      revision: byId('build-revision').value,
      platform: byId('build-platform').value,
      id: byId('build-id').value,
      listChanged: byId('build-changed').checked ? 'yes' : '',
      names: byId('build-names').checked ? 'yes' : '',
    };
  }

  set state({ directories = '', revision = '2025-11-25', platform = 'auto', id = '1', listChanged = 'yes', names = 'yes' }) {
    byId('build-directories').value = directories;
    byId('build-revision').value = revision;
    byId('build-platform').value = platform;
    for (const select of ['build-revision', 'build-platform']) if (byId(select).selectedIndex < 0) byId(select).selectedIndex = 0;
    byId('build-id').value = id;
    byId('build-changed').checked = listChanged === 'yes';
    byId('build-names').checked = names === 'yes';
    this.#ask(true);
  }

  #input() {
    const id = byId('build-id').value;
    return {
      directories: linesOf('build-directories'),
      revision: byId('build-revision').value,
      platform: byId('build-platform').value,
      listChanged: byId('build-changed').checked,
      names: byId('build-names').checked,
      id: /^(0|[1-9]\d{0,14})$/.test(id) ? Number(id) : id,
    };
  }

  #show({ answer, fault }, { directories, revision }) {
    if (fault) {
      showVerdict(byId('build-summary'), 'fault', fault.message);
      fill(byId('built'));
      return fill(byId('build-faults'));
    }
    const { faults, made } = answer;
    const modern = revision === '2026-07-28';
    byId('build-id').disabled = byId('build-changed').disabled = modern;
    showVerdict(
      byId('build-summary'),
      faults.length > 0 ? 'bad' : 'good',
      faults.length > 0 ? `${plural(faults.length, 'line')} can’t be a root, so nothing is built.` : `${plural(made.length, 'message')} of ${revision} with ${plural(directories.length, 'root')}`,
    );
    fill(byId('build-faults'), faults.map(({ code, message, index }) => element('li', { className: 'error' },
      element('p', { className: 'head' }, element('span', { className: 'severity error' }, 'Error'), ' ', element('span', { className: 'code' }, code)),
      element('p', {}, element('code', { className: 'literal', dir: 'ltr' }, visible(directories[index] ?? '')), ` ${message}`),
      explanation(code))));
    fill(byId('built'), made.map((one) => this.#card(one)));
  }

  #card({ title, from, where, part, message }) {
    const text = JSON.stringify(message, null, 2);
    const check = element('button', { type: 'button', 'aria-label': `Check: ${title}` }, 'Check');
    check.addEventListener('click', () => this.#check(text));
    return element('article', { className: `card ${from}` },
      element('header', {},
        element('div', {}, element('h3', {}, title), element('p', { className: 'muted' }, where)),
        element('div', { className: 'row' }, copyButton(title, text), part ? [] : check)),
      element('pre', { tabIndex: 0, 'aria-label': title }, visibleLines(text)));
  }
}

const visibleLines = (text) => text.split('\n').flatMap((line, i) => (i > 0 ? ['\n', ...visible(line)] : visible(line)));
