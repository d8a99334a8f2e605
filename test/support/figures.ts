import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file below `test` with the tables. */
const README = 'README.md';

/** Whether the figures of this run replace those in the README. */
export const writing = process.env.CASTWATCH_WRITE_MATRIX === '1';

const begin = (name: string) => `<!-- ${name}: written by the run, CASTWATCH_WRITE_MATRIX=1 -->\n`;
const END = '<!-- end -->';

/** Puts a table between its marks in `test/README.md`, or in another file below `test`. */
export function writeTable(
  name: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  file = README,
): void {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  const table = line(columns) + line(columns.map(() => '---')) + rows.map(line).join('');
  const { before, after } = split(name, file);
  writeFileSync(pathOf(file), before + table + after);
}

/** The first cell of each row of a table in `test/README.md`, or in another file below `test`. */
export function documented(name: string, file = README): string[] {
  const { table } = split(name, file);
  return table
    .split('\n')
    .slice(2)
    .flatMap((line) => line.match(/^\| (.*?) \|/)?.slice(1) ?? []);
}

const pathOf = (file: string) => join(import.meta.dirname, '..', file);

function split(name: string, file: string): { before: string; table: string; after: string } {
  const text = readFileSync(pathOf(file), 'utf8');
  const from = text.indexOf(begin(name)) + begin(name).length;
  const to = text.indexOf(END, from);
  if (from < begin(name).length || to < 0) throw new Error(`test/${file} has no marks for ${name}`);
  return { before: text.slice(0, from), table: text.slice(from, to), after: text.slice(to) };
}
