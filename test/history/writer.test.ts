import { expect, test } from 'vitest';
import type { ClusterState } from '../../src/cluster/state.ts';
import { openDatabase } from '../../src/history/database.ts';
import { createHistoryReader } from '../../src/history/reader.ts';
import { defaultRetention } from '../../src/history/retention.ts';
import { createHistoryWriter, type WriterStatus } from '../../src/history/writer.ts';
import type { Problem } from '../../src/triage/problem.ts';
import { calm } from '../support/fake-services.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { sampleProblem } from '../support/sample-problem.ts';
import { sampleNow, sampleState } from '../support/sample-state.ts';
import { historyPath, openTestHistory } from './rig.ts';

const hot = sampleProblem({ firedAt: sampleNow, viewersAtRisk: 40 });
const retention = defaultRetention;

test('what the state shows is in the history, and given twice it is there once', async () => {
  const db = await openTestHistory();
  const clock = new ManualClock(sampleNow);
  const writer = createHistoryWriter(db, { clock, retention });
  const state = sampleState();
  writer.take(state, calm);
  writer.take({ ...state }, calm);
  const reader = createHistoryReader(db);
  const server = state.servers.find(({ misses }) => misses === 0);
  const cpu = reader.series.read('server', server?.name ?? '', 'cpu', sampleNow - 60_000, sampleNow);
  expect(cpu.points.map(({ mean }) => mean)).toEqual([server?.server.serverStats?.cpuUsage]);
  const entries = state.journal.items.filter(({ kind }) => kind === 'entry');
  expect(reader.journal(0, Number.MAX_SAFE_INTEGER)).toHaveLength(entries.length);
  const { viewersStats } = state.dashboard.value ?? {};
  const viewers = reader.series.read('total', 'cluster', 'viewers', sampleNow - 60_000, sampleNow);
  expect(viewers.points.at(-1)?.mean).toBe(viewersStats?.total?.value);
  await writer.close();
});

test('an entry that comes late, before others that are written, is written too', async () => {
  const db = await openTestHistory();
  const writer = createHistoryWriter(db, { clock: new ManualClock(sampleNow), retention });
  const state = sampleState();
  const { items } = state.journal;
  const known = items.findLast((item) => item.kind === 'entry');
  if (!known) throw new Error('The sample has no entries.');
  writer.take(state, calm);
  const entry = { ...known.entry, id: 7, message: 'came late' };
  const late = items.toSpliced(items.indexOf(known), 0, { kind: 'entry', key: '7@late', entry });
  writer.take({ ...state, journal: { ...state.journal, items: late } }, calm);
  const messages = createHistoryReader(db)
    .journal(0, Number.MAX_SAFE_INTEGER)
    .map(({ message }) => message);
  expect(messages.filter((message) => message === 'came late')).toHaveLength(1);
  await writer.close();
});

test('a problem keeps its worst severity, its extent and what it said then', async () => {
  const db = await openTestHistory();
  const clock = new ManualClock(sampleNow);
  const writer = createHistoryWriter(db, { clock, retention });
  const state = sampleState();
  const with_ = (problems: readonly Problem[]) => writer.take({ ...state }, { ...calm, problems });
  with_([hot]);
  with_([{ ...hot, severity: 'critical', reason: 'CPU 99 %', viewersAtRisk: 70 }]);
  with_([{ ...hot, severity: 'warning', reason: 'CPU 86 %', viewersAtRisk: 10 }]);
  clock.jumpWall(60_000);
  with_([]);
  const [stored, ...others] = createHistoryReader(db).problems(sampleNow, sampleNow + 60_000);
  expect(others).toEqual([]);
  expect(stored).toMatchObject({
    worst: 'critical',
    reason: 'CPU 99 %',
    viewersAtRisk: 70,
    since: hot.since,
    clearedAt: sampleNow + 60_000,
  });
  await writer.close();
});

test('of two programs one writes; the other says so, and follows when that one ends', async () => {
  const path = await historyPath();
  const clock = new ManualClock(sampleNow);
  const said: (readonly [string, WriterStatus['kind']])[] = [];
  const open = async (name: string) =>
    createHistoryWriter(await openTestHistory(path), {
      clock,
      retention,
      onStatus: ({ kind }) => said.push([name, kind]),
    });
  const first = await open('first');
  const second = await open('second');
  expect(said).toEqual([
    ['first', 'writing'],
    ['second', 'waiting'],
  ]);
  second.take(sampleState(), calm);
  await first.close();
  await clock.advance(5_000);
  expect(said.at(-1)).toEqual(['second', 'writing']);
  second.take(sampleState(), calm);
  const db = await openDatabase(path, { create: false });
  expect(createHistoryReader(db).range()?.to).toBe(sampleNow);
  db.close();
  await second.close();
});

test('what could not be read, and what was not watched, is a gap with its reason', async () => {
  const path = await historyPath();
  const clock = new ManualClock(sampleNow);
  const failing = (error: ClusterState['dashboard']['error']): ClusterState => {
    const state = sampleState();
    return { ...state, dashboard: { ...state.dashboard, error } };
  };
  const writer = createHistoryWriter(await openTestHistory(path), { clock, retention });
  await clock.advance(0);
  writer.take(failing({ code: 'TIMEOUT', message: 'no response', since: sampleNow }), calm);
  await clock.advance(30_000);
  writer.take(failing(undefined), calm);
  await writer.close();
  clock.jumpWall(3_600_000);
  const later = createHistoryWriter(await openTestHistory(path), { clock, retention });
  await clock.advance(5_000);
  await later.close();
  const db = await openDatabase(path, { create: false });
  const gaps = createHistoryReader(db).gaps(0, Number.MAX_SAFE_INTEGER);
  expect(gaps.map(({ resource, from, to, reason }) => [resource, to - from, reason])).toEqual([
    ['dashboard', 30_000, 'TIMEOUT'],
    ['watching', expect.closeTo(3_600_000, -4), 'NOT_WATCHED'],
  ]);
  db.close();
});

test('a full disk is a status, not an end; what comes after it is written', async () => {
  const db = await openTestHistory();
  const clock = new ManualClock(sampleNow);
  const said: WriterStatus[] = [];
  const writer = createHistoryWriter(db, { clock, retention, onStatus: (status) => said.push(status) });
  const state = sampleState();
  const items = Array.from({ length: 2_000 }, (_, id) => ({
    kind: 'entry' as const,
    key: String(id),
    entry: {
      id,
      createDate: sampleNow,
      objectName: 'Disk',
      message: 'full '.repeat(40),
      threadName: 'worker',
    },
  }));
  const large: ClusterState = { ...state, journal: { ...state.journal, items } };
  db.sql('PRAGMA max_page_count = 1').get();
  writer.take(large, calm);
  expect(said.at(-1)).toMatchObject({ kind: 'failing', error: { code: 'FULL' } });
  db.sql('PRAGMA max_page_count = 100000').get();
  await clock.advance(65_000);
  expect(said.at(-1)?.kind).toBe('writing');
  writer.take({ ...large }, calm);
  expect(createHistoryReader(db).journal(0, sampleNow)).toHaveLength(2_000);
  await writer.close();
});

test('a problem that stands when the program starts anew goes on; one that is gone by then has ended', async () => {
  const path = await historyPath();
  const clock = new ManualClock(sampleNow);
  const gone = sampleProblem({ key: 'server-hot:edge-2', firedAt: sampleNow });
  const open = async () => createHistoryWriter(await openTestHistory(path), { clock, retention });
  const first = await open();
  first.take(sampleState(), { ...calm, problems: [hot, gone] });
  await first.close();
  clock.jumpWall(60_000);
  const second = await open();
  // A program that starts knows a problem from when it sees it on.
  const again = { ...hot, since: clock.now(), firedAt: clock.now() };
  second.take(sampleState(), { ...calm, problems: [again] });
  await clock.advance(6 * 60_000);
  second.take({ ...sampleState() }, calm);
  const end = clock.now();
  await second.close();
  const db = await openDatabase(path, { create: false });
  const stored = createHistoryReader(db).problems(0, end);
  expect(stored.map(({ key, firedAt, clearedAt }) => [key, firedAt, clearedAt])).toEqual([
    [hot.key, hot.firedAt, end],
    [gone.key, gone.firedAt, sampleNow],
  ]);
  db.close();
});
