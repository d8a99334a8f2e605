import { safeText } from '../../base/safe-text.ts';
import { textWidth } from '../../base/width.ts';

export interface TextColumn<T> {
  readonly title: string;
  /** The unit of the value, if the text includes it: `s`, `bytes/s`. */
  readonly unit?: string | undefined;
  /** The text is a plain number, so its header includes the unit. */
  readonly bare?: true | undefined;
  readonly align?: 'right';
  /** The cell as text for people. */
  readonly text: (row: T) => string;
  /** The value for a spreadsheet; by default the text. */
  readonly value?: (row: T) => string | number | undefined;
}

export function textTable<T>(columns: readonly TextColumn<T>[], rows: readonly T[]): string[] {
  const cells = rows.map((row) => columns.map(({ text }) => safeText(text(row))));
  const all = [columns.map((column) => (column.bare ? titleWithUnit(column) : column.title)), ...cells];
  const widths = columns.map((_, index) => Math.max(...all.map((row) => textWidth(row[index] ?? ''))));
  return all.map((row) =>
    row
      .map((cell, index) => {
        const space = ' '.repeat((widths[index] ?? 0) - textWidth(cell));
        return columns[index]?.align === 'right' ? space + cell : cell + space;
      })
      .join('  ')
      .trimEnd(),
  );
}

/** The same as comma-separated values. A cell that a spreadsheet would run as a formula is turned into text. */
export function csvTable<T>(columns: readonly TextColumn<T>[], rows: readonly T[]): string[] {
  const line = (cells: readonly (string | number | undefined)[]) => cells.map(csvCell).join(',');
  return [
    line(columns.map(titleWithUnit)),
    ...rows.map((row) => line(columns.map(({ text, value }) => (value ?? text)(row)))),
  ];
}

function titleWithUnit({ title, unit }: Pick<TextColumn<never>, 'title' | 'unit'>): string {
  return unit === undefined ? title : `${title} (${unit})`;
}

/** The first character of a formula. Spreadsheets skip leading spaces, and some accept full-width signs. */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/;

function csvCell(value: string | number | undefined): string {
  if (value === undefined || typeof value === 'number') return String(value ?? '');
  const text = safeText(value);
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[",;\n]/.test(harmless) ? `"${harmless.replace(/"/g, '""')}"` : harmless;
}
