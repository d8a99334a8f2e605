import type { Charset } from '../../src/base/charset.ts';
import { bodyArea, type Size } from '../../src/ui/program/layout.ts';
import type { Runtime } from '../../src/ui/program/runtime.ts';
import { Screen } from '../../src/ui/terminal/screen-writer.ts';
import { resolveTheme } from '../../src/ui/theme/resolve.ts';
import { FakeOutput } from '../support/fake-output.ts';
import { type Headless, type HeadlessCell, headless } from '../support/headless.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { sampleNow } from '../support/sample-state.ts';
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
  return [`${size.columns}×${size.rows}`, ...rows].join('\n');
}

/** The same rows as a terminal shows them, for `cat`. */
export async function bodyColours({ runtime }: UiDriver, size: Size): Promise<string> {
  const terminal = await terminalOf(runtime, size);
  const shown = bodyOf(ansiOf(terminal, size.columns, size.rows), size);
  terminal.dispose();
  return `${shown.join('\n')}\n`;
}

/** A terminal that shows the panes of a program. */
export async function terminalOf(runtime: Runtime, { columns, rows }: Size, charset: Charset = 'unicode') {
  const terminal = headless(columns, rows);
  const output = new FakeOutput(columns, rows);
  const theme = resolveTheme('dark', 'truecolor');
  const screen = new Screen({ output, theme, clock: new ManualClock(sampleNow), charset });
  for (const { id, rect, lines, layer } of runtime.panes()) screen.setSurface(id, rect, lines, layer);
  screen.flush();
  await terminal.write(output.take());
  screen.destroy();
  return terminal;
}

function bodyOf(rows: readonly string[], size: Size): readonly string[] {
  const { y, height } = bodyArea(size);
  return rows.slice(y, y + height);
}

/** The rows of a screen with their colours, so that `cat` shows them and a difference is reported by line. */
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
