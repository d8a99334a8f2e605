import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../src/base/durations.ts';
import type { HistoryDatabase } from '../../src/history/database.ts';
import { defaultRetention, pruneHistory } from '../../src/history/retention.ts';
import { createSampleStore } from '../../src/history/samples/sample-store.ts';
import { rollUpDue, seal } from '../../src/history/samples/seal.ts';
import { createSeriesReader } from '../../src/history/samples/series.ts';
import { isLong } from '../support/long.ts';
import { openTestHistory, sizeOf } from './rig.ts';

const START = Date.UTC(2026, 0, 1);
const STREAMS = 40;
const POLL_MS = 6 * HOUR_MS;

/**
 * Days of three servers, and of streams that are different each day, as when every event gets a new key; with the
 * upkeep of the writer.
 */
async function writeDays(db: HistoryDatabase, days: number, maxBytes: number, each: () => void) {
  const store = createSampleStore(db);
  for (let at = START; at < START + days * DAY_MS; at += POLL_MS) {
    const day = Math.floor((at - START) / DAY_MS);
    const figure = (index: number) => Math.round(1_000_000 * Math.abs(Math.sin(at * (index + 1))));
    const streams = Array.from({ length: STREAMS }, (_, index) => {
      return [`live/event-${day}-${index}`, [figure(index), figure(index + 7), index, 90]] as const;
    });
    const servers = ['a', 'b', 'c'].map((name, index) => [name, [figure(index), 50]] as const);
    db.transaction(() => {
      store.addFrame({ kind: 'stream', at, rows: new Map(streams) });
      store.addFrame({ kind: 'server', at, rows: new Map(servers) });
    });
    await seal(db, store, at);
    await rollUpDue(db, store, at);
    if (pruneHistory(db, { ...defaultRetention, maxBytes }, at)) store.dropUnused();
    if (at % (5 * DAY_MS) === 0) each();
  }
}

/** A year in the long run. */
const DAYS = isLong ? 365 : 70;

test(`${DAYS} days of data stay within the size limit, also on disk, and the newest data is kept`, async () => {
  const db = await openTestHistory();
  const limit = isLong ? 600_000 : 200_000;
  let largest = 0;
  await writeDays(db, DAYS, limit, () => {
    largest = Math.max(largest, sizeOf(db));
  });
  expect(largest).toBeGreaterThan(0.9 * limit);
  expect(largest).toBeLessThanOrEqual(limit);
  const end = START + DAYS * DAY_MS;
  const series = createSeriesReader(db);
  const week = series.read({ kind: 'server', name: 'a', column: 'cpu' }, end - 7 * DAY_MS, end);
  expect(week.points.length).toBeGreaterThan(20);
  // Names of streams without figures do not stay for ever.
  expect(series.names('stream')).toContain(`live/event-${DAYS - 5}-0`);
  expect(series.names('stream')).not.toContain('live/event-0-0');
  // A lower limit makes the file smaller.
  pruneHistory(db, { ...defaultRetention, maxBytes: limit / 2 }, end);
  expect(sizeOf(db)).toBeLessThanOrEqual(limit / 2);
  expect(series.names('server')).toEqual(['a', 'b', 'c']);
});
