import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../src/base/durations.ts';
import { createGapStore } from '../../../src/history/gap-store.ts';
import { createJournalStore } from '../../../src/history/journal-store.ts';
import { createProblemStore } from '../../../src/history/problems/problem-store.ts';
import { createHistoryReader } from '../../../src/history/reader.ts';
import { handoverOf } from '../../../src/history/report/handover.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { addTotals, journalEntry, openSamples } from '../rig.ts';

const START = Date.UTC(2026, 0, 15, 0);
const period = { from: START, to: START + 8 * HOUR_MS };

/** A history that was watched for eight hours from `START` on, and before. */
async function history() {
  const { db, store } = await openSamples();
  for (let at = START - HOUR_MS; at <= period.to; at += MINUTE_MS) addTotals(store, at, 10);
  const [problems, journal] = [createProblemStore(db), createJournalStore(db)];
  return { db, problems, journal, told: () => handoverOf(createHistoryReader(db), period) };
}

const problemAt = (key: string, at: number, changes = {}) =>
  sampleProblem({ key, since: at, noticedAt: at, ...changes });
const at = (hours: number) => START + hours * HOUR_MS;

test('incidents that began, ended or were acknowledged are news, and those that stand come first', async () => {
  const { problems, told } = await history();
  const old = problemAt('old', at(-0.5));
  const unchanged = problemAt('unchanged', at(-0.4));
  const short = problemAt('short', at(1));
  const stands = problemAt('stands', at(2), { severity: 'warning' });
  const known = problemAt('known', at(-0.3));
  const acknowledged = { at: at(3), note: 'on it', by: 'anna' };
  problems.keep([old, unchanged, known], at(-0.3));
  problems.keep([old, unchanged, known, short], at(1));
  problems.keep([unchanged, known, stands], at(2));
  problems.keep([unchanged, { ...known, acknowledged }, stands], at(3));
  problems.seen(period.to);
  const { incidents, ...rest } = await told();
  expect(incidents.map(({ problem }) => problem.key)).toEqual(['known', 'stands', 'old', 'short']);
  expect(incidents.map(({ until }) => until)).toEqual([undefined, undefined, at(2), at(2)]);
  expect(incidents.map(({ acknowledged: how }) => how?.by)).toEqual(['anna', ...Array(3).fill(undefined)]);
  expect(rest).toMatchObject({ unchanged: 1, unknown: [], changes: [] });
});

test('a cause that came back is one incident with its effects, and remarks are none', async () => {
  const { problems, told } = await history();
  const incident = (since: number) =>
    ({ root: 'a', since: { at: since, known: 'exact' }, severity: 'critical', times: 1 }) as const;
  for (const hour of [1, 3]) {
    const cause = problemAt('a', at(hour), { incident: incident(at(hour)) });
    const effect = problemAt('b', at(hour + 0.1), { incident: incident(at(hour)) });
    const remark = problemAt('c', at(hour), { severity: 'info' });
    problems.keep([cause, effect, remark], at(hour + 0.1));
    problems.keep([], at(hour + 1));
  }
  const { incidents } = await told();
  expect(incidents).toMatchObject([{ problem: { key: 'a' }, since: at(1), until: at(4), times: 2 }]);
});

test('problems that became one about many objects are part of it, which is as bad as its worst part', async () => {
  const { problems, told } = await history();
  const since = { at: at(1), known: 'exact' } as const;
  const incident = { root: 'many', since, severity: 'critical', times: 1 } as const;
  const single = problemAt('single', at(1), { severity: 'warning' });
  const other = problemAt('other', at(1), { severity: 'warning' });
  const many = problemAt('many', at(2), { severity: 'warning', incident, folded: { count: 2, first: [] } });
  const effect = problemAt('effect', at(2), { incident });
  problems.keep([single, other], at(1));
  problems.keep([single], at(1.5));
  problems.keep([many, effect], at(2) + 20);
  problems.keep([], at(3));
  const { incidents } = await told();
  expect(incidents).toMatchObject([
    { problem: { key: 'many' }, worst: 'critical', since: at(1), until: at(3), times: 1 },
    { problem: { key: 'other' }, worst: 'warning', until: at(1.5) },
  ]);
});

test('what stood when the watch ended was last seen then, and the time after it was not watched', async () => {
  const { db, problems, told } = await history();
  const gaps = createGapStore(db);
  gaps.alive(at(2));
  problems.keep([problemAt('stood', at(1))], at(2));
  gaps.alive(at(5));
  const found = await told();
  expect(found.incidents).toMatchObject([{ until: at(2), isEndWatched: false }]);
  expect(found.unknown).toEqual([{ from: at(2), to: at(5) }]);
});

test('changes in the journal are one row for each kind, newest first, and other lines are left out', async () => {
  const { journal, told } = await history();
  const line = (minute: number, object: string, message: string) =>
    journalEntry(minute, START + minute * MINUTE_MS, object, message);
  journal.add([
    line(1, 'edge-1', 'Configuration reloaded in 12 ms'),
    line(2, 'edge-2', 'Configuration reloaded in 14 ms'),
    line(3, 'edge-2', 'Thumbnail written'),
    line(4, 'origin-1', 'License replaced'),
    line(-5, 'origin-1', 'Server restarted'),
  ]);
  const { changes, searchedFrom } = await told();
  const reload = { object: 'edge-2', message: 'Configuration reloaded in 14 ms', times: 2, objects: 2 };
  expect(changes).toEqual([
    { at: START + 4 * MINUTE_MS, object: 'origin-1', message: 'License replaced', times: 1, objects: 1 },
    { at: START + 2 * MINUTE_MS, ...reload },
  ]);
  expect(searchedFrom).toBe(period.from);
});

test('of a very long journal the newest lines are searched, and it is said since when', async () => {
  const { journal, told } = await history();
  const lines = Array.from({ length: 21_000 }, (_, id) => {
    const message = id === 100 || id === 20_500 ? 'Server restarted' : 'Thumbnail written';
    return journalEntry(id, period.to - id * 1_000, 'edge-1', message);
  });
  journal.add(lines);
  const { changes, searchedFrom } = await told();
  expect(changes).toMatchObject([{ at: period.to - 100_000, times: 1 }]);
  expect(searchedFrom).toBe(period.to - 19_999 * 1_000);
});
