import { expect, onTestFinished, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/base/durations.ts';
import { turn } from '../../src/base/turn.ts';
import type { ClusterState } from '../../src/cluster/state.ts';
import { createHistoryReader } from '../../src/history/reader.ts';
import { defaultRetention, pruneHistory } from '../../src/history/retention.ts';
import { rollUpDue, seal } from '../../src/history/samples/seal.ts';
import { HistoryWriter, WRITE_MS } from '../../src/history/writer.ts';
import { calm } from '../support/fake-services.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { sampleState } from '../support/sample-state.ts';
import { count, edgeCpu, journalEntry, openSamples, openTestHistory, sizeOf } from './rig.ts';

const START = Date.UTC(2026, 9, 20);
/** Polls come at seven minutes past, so that steps of a minute differ from those of a quarter of an hour. */
const FIRST_POLL = START + 7 * MINUTE_MS;
const POLL_MS = HOUR_MS;
/** The interval of upkeep, as in the writer. */
const UPKEEP_MS = 5_000;

const short = { raw: DAY_MS, minute: 2 * DAY_MS, quarter: 4 * DAY_MS, journal: DAY_MS, maxBytes: 1e9 };

/** The sample cluster as polled at `at`: each day has its own streams, each poll a line in the journal. */
function stateAt(at: number): ClusterState {
  const state = sampleState();
  const day = Math.floor((at - START) / DAY_MS);
  const { streamSweep, applicationSweep, dashboard, journal } = state;
  const streams = [...(streamSweep.value?.items ?? [])].map(
    ([id, stream]) => [id, { ...stream, streamKey: `day-${day}-${id}`, startTime: at }] as const,
  );
  const entry = journalEntry(at, at, 'Config', `poll ${at}`);
  const completedAt = at;
  const swept = streamSweep.value && { ...streamSweep.value, items: new Map(streams), completedAt };
  const applications = applicationSweep.value && { ...applicationSweep.value, completedAt };
  return {
    ...state,
    dashboard: { ...dashboard, updatedAt: at },
    servers: state.servers.map((each) => ({ ...each, lastSeen: at })),
    streamSweep: { ...streamSweep, value: swept },
    applicationSweep: { ...applicationSweep, value: applications },
    journal: { ...journal, items: [{ kind: 'entry', key: `${at}`, entry }] },
  };
}

/** A writer that gets a state every hour, with its upkeep after each. */
async function openWriter() {
  const db = await openTestHistory();
  const clock = new ManualClock(FIRST_POLL);
  const writer = new HistoryWriter(db, { clock, retention: short });
  onTestFinished(() => writer.close());
  return {
    db,
    clock,
    /** One more poll. */
    async poll() {
      clock.jumpWall(POLL_MS - WRITE_MS);
      await clock.advance(WRITE_MS);
      writer.take(stateAt(clock.now()), calm);
    },
    /** Advances time until the upkeep has reached this state. */
    async until(done: () => boolean) {
      for (let left = 100; left > 0 && !done(); left--) {
        clock.jumpWall(MINUTE_MS);
        await clock.advance(UPKEEP_MS);
        // Upkeep lets other work run many times.
        for (let turns = 0; turns < 200; turns++) await turn();
      }
      expect(done()).toBe(true);
    },
  };
}

test('the writer seals finished time, rolls it up, and removes what is too old, day after day', async () => {
  const { db, clock, poll, until } = await openWriter();
  const sizes: number[] = [];
  for (let day = 0; day < 7; day++) {
    for (let at = 0; at < DAY_MS; at += POLL_MS) await poll();
    await until(() => count(db, `roll_up_due WHERE window < ${clock.now() - DAY_MS}`) === 0);
    sizes.push(sizeOf(db));
  }
  const now = clock.now();
  const ends = (tier: string) =>
    Number(db.sql('SELECT MIN(ends_at) AS at FROM block WHERE tier = ?').get(tier)?.at);
  await until(() => ends('raw') > clock.now() - DAY_MS - HOUR_MS);

  // Sealed: frames contain only the unfinished time, two hours at most.
  expect(count(db, `frame WHERE ends_at <= ${now - 2 * HOUR_MS - POLL_MS}`)).toBe(0);
  expect(count(db, "frame WHERE kind = 'server'")).toBeLessThanOrEqual(1);

  // Rolled up: older time is known in steps.
  const { series, journal } = createHistoryReader(db);
  const steps = (daysAgo: number) => {
    const from = now - daysAgo * DAY_MS;
    return series.read({ kind: 'server', name: 'edge-1a', column: 'cpu' }, from, from + 3 * HOUR_MS);
  };
  const isWhole = (daysAgo: number, stepMs: number) => {
    const { points } = steps(daysAgo);
    return points.slice(-2).map(({ at }) => at % stepMs === 0);
  };
  expect(isWhole(0.5, MINUTE_MS)).toEqual([false, false]);
  expect(isWhole(1.6, MINUTE_MS)).toEqual([true, true]);
  expect(isWhole(1.6, 15 * MINUTE_MS)).toContain(false);
  expect(isWhole(3, 15 * MINUTE_MS)).toEqual([true, true]);

  // Removed: figures, journal and names of what is gone.
  expect(steps(6).points).toEqual([]);
  for (const tier of ['raw', 'minute', 'quarter'] as const) {
    const hoursLate = (ends(tier) - now + short[tier]) / HOUR_MS;
    expect([tier, hoursLate > -1, hoursLate < 13]).toEqual([tier, true, true]);
  }
  expect([23, 24, 25, 26]).toContain(journal(0, now).length);
  const days = new Set(series.names('stream').map((name) => /day-(\d)/.exec(name)?.[1]));
  expect(days).not.toContain('0');
  expect(days).toContain('6');

  // So the file keeps the size that it had when each resolution was full.
  expect(sizes[6]).toBeLessThan(1.1 * (sizes[5] ?? 0));
});

/** Fourteen hours of one server, a sample each minute, not sealed yet. */
async function fourteenHours() {
  const { db, store } = await openSamples();
  const end = START + 14 * HOUR_MS;
  db.transaction(() => {
    for (let at = START; at < end; at += MINUTE_MS) {
      const cpu = (at - START) / MINUTE_MS;
      store.addFrame({ kind: 'server', at, rows: new Map([['edge-1', [cpu, 50, 1, 2, null, null, 3, 4]]]) });
    }
  });
  const cpu = (from: number, to: number) => createHistoryReader(db).series.read(edgeCpu, from, to);
  return { db, store, end, cpu };
}

test('sealing turns frames into blocks of ten minutes with the same samples, and unfinished time stays in frames', async () => {
  const { db, store, end, cpu } = await fourteenHours();
  const before = cpu(end - 6 * HOUR_MS, end);
  const bytes = () => Number(db.sql('SELECT SUM(LENGTH(samples)) AS sum FROM frame').get()?.sum ?? 0);
  const frames = bytes();
  for (let times = 0; times < 2; times++) {
    await seal(db, store, end - 1);
    expect(count(db, 'frame')).toBe(10);
  }
  await seal(db, store, end + 5 * MINUTE_MS);
  expect(bytes()).toBe(0);
  expect(count(db, "block WHERE tier = 'raw'")).toBe(14 * 6);
  const blocks = Number(db.sql('SELECT SUM(LENGTH(samples)) AS sum FROM block').get()?.sum);
  expect(blocks).toBeLessThan(frames / 3);
  expect(cpu(end - 6 * HOUR_MS, end)).toEqual(before);
  expect(before.points).toHaveLength(359);
  // Both windows of twelve hours can be rolled up, but are not yet; the first moment belongs to the window before.
  expect(count(db, 'roll_up_due')).toBe(3);
  expect(count(db, "block WHERE tier <> 'raw'")).toBe(0);
});

test('rolling up turns finished windows into steps, and the others wait', async () => {
  const { db, store, end, cpu } = await fourteenHours();
  await seal(db, store, end);
  // The last block of the window may still be in frames.
  await rollUpDue(db, store, START + 12 * HOUR_MS + 10 * MINUTE_MS - 1);
  expect(count(db, `block WHERE tier <> 'raw' AND starts_at >= ${START}`)).toBe(0);
  await rollUpDue(db, store, START + 12 * HOUR_MS + 10 * MINUTE_MS);
  expect(count(db, 'roll_up_due')).toBe(1);
  db.sql("DELETE FROM block WHERE tier = 'raw'").run();
  const minutes = cpu(START, START + 12 * HOUR_MS);
  expect(minutes.resolution).toBe(MINUTE_MS);
  expect(minutes.points).toHaveLength(12 * 60);
  expect(minutes.points[100]).toEqual({ at: START + 101 * MINUTE_MS, mean: 101, least: 101, most: 101 });
  db.sql("DELETE FROM block WHERE tier = 'minute'").run();
  const quarters = cpu(START, START + 12 * HOUR_MS);
  expect(quarters.resolution).toBe(15 * MINUTE_MS);
  expect(quarters.points).toHaveLength(12 * 4);
  expect(quarters.points[1]).toEqual({ at: START + 30 * MINUTE_MS, mean: 23, least: 16, most: 30 });
  expect(cpu(START + 12 * HOUR_MS, end).points).toEqual([]);
});

test('a sample on the border of two windows, alone in the earlier one, is rolled up', async () => {
  const { db, store } = await openSamples();
  const border = START + 12 * HOUR_MS;
  store.addFrame({ kind: 'server', at: border, rows: new Map([['edge-1', [7]]]) });
  await seal(db, store, border + HOUR_MS);
  await rollUpDue(db, store, border + HOUR_MS);
  expect(count(db, 'roll_up_due')).toBe(0);
  db.sql("DELETE FROM block WHERE tier = 'raw'").run();
  const { points } = createHistoryReader(db).series.read(edgeCpu, START, border);
  expect(points).toEqual([{ at: border, mean: 7, least: 7, most: 7 }]);
});

test('pruning removes each resolution at its own age', async () => {
  const { db, store, end } = await fourteenHours();
  await seal(db, store, end);
  await rollUpDue(db, store, START + DAY_MS);
  const tiers = () =>
    Array.from(db.sql('SELECT DISTINCT tier FROM block ORDER BY tier').all(), ({ tier }) => tier);
  const { raw, minute, quarter } = defaultRetention;
  expect(pruneHistory(db, defaultRetention, START + raw - 1)).toBe(false);
  expect(count(db, "block WHERE tier = 'raw'")).toBe(14 * 6);
  pruneHistory(db, defaultRetention, START + raw + 9 * MINUTE_MS);
  expect(count(db, "block WHERE tier = 'raw'")).toBe(14 * 6 - 1);
  expect(pruneHistory(db, defaultRetention, end + raw)).toBe(false);
  expect(tiers()).toEqual(['minute', 'quarter']);
  expect(pruneHistory(db, defaultRetention, end + minute)).toBe(false);
  expect(tiers()).toEqual(['quarter']);
  // After the last resolution the names of removed objects may be removed.
  expect(pruneHistory(db, defaultRetention, end + quarter)).toBe(true);
  expect(tiers()).toEqual([]);
  store.dropUnused();
  expect(store.names('server')).toEqual([]);
});

/** How often other work ran meanwhile. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  const count = () => {
    turns++;
    waiting = setImmediate(count);
  };
  let waiting = setImmediate(count);
  await work;
  clearImmediate(waiting);
  return turns;
}

test('keys are answered while blocks of many servers are sealed and rolled up', async () => {
  const { db, store } = await openSamples();
  const rows = new Map(Array.from({ length: 80 }, (_, index) => [`edge-${index}`, [index]] as const));
  store.addFrame({ kind: 'server', at: START + MINUTE_MS, rows });
  // Eighty servers are in eleven blocks, each of which is rolled up hour by hour.
  expect(await turnsDuring(seal(db, store, START + HOUR_MS))).toBeGreaterThanOrEqual(11);
  expect(await turnsDuring(rollUpDue(db, store, START + DAY_MS))).toBeGreaterThanOrEqual(11 * 12);
});
