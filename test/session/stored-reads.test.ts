import { expect, test } from 'vitest';
import { turn } from '../../src/base/turn.ts';
import { createProblemStore } from '../../src/history/problems/problem-store.ts';
import { createHistoryReader, type HistoryReader } from '../../src/history/reader.ts';
import type { SeriesId } from '../../src/history/samples/kinds.ts';
import type { StreamSession } from '../../src/history/sessions/stream-sessions.ts';
import type { RemoteSeries } from '../../src/session/prometheus.ts';
import { createStoredReads } from '../../src/session/stored-reads.ts';
import { addTotals, clusterViewers, openSamples, openTestHistory } from '../history/rig.ts';
import { sampleProblem } from '../support/sample-problem.ts';

const HOUR = 3_600_000;
const NOW = new Date(2026, 0, 15, 14, 0).getTime();

/** A cluster with 100 viewers. */
async function charts(remote?: RemoteSeries) {
  const { db, store: samples } = await openSamples();
  for (let minute = -60; minute <= 60; minute++) addTotals(samples, NOW + minute * 60_000, 100);
  return createStoredReads({ reader: () => createHistoryReader(db), streamName: () => undefined, remote });
}

async function read<T>(stored: ReturnType<typeof createStoredReads>, ask: () => T): Promise<T> {
  ask();
  while (stored.reading) await turn();
  return ask();
}

test('while a window is read that begins later, the one before it is moved', async () => {
  const stored = await charts();
  const ask = (later: number) => stored.window('total/viewers', NOW - HOUR + later, NOW + later, 6);
  await read(stored, () => ask(0));
  expect(ask(HOUR / 3)).toMatchObject({ values: [100, 100, 100, 100, null, null] });
  expect(await read(stored, () => ask(HOUR / 3))).toMatchObject({ values: Array(6).fill(100) });
  expect(ask(3 * HOUR)).toBeUndefined();
});

test('what the file does not have comes from elsewhere, and nothing local waits for it', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const asked: [SeriesId, number, number][] = [];
  let isThere = false;
  const older = { at: NOW - 2 * HOUR, mean: 7, least: 7, most: 7 };
  const stored = await charts({
    ...{ fillUsual: async () => {}, failure: undefined, close: async () => {} },
    async fill(...question) {
      asked.push(question);
      await answered;
      isThere = true;
    },
    over: (local) => ({
      names: local.names,
      read(id, from, to) {
        const own = local.read(id, from, to);
        return isThere ? { points: [older, ...own.points], resolution: 60_000, isRemote: true } : own;
      },
    }),
  });
  const ask = () => stored.window('total/viewers', NOW - 3 * HOUR, NOW, 3);
  ask();
  while (ask() === undefined) await turn();
  expect([ask()?.values[0], ask()?.values[2]]).toEqual([null, 100]);
  // Only the time that the file does not have is asked for.
  const first = NOW - HOUR;
  expect(asked).toEqual([[clusterViewers, NOW - 3 * HOUR, first]]);
  expect(stored.reading).toBe(true);
  // A chart of what the file has is drawn meanwhile.
  const local = () => stored.window('total/viewers', NOW - HOUR / 2, NOW, 1);
  local();
  while (local() === undefined) await turn();
  expect(local()?.values).toEqual([100]);
  expect(asked).toHaveLength(1);
  answer();
  while (stored.reading) await turn();
  expect([ask()?.values[0], ask()?.values[2], ask()?.isRemote]).toEqual([7, 100, true]);
});

test('the problems of a range are there once they are read, without mere notes', async () => {
  const db = await openTestHistory();
  const problem = (key: string, hoursAgo: number, severity: 'info' | 'critical') =>
    sampleProblem({ key, severity, since: NOW - hoursAgo * HOUR, noticedAt: NOW - hoursAgo * HOUR });
  createProblemStore(db).keep(
    [problem('a', 2, 'critical'), problem('b', 1, 'info'), problem('c', 9, 'critical')],
    NOW,
  );
  const stored = createStoredReads({ reader: () => createHistoryReader(db), streamName: () => undefined });
  const found = await read(stored, () => stored.problems(6 * HOUR, NOW));
  expect(found).toMatchObject([{ at: NOW - 2 * HOUR, severity: 'critical', problem: { key: 'a' } }]);
});

test('figures that are not stored are empty, and nothing waits for them', async () => {
  const stored = await charts();
  expect(stored.window('application/live/class', NOW - HOUR, NOW, 6)?.values).toEqual([]);
  const closed = createStoredReads({ reader: () => undefined, streamName: () => undefined });
  expect(closed.window('total/viewers', NOW - HOUR, NOW, 6)?.values).toEqual([]);
  expect(stored.reading).toBe(false);
});

/** Reads of a history that a test builds, and a list of them. */
function over(history: object) {
  const asked: string[] = [];
  const reader = new Proxy(history, {
    get: (target, name) => {
      const member = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        asked.push(`${String(name)} ${args.join(' ')}`);
        return member(...args);
      };
    },
  }) as HistoryReader;
  const stored = createStoredReads({ reader: () => reader, streamName: () => undefined });
  return { asked, stored, read: <T>(ask: () => T) => read(stored, ask) };
}

/** A moment at which the reads of every five minutes have just become due. */
const DUE = Math.floor(NOW / 300_000) * 300_000;

test('problems are read again after five minutes, and stay the same meanwhile', async () => {
  let label = 'first';
  const { stored, asked, read } = over({ marks: () => [{ label }] });
  const ask = (after: number, span = HOUR) => stored.problems(span, DUE + after);
  expect(ask(0)).toEqual([]);
  expect(await read(() => ask(0))).toEqual([{ label: 'first' }]);
  expect(asked).toEqual([`marks ${DUE - HOUR} ${DUE}`]);
  label = 'second';
  expect(await read(() => ask(299_999))).toEqual([{ label: 'first' }]);
  expect(ask(300_000)).toEqual([{ label: 'first' }]);
  expect(await read(() => ask(300_000))).toEqual([{ label: 'second' }]);
  expect(asked).toHaveLength(2);
  // Another range has nothing to show meanwhile.
  expect(ask(300_000, 2 * HOUR)).toEqual([]);
});

test('sessions of a stream are read in whole hours, and a failed read keeps the last result', async () => {
  let isDamaged = false;
  const session: Partial<StreamSession> = { application: 'live', streamKey: 'one' };
  const { stored, asked, read } = over({
    range: () => ({ from: 0, to: DUE }),
    gaps: () => [],
    streamAbsences: () => [],
    streamHours: (from: number, to: number) => ({ from: Math.floor(from / HOUR) * HOUR, to }),
    streamSessions: async () => {
      if (isDamaged) throw new Error('damaged');
      return [{ ...session, publishedAt: DUE - HOUR, seenAt: DUE, endedAt: undefined }];
    },
  });
  const ask = (after = 0) => stored.sessionPeriods(HOUR / 2, DUE + after);
  expect(ask()).toBeUndefined();
  const first = await read(() => ask());
  const begin = Math.floor((DUE - HOUR / 2) / HOUR) * HOUR;
  expect(first?.period).toEqual({ from: begin, to: DUE });
  expect(first?.streams.map(({ streamKey }) => streamKey)).toEqual(['one']);
  expect(asked).toContain(`streamSessions ${begin} ${DUE}`);
  isDamaged = true;
  const later = await read(() => ask(300_000));
  expect([later?.streams, later?.period.to]).toEqual([[], DUE + 300_000]);
  // A failed read is not remembered.
  isDamaged = false;
  expect(ask(600_000)?.streams.map(({ streamKey }) => streamKey)).toEqual(['one']);
});
