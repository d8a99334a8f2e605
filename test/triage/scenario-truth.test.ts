import { afterAll, expect, test } from 'vitest';
import { verdictStatus } from '../../src/cli/check/verdict.ts';
import { storyNames } from '../../src/simulator/scenarios.ts';
import { markdownTable, markedPart } from '../support/marked-part.ts';
import { type Found, falseProblems, judgeProblem, type Run, runTruth } from './judge-truth.ts';
import { cells, type Truth, truths } from './truths.ts';

const page = 'test/triage/README.md';
const isWriting = process.env.CASTWATCH_WRITE_MATRIX === '1';
const rows = new Map<string, string[]>();

test.each(truths)('$scenario: everything that is reported is true', async (truth) => {
  const run = await runTruth(truth);
  const complaints: string[] = [];
  truth.problems.forEach((problem, place) => {
    const found = judgeProblem(run, problem, place);
    for (const cell of cells)
      if (!found[cell].met) complaints.push(`${problem.object}, ${cell}: ${found[cell].text}`);
    const name = place === 0 ? truth.scenario : `${truth.scenario}, ${problem.object}`;
    rows.set(name, [name, ...cells.map((cell) => shown(found[cell])), ...restOf(run, truth, place)]);
  });
  complaints.push(...errorsOfOthers(run, truth), ...errorsOfCheck(run));
  expect(complaints).toEqual([]);
});

test('every scenario with incidents of its own has its truth', () => {
  expect(truths.map(({ scenario }) => scenario).sort()).toEqual([...storyNames].sort());
});

test('the table in the README names every true problem', () => {
  const names = truths.flatMap(({ scenario, problems }) =>
    problems.map(({ object }, place) => (place === 0 ? scenario : `${scenario}, ${object}`)),
  );
  const [, , ...told] = markedPart(page, 'truth').match(/^\| .*? \|/gm) ?? [];
  if (!isWriting) expect(told).toEqual(names.map((name) => `| ${name} |`));
});

afterAll(() => {
  const columns = 'Scenario,After,Object,Since,Viewers,Streams,Cause line,Place,Beside it,`check`'.split(',');
  if (isWriting) markedPart(page, 'truth', markdownTable(columns, [...rows.values()]));
});

function shown({ text, met }: Found): string {
  return met ? text : `${text} ✗`;
}

function errorsOfOthers(run: Run, { beside, ...truth }: Truth): string[] {
  const found = falseProblems(run, truth);
  const expected = beside?.keys ?? [];
  return [
    ...found.filter((key) => !expected.includes(key)).map((key) => `false beside it: ${key}`),
    ...expected.filter((key) => !found.includes(key)).map((key) => `no longer beside it, remove: ${key}`),
  ];
}

function errorsOfCheck({ verdict, last }: Run): string[] {
  const screens = verdictStatus(last.problems, []);
  return verdict.status === screens ? [] : [`check says ${verdict.status}, the screens ${screens}`];
}

/** The cells about the whole scenario, in its first row. */
function restOf(run: Run, truth: Truth, place: number): string[] {
  if (place > 0) return ['', ''];
  const beside = falseProblems(run, truth).map((key) => `\`${key}\``);
  const screens = verdictStatus(run.last.problems, []);
  const { status } = run.verdict;
  return [
    beside.length === 0 ? '·' : `${beside.join(', ')} ✗`,
    status === screens ? status : `${status}, not ${screens} ✗`,
  ];
}
