import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/base/durations.ts';
import { createHistoryReader } from '../../../src/history/reader.ts';
import { rollUpDue, seal } from '../../../src/history/samples/seal.ts';
import { openSamples } from '../rig.ts';

const START = Date.UTC(2026, 9, 20);

/**
 * Thirty servers over a day, a sample every five minutes: `cpu` is the hour, `mem` the number of the server. The last one
 * is gone after twelve hours.
 */
async function history() {
  const { db, store } = await openSamples();
  db.transaction(() => {
    for (let at = START + 5 * MINUTE_MS; at <= START + DAY_MS; at += 5 * MINUTE_MS) {
      const hour = Math.ceil((at - START) / HOUR_MS);
      const there = at <= START + 12 * HOUR_MS ? 30 : 29;
      const rows = Array.from({ length: there }, (_, server) => [`edge-${server}`, [hour, server]] as const);
      store.addFrame({ kind: 'server', at, rows: new Map(rows) });
    }
  });
  const { rows } = createHistoryReader(db);
  /** Each server: minute, CPU, memory, and the length of the step that its figures are means of. */
  const read = async (names: readonly string[], at: number, lookBackMs = HOUR_MS) =>
    [...(await rows('server', names, at, lookBackMs))]
      .map(
        ([
          name,
          {
            at: seen,
            values: { cpu, mem },
            step = '',
          },
        ]) => `${name}: ${(seen - START) / MINUTE_MS} ${cpu} ${mem} ${step}`.trimEnd(),
      )
      .toSorted();
  return { db, store, rows, read };
}

test.each(['frames', 'blocks'])(
  'reads the newest figures of each object at a moment out of %s',
  async (where) => {
    const { db, store, read } = await history();
    if (where === 'blocks') await seal(db, store, START + 2 * DAY_MS);
    const at = START + 6 * HOUR_MS + 7 * MINUTE_MS;
    const told = ['edge-0: 365 7 0', 'edge-17: 365 7 17', 'edge-29: 365 7 29'];
    expect(await read(['edge-0', 'edge-17', 'edge-29'], at)).toEqual(told);
    // Up to the moment itself, and not from before the range.
    expect(await read(['edge-3'], START + 5 * MINUTE_MS)).toEqual(['edge-3: 5 1 3']);
    expect(await read(['edge-3'], START + 5 * MINUTE_MS - 1)).toEqual([]);
    // A server that is gone has its last figures as far back as requested.
    const later = START + 13 * HOUR_MS;
    const both = ['edge-28', 'edge-29'];
    expect(await read(both, later, HOUR_MS)).toEqual(['edge-28: 780 13 28']);
    expect((await read(both, later, HOUR_MS + 1))[1]).toBe('edge-29: 720 12 29');
  },
);

test('frames count before blocks, and what no frame has comes from blocks', async () => {
  const { db, store, read } = await history();
  await seal(db, store, START + 12 * HOUR_MS + 10 * MINUTE_MS);
  const told = ['edge-28: 750 13 28', 'edge-29: 720 12 29'];
  expect(await read(['edge-28', 'edge-29'], START + 12 * HOUR_MS + 30 * MINUTE_MS)).toEqual(told);
});

test('where full resolution is gone, means of steps are given and marked as means', async () => {
  const { db, store, read, rows } = await history();
  await seal(db, store, START + 2 * DAY_MS);
  await rollUpDue(db, store, START + 2 * DAY_MS);
  db.sql("DELETE FROM block WHERE tier = 'raw'").run();
  const at = START + 6 * HOUR_MS + 7 * MINUTE_MS;
  expect(await read(['edge-17'], at)).toEqual(['edge-17: 365 7 17 60000']);
  db.sql("DELETE FROM block WHERE tier = 'minute'").run();
  expect(await read(['edge-17'], at)).toEqual(['edge-17: 360 6 17 900000']);
  const row = (await rows('server', ['edge-17'], at, HOUR_MS)).get('edge-17');
  const { cpu, mem, ...unknown } = row?.values ?? {};
  expect([cpu, mem, ...Object.values(unknown)]).toEqual([6, 17, ...Array(6).fill(null)]);
});

test('an object that was never seen is missing', async () => {
  const { read } = await history();
  expect(await read(['edge-99', 'edge-1'], START + HOUR_MS)).toEqual(['edge-1: 60 1 1']);
  expect(await read([], START + HOUR_MS)).toEqual([]);
});
