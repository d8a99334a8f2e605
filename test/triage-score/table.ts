import { columns, type Score } from './judge.ts';

/** The score by kind of fault, and of all, as a table in Markdown. */
export function scoreTable(scores: readonly Score[]): string {
  const faults = scores.filter(({ cells }) => cells.found !== undefined);
  const kinds = kindsOf(faults);
  const rows = kinds.map((kind) => [kind, ...cellsOf(faults.filter((score) => score.kind === kind))]);
  const head = ['Fault', 'Incidents', ...columns, 'invented cause', 'found after, median'];
  return markdown([
    head,
    head.map((_, n) => (n === 0 ? '---' : '---:')),
    ...rows,
    ['**all**', ...cellsOf(faults)],
  ]);
}

/** False incidents where nothing is wrong, and rows beside the faults that are about nothing. */
export function falseTable(scores: readonly Score[]): string {
  const row = (name: string, isOf: (score: Score) => boolean) => {
    const some = scores.filter(isOf);
    const hours = some.reduce((sum, { watchedS }) => sum + watchedS, 0) / 3_600;
    const rows = some.flatMap(({ unrelated }) => unrelated);
    const kinds = [...new Set(rows.map(({ key }) => key.split(':')[0]))].join(', ');
    const day = hours === 0 ? '–' : ((24 * rows.length) / hours).toFixed(1);
    const of = (severity: string) => String(rows.filter((one) => one.severity === severity).length);
    return [name, hours.toFixed(1), of('critical'), of('warning'), day, kinds || '–'];
  };
  const isCalm = ({ cells }: Score) => cells.found === undefined;
  const head = ['World', 'Hours', 'False criticals', 'False warnings', 'a day', 'of the kinds'];
  return markdown([
    head,
    ['---', '---:', '---:', '---:', '---:', '---'],
    ...kindsOf(scores.filter(isCalm)).map((kind) => row(kind, (score) => score.kind === kind)),
    row('beside a fault', (score) => !isCalm(score)),
  ]);
}

/** In the order of their numbers. */
function kindsOf(scores: readonly Score[]): readonly string[] {
  return [...new Set(scores.map(({ kind }) => kind))];
}

function cellsOf(scores: readonly Score[]): readonly string[] {
  const times = scores
    .flatMap(({ foundAfter }) => (foundAfter === undefined ? [] : [foundAfter]))
    .toSorted((a, b) => a - b);
  const median = times[Math.floor((times.length - 1) / 2)];
  return [
    String(scores.length),
    ...columns.map((column) => percent(scores.flatMap(({ cells }) => cells[column] ?? []))),
    percent(scores.flatMap(({ invented }) => invented)),
    median === undefined ? '–' : `${median.toFixed(0)} s`,
  ];
}

function percent(judged: readonly boolean[]): string {
  if (judged.length === 0) return '–';
  return `${Math.round((100 * judged.filter(Boolean).length) / judged.length)} %`;
}

function markdown(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `| ${row.join(' | ')} |`).join('\n');
}
