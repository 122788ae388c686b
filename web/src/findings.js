// How a code is explained, wherever the page shows one. The texts are the module's own.
import { code, element, fill } from './dom.js';

let catalogue = new Map();

export function useRules(rules) {
  catalogue = new Map(rules.map((rule) => [rule.code, rule]));
}

export const titleOf = (name) => catalogue.get(name)?.title ?? '';

export const SEVERITIES = { error: 'Error', warning: 'Warning', info: 'Note' };

/** explanation is what a code means and how to mend it, made when it is opened. */
export function explanation(name, { label = 'Why, and how to mend it', fault = true } = {}) {
  const summary = element('summary', {}, label);
  const details = element('details', {}, summary);
  details.addEventListener('toggle', () => {
    const rule = catalogue.get(name);
    if (details.open && rule) fill(details, summary, fault ? body(rule) : [element('p', {}, `${rule.why} ${rule.fix}`)]);
  });
  return details;
}

function body({ why, fix, bad, good, spec }) {
  const parts = [element('p', {}, why)];
  if (fix) parts.push(element('p', {}, element('strong', {}, 'Mend it: '), fix));
  const examples = element('dl', {});
  if (bad) examples.append(element('dt', {}, 'Not so'), element('dd', {}, code(bad, 600)));
  if (good) examples.append(element('dt', {}, 'But so'), element('dd', {}, code(good, 600)));
  if (examples.childElementCount > 0) parts.push(examples);
  if (spec?.length) parts.push(element('p', { className: 'muted' }, `See ${spec.join('; ')}.`));
  return parts;
}
