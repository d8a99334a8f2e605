import { readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../src/base/durations.ts';
import { bareTarget } from '../../src/cli/cluster/bare-target.ts';
import { listedStreams } from '../../src/cluster/copies.ts';
import { streamName } from '../../src/cluster/figures.ts';
import { createLease } from '../../src/history/lease.ts';
import { createHistoryReader, type HistoryReader } from '../../src/history/reader.ts';
import { defaultRetention } from '../../src/history/retention.ts';
import { createSampleStore } from '../../src/history/samples/sample-store.ts';
import { samplesOf } from '../../src/history/sessions/stream-sessions.ts';
import { openTape } from '../../src/recording/open-tape.ts';
import type { Tape } from '../../src/recording/tape.ts';
import { importRecording } from '../../src/session/import-recording.ts';
import { clusterViewers, historyPath, openTestHistory } from '../history/rig.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { newFolder } from '../support/new-folder.ts';
import { recordTape, TAPE_START } from '../support/record-tape.ts';

const RECORDED_MS = 100_000;
const DAY_LATER = TAPE_START + DAY_MS;

/** A minute and two thirds of a cluster, and its state while they were recorded. */
let tape: Tape;
let state: Awaited<ReturnType<typeof recordTape>>;
/** The most viewers of each stream that a look of the recording saw. */
const most = new Map<string, number>();
beforeAll(async () => {
  const path = join(newFolder(), 'one.castwatch');
  state = await recordTape(path, RECORDED_MS, { scenario: 'steady', seed: 1 }, ({ monitor, store }) => {
    for (const [name, { viewers = 0 }] of samplesOf(listedStreams(store.getState()).streams.values()))
      most.set(name, Math.max(viewers, most.get(name) ?? 0));
    monitor.sweep();
  });
  tape = await openTape(path);
  return () => tape.close();
});

const target = { ...bareTarget('lab', 'https://recording.invalid'), readOnly: true, interval: 2 };
const [from, to] = [TAPE_START, TAPE_START + RECORDED_MS];

async function load(path: string, now = DAY_LATER) {
  const db = await openTestHistory(path);
  return importRecording({ tape, target, db, retention: defaultRetention, clock: new ManualClock(now) });
}

test('an imported recording becomes history once: figures, servers, journal and sessions of its time', async () => {
  const path = await historyPath();
  expect(await load(path)).toEqual({ added: [{ from: tape.from, to: tape.to }], known: [] });

  const reader = createHistoryReader(await openTestHistory(path));
  const { points } = reader.series.read(clusterViewers, from, to);
  expect(points.length).toBeGreaterThan(RECORDED_MS / 2_000 / 2);
  expect(points.at(-1)?.mean).toBe(state.dashboard.value?.viewersStats?.total?.value);
  const servers = state.servers.map(({ name }) => name).toSorted();
  expect(reader.servers(to).map(({ name }) => name)).toEqual(servers);
  const entries = reader.journal(from - 3_600_000, to).length;
  const sessions = await reader.streamSessions(from, to);
  expect([entries > 0, sessions.length > 0]).toEqual([true, true]);
  for (const session of sessions)
    expect(session.peakViewers).toBeGreaterThanOrEqual(most.get(streamName(session)) ?? 0);

  expect((await load(path)).added).toEqual([]);
  expect(await reader.streamSessions(from, to)).toEqual(sessions);
  expect(reader.journal(from - 3_600_000, to)).toHaveLength(entries);
});

test('an import fills gaps of a history and leaves known times as they are', async () => {
  const alone = await historyPath();
  await load(alone);
  const whole = createHistoryReader(await openTestHistory(alone));

  // It watched from the seventieth second on, and a day later.
  const known = TAPE_START + 70_000;
  const path = await historyPath();
  const db = await openTestHistory(path);
  const samples = createSampleStore(db);
  const frame = (at: number) =>
    samples.addFrame({ kind: 'total', at, rows: new Map([['cluster', [7, 7, 7, 7, 7]]]) });
  for (let at = known; at <= to + 5_000; at += 5_000) frame(at);
  frame(DAY_LATER);
  db.sql("INSERT INTO gap VALUES ('watching', ?, ?, 'NOT_WATCHED', NULL)").run(to + 5_000, DAY_LATER);
  const result = await load(path);
  expect(result).toEqual({ added: [{ from: tape.from, to: known }], known: [{ from: known, to: tape.to }] });

  const reader = createHistoryReader(await openTestHistory(path));
  const viewers = (of: HistoryReader, until: number) =>
    of.series.read(clusterViewers, from, until).points.map(({ at, mean }) => [at, mean]);
  expect(viewers(reader, known - 1)).toEqual(viewers(whole, known - 1));
  const later = viewers(reader, to).filter(([at]) => (at ?? 0) >= known);
  expect(new Set(later.map(([, mean]) => mean))).toEqual(new Set([7]));
  expect(reader.range()?.to).toBe(DAY_LATER);
  const watched = async (of: HistoryReader) =>
    (await of.streamSessions(from, to)).reduce((sum, { watchedMs }) => sum + watchedMs, 0);
  const [part, all] = [await watched(reader), await watched(whole)];
  expect(part).toBeGreaterThan(0);
  expect(part).toBeLessThan(0.8 * all);
  expect(reader.gaps(0, DAY_LATER).map((gap) => gap.from)).toEqual([to + 5_000]);
});

test('nothing is imported while another program writes the history', async () => {
  const path = await historyPath();
  const db = await openTestHistory(path);
  const other = createLease(db);
  expect(other.renew(DAY_LATER)).toBe('taken');
  const message = expect.stringContaining('another castwatch is writing the history');
  await expect(load(path)).rejects.toMatchObject({ code: 'LOCKED', message });
  expect(createHistoryReader(db).range()).toBeUndefined();
  // The file is free for the next one, and a killed import does not block it.
  other.release();
  await writeFile(`${path}.import`, 'what a killed import left');
  expect((await load(path)).added).toHaveLength(1);
  expect((await readdir(dirname(path))).filter((name) => name.includes('import'))).toEqual([]);
  expect(createLease(db).renew(DAY_LATER)).toBe('taken');
});

test('an old recording is imported at the resolution that is kept for its age', async () => {
  const path = await historyPath();
  await load(path, TAPE_START + 5 * DAY_MS);
  const { series } = createHistoryReader(await openTestHistory(path));
  const { points, resolution } = series.read(clusterViewers, from - DAY_MS / 2, to + DAY_MS / 2);
  expect([points.length > 0, resolution]).toEqual([true, 60_000]);
});
