import type { Line, Tone } from '../../base/text.ts';
import { graphemes, textWidth } from '../../base/width.ts';

/** Text in as many rows as it needs, broken between words. A word wider than the row is broken inside. */
export function wrapText(text: string, width: number, tone?: Tone): Line[] {
  const room = Math.max(1, width);
  const rows: string[] = [];
  for (const paragraph of text.split('\n')) {
    let row = '';
    for (const word of paragraph.split(' ')) {
      const joined = row === '' ? word : `${row} ${word}`;
      if (textWidth(joined) <= room) {
        row = joined;
        continue;
      }
      if (row !== '') rows.push(row);
      row = word;
      while (textWidth(row) > room) {
        const head = headOf(row, room);
        rows.push(head);
        row = row.slice(head.length);
      }
    }
    rows.push(row);
  }
  return rows.map((row) => [tone === undefined ? { text: row } : { text: row, tone }]);
}

function headOf(text: string, width: number): string {
  let head = '';
  for (const grapheme of graphemes(text)) {
    if (head !== '' && textWidth(head + grapheme) > width) break;
    head += grapheme;
  }
  return head;
}
