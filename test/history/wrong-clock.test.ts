import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../src/base/durations.ts';
import { historyNotice } from '../../src/cli/options/history-options.ts';
import type { HistoryDatabase } from '../../src/history/database.ts';
import { createHistoryReader } from '../../src/history/reader.ts';
import { defaultRetention } from '../../src/history/retention.ts';
import { createServerClock } from '../../src/history/server-clock.ts';
import { type HistoryNotice, HistoryWriter } from '../../src/history/writer.ts';
import { calm } from '../support/fake-services.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { sampleState } from '../support/sample-state.ts';
import { count, historyPath, openTestHistory } from './rig.ts';

const END = Date.UTC(2026, 9, 20, 12);
const BLOCKS = 92;

/** A history of 92 days, written until `END`. */
async function longHistory(): Promise<string> {
  const path = await historyPath();
  const db = await openTestHistory(path);
  const columns = 'tier, kind, slab, starts_at, ends_at, samples';
  const insert = db.sql(`INSERT INTO block (${columns}) VALUES ('raw', 'stream', 9, ?, ?, x'00')`);
  db.transaction(() => {
    for (let at = END; at > END - BLOCKS * DAY_MS; at -= DAY_MS) insert.run(at - HOUR_MS, at);
    db.sql("INSERT INTO about (key, value) VALUES ('alive', ?)").run(String(END));
  });
  db.close();
  return path;
}

const blocks = (db: HistoryDatabase) => count(db, "block WHERE kind = 'stream' AND slab = 9");

/** A start of the program under a clock that is `apartMs` from the end of the history, and `skew` from the server's. */
async function start(path: string, apartMs: number, skew: number | undefined) {
  const db = await openTestHistory(path);
  const clock = new ManualClock(END + apartMs);
  const notices: HistoryNotice[] = [];
  const onNotice = (notice: HistoryNotice) => notices.push(notice);
  const writer = new HistoryWriter(db, { clock, retention: defaultRetention, onNotice });
  writer.take(sampleState({ clockSkew: skew }), calm);
  return {
    db,
    notices,
    writer,
    async run(ms: number) {
      for (let passed = 0; passed < ms; passed += HOUR_MS) await clock.advance(Math.min(ms, HOUR_MS));
    },
  };
}

test.each([
  ['800 days ahead, the server disagrees', 800 * DAY_MS, -800 * DAY_MS],
  ['800 days ahead, the server is unknown', 800 * DAY_MS, undefined],
  ['800 days ahead, the server agrees', 800 * DAY_MS, 0],
  ['800 days behind', -800 * DAY_MS, 800 * DAY_MS],
])('ten seconds under a wrong clock change nothing: %s', async (_what, apartMs, skew) => {
  const path = await longHistory();
  for (let run = 0; run < 2; run++) {
    const { db, notices, run: runFor, writer } = await start(path, apartMs, skew);
    await runFor(10_000);
    expect(blocks(db)).toBe(BLOCKS);
    expect(createServerClock(db).ofServer(0, END)).toEqual({ from: 0, to: END });
    if (run === 0) expect(notices).toEqual([{ kind: 'clock-doubted', apartMs }]);
    await writer.close();
  }
});

test('a clock that holds for hours deletes only when the server agrees, and says so', async () => {
  const path = await longHistory();
  const wrong = await start(path, 30 * DAY_MS, -30 * DAY_MS);
  await wrong.run(5 * HOUR_MS);
  expect(blocks(wrong.db)).toBe(BLOCKS);
  await wrong.writer.close();
  const right = await start(path, 30 * DAY_MS, 1_000);
  await right.run(2 * HOUR_MS);
  expect(blocks(right.db)).toBe(BLOCKS);
  await right.run(2 * HOUR_MS);
  expect(blocks(right.db)).toBe(0);
  const part = { from: expect.any(Number), to: expect.any(Number) };
  expect(right.notices).toContainEqual({ kind: 'pruned', part });
  await right.writer.close();
});

test('a wrong clock that was believed for hours leaves no gap, and what was not watched is told', async () => {
  const path = await longHistory();
  const wrong = await start(path, 800 * DAY_MS, -800 * DAY_MS);
  await wrong.run(5 * HOUR_MS);
  await wrong.writer.close();
  const right = await start(path, 6 * HOUR_MS, 0);
  await right.run(10_000);
  const gaps = createHistoryReader(right.db)
    .gaps(0, Number.MAX_SAFE_INTEGER)
    .filter(({ resource }) => resource === 'watching');
  expect(gaps.map(({ from, to }) => [from, to])).toEqual([[END, END + 6 * HOUR_MS]]);
  await right.writer.close();
});

test('rows of the future are counted and said once', async () => {
  const path = await longHistory();
  const wrong = await start(path, 800 * DAY_MS, -800 * DAY_MS);
  await wrong.run(10_000);
  await wrong.writer.close();
  const said: string[][] = [];
  for (const run of [1, 2]) {
    const { notices, writer, run: runFor } = await start(path, run * HOUR_MS, 0);
    await runFor(20_000);
    await writer.close();
    said.push(notices.filter(({ kind }) => kind === 'set-aside').map(historyNotice));
  }
  expect(said).toEqual([
    [expect.stringMatching(/^\d+ rows of the history have times in the future, up to 2028-12-28 /)],
    [],
  ]);
});
