/**
 * Characters that every terminal and `string-width` agree on: one code unit, one cell, never joined with a
 * neighbour. Everything here skips grapheme segmentation and the emoji expression, which otherwise cost a
 * quarter of all painting time. A test holds the table against `string-width` character by character.
 */
const RANGES: readonly (readonly [first: number, last: number])[] = [
  [0x20, 0x7e], // ASCII
  [0xa0, 0xac], // Latin-1 without the soft hyphen
  [0xae, 0x2ff],
  [0x384, 0x38a], // Greek
  [0x38e, 0x3a1],
  [0x3a3, 0x482], // Greek and Cyrillic without combining marks
  [0x48a, 0x52f],
  [0x2010, 0x2027], // dashes, quotes, bullets, ellipsis
  [0x2030, 0x205e],
  [0x20a0, 0x20bf], // currencies
  [0x2190, 0x22ff], // arrows, mathematical operators
  [0x2400, 0x2426], // control pictures
  [0x2500, 0x25fc], // box drawing, blocks, geometric shapes
  [0x2605, 0x2606],
  [0x2713, 0x2713],
  [0x2717, 0x2717],
  [0x2800, 0x28ff], // braille
];

const SIZE = 0x2900;
const table = new Uint8Array(SIZE);
for (const [first, last] of RANGES) table.fill(1, first, last + 1);

/** Whether this UTF-16 code unit is one undisputed cell by itself. */
export function isPlain(unit: number): boolean {
  return unit < SIZE ? table[unit] === 1 : unit === 0xfffd;
}

/** Whether the whole string is made of such characters: its length is its width. */
export function isPlainText(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < SIZE ? table[unit] !== 1 : unit !== 0xfffd) return false;
  }
  return true;
}
