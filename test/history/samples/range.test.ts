import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../src/base/durations.ts';
import { knownRange } from '../../../src/history/samples/range.ts';
import { rollUpDue, seal } from '../../../src/history/samples/seal.ts';
import { openSamples } from '../rig.ts';

const START = Date.UTC(2026, 9, 20);

/** A sample of a server every five minutes from five past midnight on, for this many hours. */
async function history(hours: number) {
  const { db, store } = await openSamples();
  db.transaction(() => {
    for (let at = START + 5 * MINUTE_MS; at <= START + hours * HOUR_MS; at += 5 * MINUTE_MS) {
      store.addFrame({ kind: 'server', at, rows: new Map([['edge-1', [1]]]) });
    }
  });
  return { db, store };
}

test('the range is that of the samples in frames, in blocks, or in both, and an empty history has none', async () => {
  expect(knownRange((await history(0)).db)).toBeUndefined();
  const { db, store } = await history(30);
  const whole = { from: START + 5 * MINUTE_MS, to: START + 30 * HOUR_MS };
  expect(knownRange(db)).toEqual(whole);
  for (const hour of [20, 31]) {
    await seal(db, store, START + hour * HOUR_MS);
    expect(knownRange(db)).toEqual(whole);
  }
  // Steps end after the samples that they sum up, and do not extend the range.
  await rollUpDue(db, store, START + 40 * HOUR_MS);
  expect(knownRange(db)).toEqual(whole);
});

test('a poll of another kind counts, too', async () => {
  const { db, store } = await history(1);
  store.addFrame({ kind: 'stream', at: START + 9 * HOUR_MS, rows: new Map([['live/one', [1]]]) });
  store.addFrame({ kind: 'total', at: START - 9 * HOUR_MS, rows: new Map([['cluster', [1]]]) });
  expect(knownRange(db)).toEqual({ from: START - 9 * HOUR_MS, to: START + 9 * HOUR_MS });
});

test('where full resolution is gone, the steps say from when it exists', async () => {
  const { db, store } = await history(30);
  await seal(db, store, START + 31 * HOUR_MS);
  await rollUpDue(db, store, START + 40 * HOUR_MS);
  db.sql("DELETE FROM block WHERE tier = 'raw' AND ends_at <= ?").run(START + 25 * HOUR_MS);
  const { from = 0, to } = knownRange(db) ?? {};
  expect(to).toBe(START + 30 * HOUR_MS);
  expect(Math.abs(from - START + 5 * MINUTE_MS)).toBeLessThanOrEqual(10 * MINUTE_MS);
  db.sql("DELETE FROM block WHERE tier <> 'quarter'").run();
  expect(knownRange(db)).toEqual({ from: START, to: START + 30 * HOUR_MS });
});

test('a damaged block still tells when it ended', async () => {
  const { db, store } = await history(1);
  await seal(db, store, START + 2 * HOUR_MS);
  for (const bytes of ["x'00'", "'text'"]) {
    db.sql(`UPDATE block SET samples = ${bytes}`).run();
    expect(knownRange(db)?.to).toBe(START + HOUR_MS);
  }
});
