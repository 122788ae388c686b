// The pane that tries paths against roots.
import { byId, element, fill, plural, showVerdict, visible } from './dom.js';
import { engine, latest, soon } from './engine.js';
import { explanation, titleOf } from './findings.js';

const SHOWN = 500;
const LOOKS = { inside: 'good', outside: 'bad', ambiguous: 'warned', invalid: 'bad' };
const WORDS = { inside: 'Inside', outside: 'Outside', ambiguous: 'Ambiguous', invalid: 'Invalid' };

export const linesOf = (id) => byId(id).value.split('\n').filter((line) => line !== '');

export class PathsPane {
  #ask;

  constructor(changed) {
    const run = latest((input) => engine.ask('paths', input), (outcome, input) => this.#show(outcome, input));
    const ask = soon(() => run(this.#input()));
    this.#ask = ask;
    for (const id of ['paths-roots', 'paths-paths']) {
      byId(id).addEventListener('input', (event) => {
        ask(event.inputType === 'insertFromPaste');
        changed();
      });
    }
    for (const id of ['paths-platform', 'unc']) byId(id).addEventListener('change', () => ask(true));
  }

  get state() {
    return { roots: byId('paths-roots').value, paths: byId('paths-paths').value, platform: byId('paths-platform').value, unc: byId('unc').checked ? 'yes' : '' };
  }

  set state({ roots = '', paths = '', platform = 'auto', unc = '' }) {
    byId('paths-roots').value = roots;
    byId('paths-paths').value = paths;
    byId('paths-platform').value = platform;
    if (byId('paths-platform').selectedIndex < 0) byId('paths-platform').selectedIndex = 0;
    byId('unc').checked = unc === 'yes';
    this.#ask(true);
  }

  setRoots(uris) {
    byId('paths-roots').value = uris.join('\n');
    this.#ask(true);
  }

  #input() {
    return { roots: linesOf('paths-roots'), paths: linesOf('paths-paths'), platform: byId('paths-platform').value, unc: byId('unc').checked };
  }

  #show({ answer, fault }, { roots, paths }) {
    if (fault) {
      showVerdict(byId('paths-summary'), 'fault', fault.message);
      return fill(byId('verdicts'));
    }
    const { answers } = answer;
    const inside = answers.filter(({ verdict }) => verdict === 'inside').length;
    const look = paths.length === 0 ? 'waiting' : inside === paths.length ? 'good' : 'bad';
    showVerdict(byId('paths-summary'), look, paths.length === 0 ? 'Enter a path to try.' : `${inside} of ${plural(paths.length, 'path')} inside ${plural(roots.length, 'root')}`);
    fill(byId('verdicts'), answers.slice(0, SHOWN).map((one, i) => item(one, paths[i], roots)));
    if (answers.length > SHOWN) byId('verdicts').append(element('li', {}, `The first ${SHOWN} are shown.`));
  }
}

function item({ verdict, reason, root, components, matched }, path, roots) {
  const found = element('li', { className: LOOKS[verdict] },
    element('p', { className: 'head' }, element('span', { className: `severity ${LOOKS[verdict]}` }, WORDS[verdict]), ' ', element('span', { className: 'code' }, reason)),
    element('p', { className: 'tried' }, components ? marked(components, matched) : element('code', { className: 'literal', dir: 'ltr' }, visible(path))),
    element('p', {}, titleOf(reason)));
  if (root !== undefined) found.append(element('p', { className: 'muted' }, 'Nearest root: ', element('code', { className: 'literal', dir: 'ltr' }, visible(roots[root]))));
  found.append(explanation(reason, verdict === 'inside' ? { label: 'What that means', fault: false } : { label: 'Why' }));
  return found;
}

// The components that the path shares with the root, and those beyond.
function marked(components, matched) {
  const own = components.slice(matched).map((component) => element('span', {}, visible(component)));
  const shared = components.slice(0, matched).map((component) => element('mark', { className: 'shared' }, visible(component)));
  const label = matched === 0 ? 'shares no component with a root' : `the first ${plural(matched, 'component')} shared with a root`;
  return element('code', { className: 'literal', dir: 'ltr', title: label }, shared, own);
}
