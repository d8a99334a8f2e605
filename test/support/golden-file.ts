import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';

/** Number of rows of a difference that are shown; more would hide the first. */
const MOST_ROWS = 20;
/** Number of characters of a row; a picture has long rows. */
const MOST_TEXT = 240;

/**
 * Compares with a file that a person looked at and kept. Only `CASTWATCH_WRITE_GOLDEN=1` writes it, so that a
 * missing file is a failure, too.
 */
export function expectGolden(path: string, got: string): void {
  if (process.env.CASTWATCH_WRITE_GOLDEN === '1') {
    writeFileSync(path, got);
    return;
  }
  const difference = differenceOf(existsSync(path) ? readFileSync(path, 'utf8') : undefined, got);
  if (difference === undefined) return;
  expect.fail(`${path} ${difference}\nCASTWATCH_WRITE_GOLDEN=1 writes it anew; look at what changed.`);
}

/** The rows that differ, in words; undefined if none does. `kept` is undefined if there is no file. */
export function differenceOf(kept: string | undefined, got: string): string | undefined {
  if (kept === got) return undefined;
  if (kept === undefined) return 'does not exist.';
  const before = kept.split('\n');
  const after = got.split('\n');
  const rows = Array.from({ length: Math.max(before.length, after.length) }, (_, row) => row).filter(
    (row) => before[row] !== after[row],
  );
  const told = rows.slice(0, MOST_ROWS).map((row) => rowWords(row + 1, before[row], after[row]));
  const more = rows.length > MOST_ROWS ? [`and ${rows.length - MOST_ROWS} rows more`] : [];
  return [`differs in ${rows.length} of ${after.length} rows:`, ...told, ...more].join('\n');
}

function rowWords(row: number, expected: string | undefined, got: string | undefined): string {
  // Colours and tags are shown only when nothing else differs, because they make words hard to read.
  const sameWords = expected !== undefined && got !== undefined && words(expected) === words(got);
  const show = (text: string | undefined) => {
    if (text === undefined) return '(no such row)';
    return (sameWords ? text.replace(STYLE, '‹$1›') : words(text)).slice(0, MOST_TEXT);
  };
  const what = sameWords ? ', in its colours' : '';
  return `row ${row}${what}\n  expected: ${show(expected)}\n  got:      ${show(got)}`;
}

/** A change of colour in a terminal's text. */
const STYLE = new RegExp(`${String.fromCharCode(27)}\\[([\\d;]*)m`, 'g');
const TAG = /<[^>]*>/g;

/** The row without colours, and without the tags of a picture. */
function words(row: string): string {
  return row.replace(STYLE, '').replace(TAG, ' ');
}
