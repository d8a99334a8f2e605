import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/base/durations.ts';
import type { HistoryDatabase } from '../../src/history/database.ts';
import { createGapStore } from '../../src/history/gap-store.ts';
import { createJournalStore } from '../../src/history/journal-store.ts';
import { mergeHistory } from '../../src/history/merge.ts';
import { createProblemStore } from '../../src/history/problems/problem-store.ts';
import { createHistoryReader } from '../../src/history/reader.ts';
import { createSampleStore } from '../../src/history/samples/sample-store.ts';
import { rollUpDue, seal } from '../../src/history/samples/seal.ts';
import { StreamSessionStore } from '../../src/history/sessions/session-store.ts';
import { sampleProblem } from '../support/sample-problem.ts';
import { edgeCpu, journalEntry, openTestHistory } from './rig.ts';
import { streamSample, sweepOf } from './sessions/sample-stream.ts';

const START = Date.UTC(2026, 9, 20);
const END = START + HOUR_MS;

function addServer(db: HistoryDatabase, from: number, to: number, cpu: number): void {
  const store = createSampleStore(db);
  for (let at = from; at <= to; at += MINUTE_MS) {
    store.addFrame({ kind: 'server', at, rows: new Map([['edge-1', [cpu]]]) });
  }
}

/** The history of a recording with an hour of a server, and one into which it is merged. */
async function twoHistories() {
  const [from, into] = [await openTestHistory(), await openTestHistory()];
  addServer(from, START, END, 50);
  const gaps = () =>
    createHistoryReader(into)
      .gaps(0, Number.MAX_SAFE_INTEGER)
      .map((gap) => `${gap.resource} ${(gap.from - START) / HOUR_MS} to ${(gap.to - START) / HOUR_MS}`);
  return { from, into, gaps, merge: () => mergeHistory(from, into, [part]) };
}

const addGap = (db: HistoryDatabase, ...gap: readonly [resource: string, from: number, to: number]) =>
  db
    .sql("INSERT INTO gap (resource, starts_at, ends_at, reason) VALUES (?, ?, ?, 'NOT_WATCHED')")
    .run(...gap);

function describe(db: HistoryDatabase, since: number, hostName: string): void {
  const data = { name: 'edge-1', hostName, groupName: null, clusterManager: null, applications: [] };
  const row = "INSERT INTO description (kind, name, since, data) VALUES ('server', 'edge-1', ?, ?)";
  db.sql(row).run(since, JSON.stringify(data));
}

function sweep(db: HistoryDatabase, from: number, to: number, startTime: number): void {
  const sessions = new StreamSessionStore(db);
  const swept = sweepOf(streamSample({ startTime, inBandwidth: 1 }));
  for (let at = from; at <= to; at += MINUTE_MS) sessions.sweep(swept, at, true);
}

const part = { from: START, to: END };

test('all data of a recorded hour is there after the merge', async () => {
  const { from, into, merge } = await twoHistories();
  createJournalStore(from).add([journalEntry(7, START, 'Disk', 'failed')]);
  const problems = createProblemStore(from);
  problems.keep([sampleProblem({ since: START, noticedAt: START })], START);
  problems.keep([], END);
  from.sql("INSERT INTO event (at, kind, subject, message) VALUES (?, 'restart', 'edge-1', 'up')").run(START);
  addGap(from, 'dashboard', START, START + MINUTE_MS);
  describe(from, START, 'host');
  sweep(from, START, END, START);
  const source = createHistoryReader(from);
  merge();
  const merged = createHistoryReader(into);
  const [first, last] = [START - 1, END + HOUR_MS];
  for (const read of ['journal', 'problems', 'events', 'gaps', 'streamSessions'] as const) {
    const expected = await source[read](first, last);
    expect(expected, read).toHaveLength(1);
    expect(await merged[read](first, last), read).toEqual(expected);
  }
  const cpu = (of: typeof merged) => of.series.read(edgeCpu, first, END);
  expect(cpu(merged)).toEqual(cpu(source));
  expect(cpu(merged).points).toHaveLength(61);
  expect(merged.servers(END)).toEqual(source.servers(END));
  expect(merged.range()).toEqual(source.range());
  // The merged time is rolled up then.
  const store = createSampleStore(into);
  await rollUpDue(into, store, END + DAY_MS);
  expect(merged.series.read(edgeCpu, START - DAY_MS, END).resolution).toBe(MINUTE_MS);
  // Merged again, it is still there only once.
  merge();
  expect(merged.journal(first, last)).toHaveLength(1);
  expect(merged.problems(first, last)).toHaveLength(1);
});

test('a merge is done whole or not at all', async () => {
  const { into, merge } = await twoHistories();
  into.sql('ALTER TABLE event RENAME TO away').run();
  expect(merge).toThrow();
  expect(createHistoryReader(into).range()).toBeUndefined();
});

test.each([
  ['before the watched time', 5, 6, ['watching 1 to 5']],
  ['right before it', 1, 6, []],
  ['after the watched time', -6, -5, ['watching -5 to 0']],
  ['right after it', -6, 0, []],
])('the time in between counts as not watched: %s', async (_what, watchedFrom, watchedTo, expected) => {
  const { into, gaps, merge } = await twoHistories();
  addServer(into, START + watchedFrom * HOUR_MS, START + watchedTo * HOUR_MS, 10);
  merge();
  expect(gaps()).toEqual(expected);
});

test('a gap becomes shorter by the merged time, and other gaps stay', async () => {
  const { into, gaps, merge } = await twoHistories();
  for (const at of [START - 5 * HOUR_MS, START + 5 * HOUR_MS]) addServer(into, at, at, 10);
  addGap(into, 'watching', START - 5 * HOUR_MS, START + 5 * HOUR_MS);
  addGap(into, 'journal', START - HOUR_MS, START + HOUR_MS);
  merge();
  expect(gaps()).toEqual(['watching -5 to 0', 'journal -1 to 1', 'watching 1 to 5']);
});

test.each([
  ['an older history', START - DAY_MS, HOUR_MS],
  ['a newer one', END + DAY_MS, 0],
])('the time between %s and the next program is neither lost nor counted twice', async (_what, alive, ms) => {
  const { into, merge } = await twoHistories();
  createGapStore(into).alive(alive);
  merge();
  const gaps = createGapStore(into);
  gaps.alive(Math.max(alive, END) + ms);
  const after = gaps.read(END, Number.MAX_SAFE_INTEGER);
  expect(after.map((gap) => gap.to - gap.from)).toEqual(ms ? [ms] : []);
});

test('the earlier description is valid again after the merged time', async () => {
  const { from, into, merge } = await twoHistories();
  describe(into, START - DAY_MS, 'old');
  describe(into, END + DAY_MS, 'new');
  describe(from, START, 'recorded');
  merge();
  const { servers } = createHistoryReader(into);
  const hosts = [START - 1, END, END + 1, END + DAY_MS].flatMap((at) => servers(at));
  expect(hosts.map(({ hostName }) => hostName)).toEqual(['old', 'recorded', 'old', 'new']);
});

test.each([-2, 2])(
  'a publishing that both histories saw is one session: recorded %i h later',
  async (hours) => {
    const [from, into] = [await openTestHistory(), await openTestHistory()];
    const [begun, half] = [START - DAY_MS, 30 * MINUTE_MS];
    const recorded = { from: START + hours * HOUR_MS, to: START + hours * HOUR_MS + half };
    sweep(into, START, START + 3 * half, begun);
    sweep(from, recorded.from, recorded.to, begun);
    mergeHistory(from, into, [recorded]);
    const sessions = await createHistoryReader(into).streamSessions(begun, START + DAY_MS);
    const figures = { watchedMs: 4 * half, viewerMs: 40 * half };
    const seenAt = Math.max(START + 3 * half, recorded.to);
    expect(sessions).toMatchObject([{ publishedAt: begun, seenAt, ...figures }]);
  },
);

test('samples are merged into existing blocks', async () => {
  const [from, into] = [await openTestHistory(), await openTestHistory()];
  addServer(into, START, START + 4 * MINUTE_MS, 10);
  const store = createSampleStore(into);
  await seal(into, store, START + DAY_MS);
  addServer(from, START + 5 * MINUTE_MS, START + 9 * MINUTE_MS, 50);
  mergeHistory(from, into, [{ from: START + 4 * MINUTE_MS, to: START + 9 * MINUTE_MS }]);
  const { points } = createHistoryReader(into).series.read(edgeCpu, START - 1, END);
  expect(points.map(({ mean }) => mean)).toEqual([10, 10, 10, 10, 10, 50, 50, 50, 50, 50]);
});
