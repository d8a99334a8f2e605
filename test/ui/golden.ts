import { bodyArea, type Size } from '../../src/ui/program/layout.ts';
import type { Headless, HeadlessCell } from '../support/headless.ts';
import { pictureOf } from '../support/scene.ts';
import type { UiDriver } from '../support/ui-driver.ts';

/** Windows of the pictures. */
export const windowSizes: readonly Size[] = [
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
  { columns: 200, rows: 60 },
];

/** The rows between tabs and footer without their colours, below the size of the window. */
export function bodyText(hands: UiDriver, size: Size): string {
  const rows = bodyOf(hands.screen.split('\n'), size).map((row) => row.trimEnd());
  return pictureText([`${size.columns}×${size.rows}`, ...rows]);
}

/** The same rows as a terminal shows them, for `cat`. The program ends. */
export async function bodyColours({ runtime }: UiDriver, size: Size): Promise<string> {
  const terminal = await pictureOf(runtime, { size });
  const shown = bodyOf(ansiOf(terminal, size), size);
  terminal.dispose();
  return pictureText(shown);
}

/** The text of a golden file. Of rows that are alike there is one, with the number of the others. */
export function pictureText(rows: readonly string[]): string {
  const shown: string[] = [];
  let alike = 0;
  for (const [at, row] of rows.entries()) {
    alike = row === rows[at - 1] ? alike + 1 : 0;
    if (alike === 0) shown.push(row);
    else if (row !== rows[at + 1]) shown.push(`(${alike} more)`);
  }
  return `${shown.join('\n')}\n`;
}

function bodyOf(rows: readonly string[], size: Size): readonly string[] {
  const { y, height } = bodyArea(size);
  return rows.slice(y, y + height);
}

/** The rows of a screen with their colours, so that `cat` shows them and a difference is reported by line. */
export function ansiOf(terminal: Headless, { columns, rows }: Size): string[] {
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
