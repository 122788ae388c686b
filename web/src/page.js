// The page: three panes, one engine, links and examples.
import { BuildPane } from './build.js';
import { CheckPane } from './check.js';
import { byId, copy, element, grouped, options, setText } from './dom.js';
import { engine, keepOffline } from './engine.js';
import { EXAMPLES } from './examples.js';
import { useRules } from './findings.js';
import { PathsPane } from './paths.js';
import { LONGEST, pack, unpack } from './share.js';

const REVISIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'];

options(byId('revision'), [['', 'detect'], ...REVISIONS.map((revision) => [revision, revision])]);
options(byId('build-revision'), REVISIONS.map((revision) => [revision, revision]));
for (const select of document.querySelectorAll('.platforms')) options(select, [['auto', 'auto: by each root'], ['posix', 'posix'], ['windows', 'windows']]);
for (const [name, { label }] of Object.entries(EXAMPLES)) byId('example').append(element('option', { value: name }, label));

const panes = {
  check: new CheckPane(changed),
  paths: new PathsPane(changed),
  build: new BuildPane(changed, (text) => {
    panes.check.state = { text, revision: byId('build-revision').value };
    open('check', { focus: true });
  }),
};
const tabs = Object.keys(panes);
let pane = 'check';

/** open shows a pane. */
function open(name, { focus = false } = {}) {
  pane = name;
  for (const other of tabs) {
    const tab = byId(`tab-${other}`);
    tab.setAttribute('aria-selected', other === name);
    tab.tabIndex = other === name ? 0 : -1;
    byId(`pane-${other}`).hidden = other !== name;
  }
  if (focus) byId(`tab-${name}`).focus();
}

tabs.forEach((name, i) => {
  const tab = byId(`tab-${name}`);
  tab.addEventListener('click', () => open(name));
  tab.addEventListener('keydown', ({ key }) => {
    const to = { ArrowRight: i + 1, ArrowLeft: i - 1 + tabs.length, Home: 0, End: tabs.length - 1 }[key];
    if (to !== undefined) open(tabs[to % tabs.length], { focus: true });
  });
});

/** changed takes the link out of the address once it no longer says what the page holds. */
function changed() {
  setText(byId('notice'), '');
  if (location.hash) history.replaceState(null, '', location.pathname + location.search);
}

byId('example').addEventListener('change', ({ target }) => {
  const example = EXAMPLES[target.value];
  if (!example) return;
  panes[example.pane].state = example.state;
  open(example.pane);
  changed();
  setText(byId('notice'), `Loaded: ${example.label}`);
  target.value = '';
});

byId('take-roots').addEventListener('click', () => {
  panes.paths.setRoots(panes.check.roots);
  if (panes.check.roots.length === 0) setText(byId('notice'), 'Check has no root that can be used.');
  else changed();
});

byId('share').addEventListener('click', async () => {
  const fragment = await pack(pane, panes[pane].state);
  if (!fragment) return setText(byId('notice'), `This is too much for a link: over ${grouped(LONGEST)} characters.`);
  history.replaceState(null, '', fragment);
  const copied = await copy(location.href);
  setText(byId('notice'), copied ? 'The link is copied. It holds what you entered; whoever has it can read that.' : 'The link is in the address bar. It holds what you entered; whoever has it can read that.');
});

/** follow loads what the address's fragment holds; without one, nothing happens. */
async function follow() {
  try {
    const shared = await unpack(location.hash);
    if (!shared) return false;
    panes[shared.pane].state = { text: '', ...shared.state };
    open(shared.pane);
    return true;
  } catch {
    setText(byId('notice'), 'The link can’t be read: it is cut short, too large, or not from this page.');
    return false;
  }
}

addEventListener('hashchange', follow);

export { engine }; // for whoever wants to ask it more, as the tests do

/** about has the rules explained and the version told, and the page kept for when there is no network. */
async function about() {
  const { info, rules } = await engine.ask('about', {});
  useRules(rules);
  setText(byId('version'), `${info.name} ${info.version}, ABI ${info.abi.major}.${info.abi.minor}, ${rules.length} rules.`);
  keepOffline();
}

// The first verdict comes first, unless it is one of paths, which the rules put into words. A pane that no link fills
// shows an example, so that a look tells what it does. The page appears with its verdict, if that takes no longer than
// a blink: the verdict would have to wait while it is laid out.
document.body.hidden = true;
const appear = () => (document.body.hidden = false);
setTimeout(appear, 300);
const told = location.hash ? about() : undefined;
const linked = (await follow()) ? pane : undefined;
if (linked === 'check') appear();
else panes.check.begin(EXAMPLES.mistakes.state).then(appear);
(told ?? about()).catch(() => {}); // each pane tells what is wrong
if (linked !== 'paths') panes.paths.state = EXAMPLES.sibling.state;
if (linked !== 'build') panes.build.state = EXAMPLES.directories.state;
