// What a reader can't see or what reorders the text around it: controls, formats (bidirectional and zero-width among
// them), lone surrogates, private use, unassigned, separators and every space but U+0020.
const HIDDEN = String.raw`[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}`;

/** hiddenIn finds the hidden characters of a text; in a document that has lines, these are none of the layout's. */
export const hiddenIn = (text, { layout = false } = {}) => text.matchAll(new RegExp(layout ? `(?![\\n\\t])(?:${HIDDEN})` : HIDDEN, 'gu'));

/** codePoint names a character as Unicode does. */
export const codePoint = (character) => `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
