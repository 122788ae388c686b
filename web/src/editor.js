// A plain text area with line numbers and underlined faults: screen readers, undo and input methods work as anywhere.
// Beneath it lies a layer with the same text, transparent, that carries the underlines. Only the lines in view are in
// that layer, and of a text of megabytes the area holds a part at a time: browsers take seconds to lay out hundreds of
// thousands of lines. What is checked, searched and shared is the whole.
import { byId, element, fill, grouped, setText } from './dom.js';
import { hiddenIn } from './hidden.js';

const LONG = 4000; // of a longer line only the beginning is underlined
const PART = 200_000; // characters that the area holds at most when it is filled
const UNDOABLE = 50_000; // characters whose insertion is left to the browser: it takes minutes for megabytes

export class Editor {
  #root;
  #area;
  #text = '';
  #starts = [0]; // of the lines
  #from = 0; // where the part begins that the area holds
  #to = 0;
  #changed;
  #marks = new Map(); // by line from 0: [{ from, to, severity }]
  #drawn = false;

  constructor(root, changed) {
    this.#root = root;
    this.#area = root.querySelector('textarea');
    this.#changed = changed;
    this.#area.addEventListener('input', (event) => {
      this.#read();
      changed(event.inputType === 'insertFromPaste' || event.inputType === 'insertFromDrop');
    });
    this.#area.addEventListener('paste', (event) => this.#paste(event));
    this.#area.addEventListener('scroll', () => this.#draw(), { passive: true });
    byId('earlier').addEventListener('click', () => this.#hold(this.#from - PART));
    byId('later').addEventListener('click', () => this.#hold(this.#to));
    new ResizeObserver(() => this.#draw()).observe(this.#area);
  }

  get text() {
    return this.#text;
  }

  set text(text) {
    this.#take(text.replace(/\r\n?/g, '\n')); // as a text area would
    this.#hold(0);
  }

  set invalid(invalid) {
    this.#area.setAttribute('aria-invalid', invalid);
  }

  #take(text) {
    this.#text = text;
    this.#starts = [0];
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
    this.#marks = new Map();
  }

  /** hold fills the area with the part around an index, whole lines where lines are short enough. */
  #hold(index) {
    const { length } = this.#text;
    const near = length <= PART ? 0 : Math.max(0, Math.min(index, length - PART / 2));
    const start = this.#starts[this.place(near).line - 1];
    this.#from = near - start < PART / 2 ? start : near;
    const end = Math.min(length, this.#from + PART);
    const last = this.#starts[this.place(end).line - 1];
    this.#to = end < length && last > this.#from + PART / 2 ? last : end;
    this.#area.value = this.#text.slice(this.#from, this.#to);
    this.#area.setSelectionRange(0, 0);
    this.#area.scrollTo(0, 0);
    this.#tellPart();
    this.#draw();
  }

  #tellPart() {
    const part = byId('part');
    part.hidden = this.#from === 0 && this.#to === this.#text.length;
    if (part.hidden) return;
    const line = (index) => grouped(this.place(index).line);
    setText(byId('part-lines'), `Here are lines ${line(this.#from)} to ${line(Math.max(this.#from, this.#to - 1))} of ${grouped(this.#starts.length)}; all are checked.`);
    byId('earlier').disabled = this.#from === 0;
    byId('later').disabled = this.#to === this.#text.length;
  }

  #read() {
    const held = this.#area.value;
    const { length } = this.#text;
    const whole = this.#from === 0 && this.#to === length;
    const end = this.#from + held.length;
    this.#take(whole ? held : this.#text.slice(0, this.#from) + held + this.#text.slice(this.#to));
    this.#to = end;
    this.#tellPart();
    this.#draw();
  }

  #paste(event) {
    const pasted = event.clipboardData?.getData('text/plain') ?? '';
    const { selectionStart, selectionEnd, value } = this.#area;
    const all = selectionStart === 0 && selectionEnd === value.length;
    const part = this.#to - this.#from < this.#text.length;
    if (pasted.length <= UNDOABLE && !(all && part)) return;
    event.preventDefault();
    if (all) this.text = pasted; // in place of the whole, also of what the area doesn't hold
    else this.#splice([{ from: this.#from + selectionStart, to: this.#from + selectionEnd, text: pasted.replace(/\r\n?/g, '\n') }]);
    this.#changed(true);
  }

  #splice(ordered) {
    let text = '';
    let end = 0;
    for (const piece of ordered) {
      text += this.#text.slice(end, piece.from) + piece.text;
      end = piece.to;
    }
    this.#take(text + this.#text.slice(end));
    this.#hold(ordered[0].from);
  }

  /** index is where a diagnostic's line and column (both from 1, in UTF-16 units) are in the text. */
  index({ line, column }) {
    return Math.min((this.#starts[line - 1] ?? this.#text.length) + column - 1, this.#text.length);
  }

  /** place is the reverse of index. */
  place(index) {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#starts[middle] <= index) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: index - this.#starts[low] + 1 };
  }

  /** token is the piece of the text at an index that a fault is about: a whole string, a bare word, or one character. */
  token(index) {
    const rest = this.#text.slice(index, index + 40_000);
    const piece = /^"(?:[^"\\\n]|\\.)*"?/.exec(rest) ?? /^[^\s,:{}[\]"]+/.exec(rest);
    return { from: index, to: index + Math.max(1, piece?.[0].length ?? 1) };
  }

  /** underline marks places, the gravest last so that it shows. */
  underline(diagnostics) {
    this.#marks = new Map();
    for (const severity of ['info', 'warning', 'error']) {
      for (const found of diagnostics) {
        if (found.severity !== severity) continue;
        const line = found.line - 1;
        const start = this.#starts[line] ?? 0;
        const { from, to } = this.token(this.index(found));
        const of = this.#marks.get(line) ?? [];
        this.#marks.set(line, of.filter((mark) => mark.from !== from - start).concat({ from: from - start, to: to - start, severity }));
      }
    }
    this.#draw();
  }

  /** go puts the caret at an index, selects to another, and brings it into view. */
  go(from, to = from) {
    if (from < this.#from || to > this.#to) this.#hold(from - PART / 4);
    const { line, column } = this.place(from);
    this.#area.focus({ preventScroll: true });
    this.#area.setSelectionRange(from - this.#from, to - this.#from);
    const { height, width } = this.#cell();
    const left = (from - Math.max(this.#from, from - column + 1)) * width;
    this.#area.scrollTop = Math.max(0, (line - this.place(this.#from).line - 3) * height);
    this.#area.scrollLeft = left < this.#area.clientWidth * 0.6 ? 0 : left - this.#area.clientWidth / 3;
    this.#root.scrollIntoView({ block: 'nearest' });
  }

  /** replace puts other texts in place of [from, to) pieces, which must not overlap. Short ones can be undone. */
  replace(pieces) {
    const ordered = [...pieces].sort((a, b) => a.from - b.from);
    const [first, last] = [ordered[0].from, ordered.at(-1).to];
    if (last - first <= UNDOABLE && first >= this.#from && last <= this.#to) {
      let text = '';
      let end = first;
      for (const piece of ordered) {
        text += this.#text.slice(end, piece.from) + piece.text;
        end = piece.to;
      }
      this.#area.focus({ preventScroll: true });
      this.#area.setSelectionRange(first - this.#from, last - this.#from);
      // Deprecated, and still the only edit of a text area that its undo knows.
      if (document.execCommand('insertText', false, text)) return;
    }
    this.#splice(ordered);
    this.#changed(true);
  }

  #cell() {
    const style = getComputedStyle(this.#area);
    const probe = element('span', { className: 'probe' }, 'm'.repeat(50));
    this.#root.append(probe);
    const width = probe.getBoundingClientRect().width / 50;
    probe.remove();
    return { height: parseFloat(style.lineHeight), width };
  }

  #draw() {
    if (this.#drawn) return;
    this.#drawn = true;
    requestAnimationFrame(() => {
      this.#drawn = false;
      this.#drawNow();
    });
  }

  #drawNow() {
    const area = this.#area;
    const height = parseFloat(getComputedStyle(area).lineHeight);
    if (!height || !area.clientHeight) return; // not in view
    const above = this.place(this.#from).line - 1; // lines before the part
    const first = above + Math.max(0, Math.floor(area.scrollTop / height) - 2);
    const last = Math.min(this.place(this.#to).line, first + Math.ceil(area.clientHeight / height) + 4);
    const [text, numbers] = this.#root.querySelectorAll('.layer');
    const lines = [];
    const labels = [];
    for (let line = first; line < last; line++) {
      lines.push(element('div', {}, this.#line(line)));
      const gravest = this.#marks.get(line)?.map(({ severity }) => severity).sort()[0]; // error, info, warning
      labels.push(element('div', { className: gravest ? `marked ${gravest}` : '' }, String(line + 1)));
    }
    fill(text, lines);
    fill(numbers, labels);
    const down = (first - above) * height - area.scrollTop;
    text.style.transform = `translate(${-area.scrollLeft}px, ${down}px)`;
    numbers.style.transform = `translateY(${down}px)`;
    this.#root.style.setProperty('--digits', String(this.#starts.length).length);
  }

  #line(line) {
    const start = Math.max(this.#starts[line], this.#from);
    const end = Math.min((this.#starts[line + 1] ?? this.#text.length + 1) - 1, start + LONG, this.#to);
    const text = this.#text.slice(start, end);
    const cut = start - this.#starts[line];
    const marks = (this.#marks.get(line) ?? []).map(({ from, to, severity }) => ({ from: from - cut, to: to - cut, severity })).filter(({ to }) => to > 0);
    for (const { 0: character, index } of hiddenIn(text, { layout: true })) marks.push({ from: index, to: index + character.length, severity: 'unseen' });
    if (marks.length === 0) return [text || ' '];
    // Marks may lie within others: the text is cut at every border, and each piece wears all that cover it.
    const borders = [...new Set([0, text.length, ...marks.flatMap(({ from, to }) => [from, to])])].filter((at) => at >= 0 && at <= text.length).sort((a, b) => a - b);
    const pieces = borders.slice(1).map((to, i) => {
      const from = borders[i];
      const worn = marks.filter((mark) => mark.from <= from && mark.to >= to).map(({ severity }) => severity);
      return worn.length > 0 ? element('mark', { className: worn.join(' ') }, text.slice(from, to)) : text.slice(from, to);
    });
    const beyond = marks.find(({ from }) => from >= text.length);
    return beyond ? [...pieces, element('mark', { className: beyond.severity }, ' ')] : pieces;
  }
}
