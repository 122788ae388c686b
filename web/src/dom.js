// Elements and text, made without any parser of HTML: whatever is shown comes from strangers.
import { codePoint, hiddenIn } from './hidden.js';

/** element makes an element; properties are set as they are, `class`, `role` and aria-* as attributes. */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in made && !name.includes('-')) made[name] = value;
    else made.setAttribute(name === 'className' ? 'class' : name, value);
  }
  made.append(...children.flat(2));
  return made;
}

export const byId = (id) => document.getElementById(id);

/** fill replaces what an element holds. */
export function fill(parent, ...children) {
  parent.replaceChildren(...children.flat());
}

/** visible gives the nodes that show a text with every hidden character as its code point. */
export function visible(text) {
  const nodes = [];
  let from = 0;
  for (const { 0: character, index } of hiddenIn(text)) {
    if (index > from) nodes.push(text.slice(from, index));
    nodes.push(element('span', { className: 'code-point', title: 'a character that can’t be seen' }, codePoint(character)));
    from = index + character.length;
  }
  if (from < text.length) nodes.push(text.slice(from));
  return nodes;
}

/** code shows a text of the input, cut to what helps. */
export function code(text, most = 200) {
  const cut = text.length > most ? `${text.slice(0, most)}…` : text;
  return element('code', { className: 'literal', dir: 'ltr' }, visible(cut));
}

/** grouped writes a number with its thousands apart. toLocaleString would first load a locale, which takes longer than a check. */
export const grouped = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, ',');

/** plural counts: "1 error", "2 errors". */
export const plural = (n, noun) => `${grouped(n)} ${noun}${n === 1 ? '' : 's'}`;

/** setText leaves a live region alone that already says so: it would be read out again. */
export function setText(region, text) {
  if (region.textContent !== text) region.textContent = text;
}

/** show sets what a verdict says and looks like. */
export function showVerdict(region, look, text) {
  region.className = `verdict ${look}`;
  setText(region, text);
}

/** copyButton copies a text, and says so. */
export function copyButton(label, text) {
  const button = element('button', { type: 'button', 'aria-label': `Copy ${label}` }, 'Copy');
  button.addEventListener('click', async () => {
    button.textContent = (await copy(text)) ? 'Copied' : 'Not allowed';
    setTimeout(() => (button.textContent = 'Copy'), 1500);
  });
  return button;
}

export const copy = (text) => navigator.clipboard.writeText(text).then(() => true, () => false);

/** options fills a select from pairs of value and label. */
export function options(select, pairs) {
  fill(select, pairs.map(([value, label]) => element('option', { value }, label)));
}
