import { expect, test } from 'vitest';
import type { HistoryDatabase } from '../../../src/history/database.ts';
import { createProblemStore } from '../../../src/history/problems/problem-store.ts';
import { createHistoryReader } from '../../../src/history/reader.ts';
import { reportOf } from '../../../src/history/report/report.ts';
import type { Problem } from '../../../src/triage/problem.ts';
import { type Sample, sampleProblem } from '../../support/sample-problem.ts';
import { addTotals, openSamples, openTestHistory } from '../rig.ts';

const START = new Date(2026, 0, 15, 14, 0).getTime();
const MINUTE = 60_000;

function problem(name: string, minute: number, more: Sample = {}): Problem {
  const at = START + minute * MINUTE;
  const subject = { kind: 'server', name } as const;
  return sampleProblem({ key: `server-hot:${name}`, subject, since: at, noticedAt: at, ...more });
}

/** The summary of half an hour with these viewers, by the minute; null where nothing is known. */
async function summary(viewersAt: (minute: number) => number | null, problems: readonly Problem[]) {
  const { db, store } = await openSamples();
  for (let minute = 0; minute < 30; minute++) {
    const viewers = viewersAt(minute);
    if (viewers !== null) addTotals(store, START + minute * MINUTE, viewers);
  }
  const { keep } = createProblemStore(db);
  keep(problems, START + 12 * MINUTE);
  keep([], START + 20 * MINUTE);
  return summaryOf(db, 0, 30);
}

const summaryOf = (db: HistoryDatabase, from: number, to: number) =>
  reportOf(createHistoryReader(db), 'lab', { from: START + from * MINUTE, to: START + to * MINUTE }).summary;

test('viewers lost are the greatest fall, when it was, and viewer minutes; more than usual are no loss', async () => {
  const viewers = (minute: number) => {
    if (minute < 10 || minute >= 20) return 1_000;
    if (minute === 12) return 500;
    return minute < 15 ? 600 : 1_400;
  };
  const found = await summary(viewers, [problem('edge-1', 10)]);
  expect(found?.lost).toMatchObject({ normal: 1_000, peak: 500, peakAt: START + 12 * MINUTE, now: 1_000 });
});

test('without figures before the incident nobody knows how many were lost', async () => {
  const found = await summary((minute) => (minute < 10 ? null : 600), [problem('edge-1', 10)]);
  expect(found).toMatchObject({ lost: undefined, since: START + 10 * MINUTE });
});

test('the problems of the worst incident count as its parts, and another incident is told apart', async () => {
  const since = { at: START + 10 * MINUTE, known: 'exact' } as const;
  const incident = { root: 'server-hot:edge-1', since, severity: 'critical', times: 1 } as const;
  const parts = [
    problem('edge-1', 10, { incident }),
    problem('edge-2', 11, { incident, severity: 'warning' }),
  ];
  const found = await summary(() => 1_000, [...parts, problem('origin-1', 12, { severity: 'warning' })]);
  expect(found?.others).toBe(1);
  expect(found?.also.map(({ problem: { key } }) => key)).toEqual(['server-hot:origin-1']);
});

test('an incident that comes back ten minutes after its end is another one, and a flapping one is not', async () => {
  const db = await openTestHistory();
  const store = createProblemStore(db);
  for (const begin of [1, 5, 17]) {
    store.keep([problem('edge-1', begin)], START + begin * MINUTE);
    store.keep([], START + (begin + 2) * MINUTE);
  }
  const found = summaryOf(db, 0, 30);
  const minuteOf = (at = 0) => (at - START) / MINUTE;
  const spans = [found, ...(found?.also ?? [])].map(
    (one) => `${minuteOf(one?.since)} to ${minuteOf(one?.until)}`,
  );
  expect(spans.toSorted()).toEqual(['1 to 7', '17 to 19']);
});

test('two parts of a period cost together what the whole period does', async () => {
  const db = await openTestHistory();
  const problems = createProblemStore(db);
  for (const [minute, viewerMinutes] of [[12, 20] as const, [18, 70] as const]) {
    const bill = { at: START + minute * MINUTE, lost: 10, viewerMinutes, objects: [] };
    problems.keep([problem('edge-1', 10, { hit: { bill } })], bill.at);
  }
  problems.keep([], START + 20 * MINUTE);
  const cost = (from: number, to: number) => summaryOf(db, from, to)?.bill?.viewerMinutes ?? Number.NaN;
  expect(cost(0, 15) + cost(15, 30)).toBe(cost(0, 30));
});
