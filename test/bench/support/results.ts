import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { Row } from './row.ts';

const readme = join(import.meta.dirname, '../README.md');
const BEGIN = '<!-- results -->';

/** Puts the results of a whole run, with the machine, into the README in place of the last ones. */
export function writeResults(rows: readonly Row[]): void {
  const [head = ''] = readFileSync(readme, 'utf8').split(BEGIN);
  const [cpu] = cpus();
  const day = new Date().toISOString().slice(0, 10);
  const mark = ({ met }: Row) => (met === undefined ? '' : met ? 'yes' : '**no**');
  const lines = rows.map((row) => `| ${row.what} | ${row.goal} | ${row.figure} | ${mark(row)} |`);
  const machine = `${day}, ${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, Node ${process.versions.node}`;
  writeFileSync(
    readme,
    `${head}${BEGIN}\n\nLast whole run: ${machine}.\n\n| What | Goal | Figure | Met |\n|---|---|---|---|\n${lines.join('\n')}\n`,
  );
}
