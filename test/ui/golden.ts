import type { Headless, HeadlessCell } from '../support/headless.ts';

/** The rows of a screen with their colours, so that `cat` shows them and a difference is told by the line. */
export function ansiOf(terminal: Headless, columns: number, rows: number): string[] {
  const lines: string[] = [];
  for (let y = 0; y < rows; y++) {
    let line = '';
    let shown = '0';
    for (let x = 0; x < columns; x++) {
      const cell = terminal.cell(x, y);
      if (cell.width === 0) continue;
      const style = styleOf(cell);
      if (style !== shown) line += `\x1b[${style}m`;
      shown = style;
      line += cell.chars === '' ? ' ' : cell.chars;
    }
    lines.push(shown === '0' ? line.trimEnd() : `${line}\x1b[0m`);
  }
  return lines;
}

function styleOf(cell: HeadlessCell): string {
  const parts = [
    '0',
    ...(cell.bold ? ['1'] : []),
    ...(cell.dim ? ['2'] : []),
    ...(cell.underline ? ['4'] : []),
    ...(cell.inverse ? ['7'] : []),
    ...colour(38, cell.fg),
    ...colour(48, cell.bg),
  ];
  return parts.join(';');
}

function colour(kind: number, code: number): string[] {
  if (code < 0) return [];
  if (code < 0x1000000) return [`${kind};5;${code}`];
  return [`${kind};2;${(code >> 16) & 255};${(code >> 8) & 255};${code & 255}`];
}
