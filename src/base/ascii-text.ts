import { safeText } from './safe-text.ts';
import { graphemes, textWidth } from './width.ts';

/** For `--ascii`: a similar character for each cell, so that columns keep their places. */
const LOOKALIKES: readonly (readonly [chars: string, ascii: string])[] = [
  ['─┄┅┈┉╌╍‐‑‒–—―−╴╶', '-'],
  ['━╸═', '='],
  ['│┃┆┇┊┋╎╏║¦╵╷╹╻', '|'],
  // The rising blocks of sparklines: characters that bars and lines do not use.
  ['▁', '_'],
  ['▂░·∙⋅‧', '.'],
  ['▃▒', ':'],
  ['▏▎▍', '-'],
  ['▌▋▊▉▐╺', '='],
  ['▅±✓✔', '+'],
  ['▆●◉◆■▪•★∞∗◼', '*'],
  ['▇█▓▀', '#'],
  ['△▴▵↑⇧⇑', '^'],
  // The sign of a warning: as an arrow it would point at what stands above it.
  ['▲', '!'],
  ['▼▽▾▿↓⇩⇓↘', 'v'],
  ['▶▷▸▹►→⇒›»', '>'],
  ['↗', '/'],
  ['◀◁◂◃◄←⇐‹«', '<'],
  ['○◌◇□▫☆◯°◻', 'o'],
  ['✗×✖', 'x'],
  ['≥', '>'],
  ['≤', '<'],
  ['≈∼', '~'],
  // The mark where text was cut: a full stop would look like the end of a sentence.
  ['…', '~'],
  ['≠', '!'],
  ['‘’‚′', "'"],
  ['“”„″', '"'],
  ['µμ', 'u'],
  ['▄', 'o'],
  ['ß', 's'],
  ['⁄∕', '/'],
  ['\u00A0⠀', ' '],
  ['⚠', '!'],
];

const table = new Map<string, string>();
for (const [chars, ascii] of LOOKALIKES) for (const char of chars) table.set(char, ascii);

/**
 * The text in printable ASCII, with the same width as `safeText(text)`. A character without a similar one is `?`.
 */
export function asciiText(text: string): string {
  const safe = safeText(text);
  if (/^[ -~]*$/.test(safe)) return safe;
  return graphemes(safe)
    .map((part) => lookalike(part).padEnd(textWidth(part), '?').slice(0, textWidth(part)))
    .join('');
}

function lookalike(part: string): string {
  const known = table.get(part);
  if (known !== undefined) return known;
  const code = part.codePointAt(0) ?? 0;
  if (code >= 0x2500 && code < 0x2580) return '+'; // corners and crossings of boxes
  if (code >= 0x2800 && code < 0x2900) return braille(code - 0x2800);
  const base = part.normalize('NFD')[0] ?? '?';
  return base >= ' ' && base <= '~' ? base : '?';
}

/** Two dots beside each other: a part of a line. */
const BRAILLE_LINES: ReadonlyMap<number, string> = new Map([
  [0x09, '-'],
  [0x12, '-'],
  [0x24, '-'],
  [0xc0, '_'],
]);

/** A braille cell as a part of a line, or as a character of similar density. */
function braille(dots: number): string {
  const line = BRAILLE_LINES.get(dots);
  if (line !== undefined) return line;
  let count = 0;
  for (let bits = dots; bits > 0; bits >>= 1) count += bits & 1;
  if (count < 3) return '.';
  return count < 6 ? ':' : '#';
}
