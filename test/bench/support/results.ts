import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { Bench, Row } from './row.ts';

const readme = join(import.meta.dirname, '../README.md');
const BEGIN = '<!-- results -->';
const HEADER = '| Part | What | Goal | Figure | Met | Measured |\n|---|---|---|---|---|---|';

/** Replaces the results of a part in the README; the other parts keep theirs with their date. */
export function writeResults(part: Bench, rows: readonly Row[], parts: readonly Bench[]): void {
  const [head = '', results = ''] = readFileSync(readme, 'utf8').split(BEGIN);
  const day = new Date().toISOString().slice(0, 10);
  const mark = ({ met }: Row) => {
    if (met === undefined) return '';
    return met ? 'yes' : '**no**';
  };
  const line = (row: Row) =>
    `| ${part.name} | ${row.what} | ${row.goal ?? ''} | ${row.figure} | ${mark(row)} | ${day} |`;
  const lines = parts.flatMap((each) =>
    each === part ? rows.map(line) : results.split('\n').filter((old) => old.startsWith(`| ${each.name} |`)),
  );
  const [cpu] = cpus();
  const machine = `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, Node ${process.versions.node}`;
  writeFileSync(readme, `${head}${BEGIN}\n\nOn ${machine}.\n\n${HEADER}\n${lines.join('\n')}\n`);
}
