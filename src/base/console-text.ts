import { asciiText } from './ascii-text.ts';
import { safeText } from './safe-text.ts';
import { graphemes } from './width.ts';

/** Characters beyond ASCII in the font of a Linux console (code page 437). */
const KNOWN = new Set('─│┌┐└┘├┤┬┴┼═║░▒▓█▄▀▌▐■·•√∞≥≤≈°±²½¼µßäöüÄÖÜéèêëáàâåÅæÆçÇíìîïñÑóòôúùûÿ▲▼►◄↑↓→←↔');

const LOOKALIKES: readonly (readonly [chars: string, shown: string])[] = [
  ['╭', '┌'],
  ['╮', '┐'],
  ['╰', '└'],
  ['╯', '┘'],
  ['━╸', '═'],
  ['┄', '·'],
  ['▁▂', '_'],
  ['▃▅', '▄'],
  ['▆▇', '█'],
  ['✔✓', '√'],
  ['●', '•'],
  ['▸▶', '►'],
  ['▾', '▼'],
];

const table = new Map<string, string>();
for (const [chars, shown] of LOOKALIKES) for (const char of chars) table.set(char, shown);

/**
 * The text with the same width as `safeText(text)`; characters without a similar one in that font as in
 * `asciiText`.
 */
export function consoleText(text: string): string {
  const safe = safeText(text);
  if (/^[ -~]*$/.test(safe)) return safe;
  return graphemes(safe)
    .map((part) => (KNOWN.has(part) ? part : (table.get(part) ?? shade(part) ?? asciiText(part))))
    .join('');
}

/** A braille cell as a block of similar density. */
function shade(part: string): string | undefined {
  const code = part.codePointAt(0) ?? 0;
  if (code <= 0x2800 || code > 0x28ff) return undefined;
  const dots = (code - 0x2800).toString(2).replaceAll('0', '').length;
  return '░▒▓█'[Math.ceil(dots / 2) - 1];
}
