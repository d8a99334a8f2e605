import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The page with the tables. */
const page = join(import.meta.dirname, '../triage/README.md');

/** Whether the figures of this run replace those of the page. */
export const writing = process.env.CASTWATCH_WRITE_MATRIX === '1';

const begin = (name: string) => `<!-- ${name}: written by the run, CASTWATCH_WRITE_MATRIX=1 -->\n`;
const END = '<!-- end -->';

/** Puts a table between its marks in `test/triage/README.md`. */
export function writeTable(
  name: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  const table = line(columns) + line(columns.map(() => '---')) + rows.map(line).join('');
  const { before, after } = split(name);
  writeFileSync(page, before + table + after);
}

/** The first cell of each row of a table in `test/triage/README.md`. */
export function documented(name: string): string[] {
  return split(name)
    .table.split('\n')
    .slice(2)
    .flatMap((line) => line.match(/^\| (.*?) \|/)?.slice(1) ?? []);
}

function split(name: string): { before: string; table: string; after: string } {
  const text = readFileSync(page, 'utf8');
  const from = text.indexOf(begin(name)) + begin(name).length;
  const to = text.indexOf(END, from);
  if (from < begin(name).length || to < 0) throw new Error(`test/triage/README.md has no marks for ${name}`);
  return { before: text.slice(0, from), table: text.slice(from, to), after: text.slice(to) };
}
