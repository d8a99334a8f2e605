import { expect, test } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '../../../src/base/durations.ts';
import { createHistoryReader } from '../../../src/history/reader.ts';
import {
  readPeriodData,
  type StreamPeriod,
  sessionPeriods,
} from '../../../src/history/sessions/availability.ts';
import { StreamSessionStore } from '../../../src/history/sessions/session-store.ts';
import { samplesOf } from '../../../src/history/sessions/stream-sessions.ts';
import type { Stream } from '../../../src/protocol/stream.ts';
import { journalEntry, openTestHistory } from '../rig.ts';

const START = Date.UTC(2026, 9, 24, 12);
const period = { from: START, to: START + 60 * MINUTE_MS };
const VIEWERS = 100;

/** One row of the list, which is there from a second to another. */
interface Listed {
  readonly id: string;
  readonly application: string;
  readonly streamKey: string;
  readonly from: number;
  readonly to: number;
  /** The second that the server says it began, if that is another one. */
  readonly startTime?: number;
}
type Line = readonly [second: number, streamKey: string, word: string];

/** What a recorder says of an hour whose sweeps are at this second of each minute. */
async function recordedAt(second: number, rows: readonly Listed[], lines: readonly Line[], restarts = false) {
  const db = await openTestHistory();
  let sessions = new StreamSessionStore(db);
  for (let at = START + second * SECOND_MS; at <= period.to; at += MINUTE_MS) {
    // A recorder that is started anew knows what is stored.
    if (restarts && at - START > 30 * MINUTE_MS && at - START <= 31 * MINUTE_MS)
      sessions = new StreamSessionStore(db);
    const entries = lines.map(([line, key, word], id) =>
      journalEntry(id, START + line * SECOND_MS, `Stream: ${key}`, `Status Update: ${word}`),
    );
    const isNew = (date: number) => date > at - MINUTE_MS && date <= at;
    sessions.journal(
      entries.filter(({ createDate }) => isNew(createDate)),
      0,
    );
    const now = (at - START) / SECOND_MS;
    const streams = rows
      .filter(({ from, to }) => now >= from && now < to)
      .map(({ from, to: _, startTime = from, ...row }) => {
        const figures = { viewerCount: VIEWERS, inBandwidth: 1 };
        return { ...row, state: 'PUBLISHED', startTime: START + startTime * SECOND_MS, ...figures };
      });
    sessions.sweep(samplesOf(streams as readonly Stream[]), at, true);
  }
  const data = await readPeriodData(createHistoryReader(db), period);
  db.close();
  return sessionPeriods({ ...data, watched: [period] }, period).streams;
}

const FIRST = { id: 'a', application: 'live', streamKey: 'news', from: -900 };
const next = (changes: Partial<Listed>): Listed => ({
  ...FIRST,
  id: 'b',
  to: 9_999,
  from: 1_810,
  ...changes,
});
const journal = (from: number, to: number): readonly Line[] => [
  [from, 'news', 'PUBLISHED'],
  [to, 'news', 'UNPUBLISHED'],
];
const seconds = [0, 12, 35];

test.each<readonly [string, number, Listed, readonly Line[]]>([
  ['moves to another application', 1_810, next({ application: 'two' }), journal(1_810, 1_810)],
  ['moves, and goes on here for 30 s', 1_840, next({ application: 'two' }), journal(1_810, 1_840)],
  ['moves without a journal', 1_840, next({ application: 'two' }), []],
  ['has a backup that takes over', 1_830, next({}), journal(1_810, 1_830)],
])('a stream that %s has no interruption in any recorder', async (_what, to, other, lines) => {
  for (const second of seconds) {
    const [told, ...others] = await recordedAt(second, [{ ...FIRST, to }, other], lines);
    expect(others).toEqual([]);
    expect(told).toMatchObject({ sessions: 1, interruptions: 0, downMs: 0, spread: { downMs: 0 } });
    // Both publishings have viewers while they overlap, which no sweep need see.
    const both = (VIEWERS * (3_600 + to - other.from)) / 3_600;
    const { meanViewers = 0, spread } = told as StreamPeriod;
    expect(meanViewers - spread.meanViewers).toBeLessThanOrEqual(both);
    expect(meanViewers + spread.meanViewers).toBeGreaterThanOrEqual(VIEWERS);
  }
});

test.each([
  [true, false],
  [false, false],
  [true, true],
  [false, true],
])(
  'a stream with another key and its id is not down, journal: %s, another recorder: %s',
  async (hasJournal, restarts) => {
    const lines: readonly Line[] = [
      [1_810, 'news', 'UNPUBLISHED'],
      [1_810, 'sport', 'PUBLISHED'],
    ];
    const renamed = next({ id: 'a', streamKey: 'sport', startTime: hasJournal ? 1_810 : -900 });
    for (const second of seconds) {
      const rows = [{ ...FIRST, to: 1_810 }, renamed];
      const streams = await recordedAt(second, rows, hasJournal ? lines : [], restarts);
      const told = new Map(streams.map((stream) => [stream.streamKey, stream]));
      expect([...told.keys()].sort()).toEqual(['news', 'sport']);
      for (const [key, up] of Object.entries({ news: 1_810, sport: 1_790 })) {
        const whole = { interruptions: 0, downMs: 0, available: { least: 1, most: 1 } };
        expect(told.get(key)).toMatchObject(whole);
        expect(Math.abs((told.get(key)?.availableMs ?? 0) / SECOND_MS - up)).toBeLessThanOrEqual(60);
      }
    }
  },
);
