import { expect, test } from 'vitest';
import type { ApplicationDescription } from '../../../src/history/description-store.ts';
import type { HistoryReader } from '../../../src/history/reader.ts';
import type { Row } from '../../../src/history/samples/rows.ts';
import type { StreamSession } from '../../../src/history/sessions/stream-sessions.ts';
import { applicationsAt, streamsAt } from '../../../src/session/past/stored-lists.ts';

const AT = Date.UTC(2026, 0, 15, 12);
/** How far back a figure is searched. */
const BACK = 16 * 60_000;

/** A history with these samples, and a list of the ranges that were read. */
function reading(
  sessions: readonly Partial<StreamSession>[],
  rows: Readonly<Record<string, Row>> = {},
  applications: readonly Partial<ApplicationDescription>[] = [],
) {
  const asked: number[][] = [];
  const reader = {
    streamSessions: async (from: number, to: number) => {
      asked.push([from, to]);
      return sessions;
    },
    rows: async (_kind: string, names: readonly string[], at: number, back: number) => {
      asked.push([at - back, at]);
      return new Map(Object.entries(rows).filter(([name]) => names.includes(name) || name === 'stranger'));
    },
    applications: () => applications,
    streamStates: () => undefined,
  };
  return { reader: reader as unknown as HistoryReader, asked };
}

const session = (streamKey: string, more: Partial<StreamSession> = {}): Partial<StreamSession> => {
  const times = { publishedAt: AT - 60_000, seenAt: AT - 1_000, endedAt: undefined };
  return { application: 'live', streamKey, ...times, peakViewers: 0, ...more };
};
const row = (values: Row['values'], at = AT): Row => ({ at, values, step: undefined });

test.each<[boolean, string, Partial<StreamSession>]>([
  [true, 'it was published before', {}],
  [true, 'it was published at that moment', { publishedAt: AT }],
  [false, 'it was published after it', { publishedAt: AT + 1 }],
  [true, 'it ended after it', { endedAt: AT + 1 }],
  [false, 'it ended at that moment', { endedAt: AT }],
  [true, 'it was seen last within a quarter of an hour before', { seenAt: AT - BACK + 1 }],
  [false, 'it was seen last longer ago', { seenAt: AT - BACK }],
  [false, 'it was seen last longer ago, and ended later', { seenAt: AT - BACK, endedAt: AT + 1 }],
])('a stream is listed: %s, where %s', async (isListed, _where, more) => {
  const { reader, asked } = reading([session('one', more)]);
  const { value, updatedAt, generatedAt } = await streamsAt(reader, AT);
  expect([...(value?.items.keys() ?? [])]).toEqual(isListed ? ['live/one'] : []);
  // Nothing is known where no sweep was over: an empty list would say that there were no streams.
  const at = isListed ? AT : undefined;
  expect([updatedAt, generatedAt, value?.completedAt]).toEqual([at, at, at]);
  expect(asked).toEqual(Array(2).fill([AT - BACK, AT]));
});

test('the list is that of the newest sweep, with its time: who was missing in it is gone, who came later is not there', async () => {
  const swept = AT - 30_000;
  const figures = (at: number) => row({ in: 1, out: 2, viewers: 3, health: 90 }, at);
  // The missing one came back later, so its session has no end.
  const [there, late] = [{ endedAt: AT - 10_000 }, { publishedAt: AT - 20_000 }];
  const { reader } = reading([session('there', there), session('missing'), session('new', late)], {
    'live/there': figures(swept),
    'live/missing': figures(swept - 60_000),
  });
  const { value, updatedAt } = await streamsAt(reader, AT);
  expect([...(value?.items.keys() ?? [])]).toEqual(['live/there']);
  expect([value?.totalItems, value?.completedAt, updatedAt]).toEqual([1, swept, swept]);
});

test('of more than a thousand streams those with the most viewers are listed, and all are counted', async () => {
  const sessions = Array.from({ length: 1_003 }, (_, index) => session(`s${index}`, { peakViewers: index }));
  const all = await streamsAt(reading(sessions.slice(0, 1_000)).reader, AT);
  expect(all.value).toMatchObject({ totalItems: 1_000, truncated: false });
  expect(all.value?.items.size).toBe(1_000);
  const { value } = await streamsAt(reading(sessions).reader, AT);
  expect(value).toMatchObject({ totalItems: 1_003, truncated: true });
  expect([...(value?.items.keys() ?? [])]).toEqual(
    Array.from({ length: 1_000 }, (_, nth) => `live/s${1_002 - nth}`),
  );
});

test('a stream that was published again later began with its session; where none was listed, that was so since then', async () => {
  const { reader } = reading([session('one', { startTime: AT + 1 })]);
  expect((await streamsAt(reader, AT)).value?.items.get('live/one')?.startTime).toBe(AT - 60_000);
  const states = { usual: undefined, others: {}, since: AT - 5_000, isNone: true };
  const none = { ...reading([]).reader, streamStates: () => states } as unknown as HistoryReader;
  expect((await streamsAt(none, AT)).value).toMatchObject({ totalItems: 0, completedAt: AT - 5_000 });
});

test('a history without applications does not say that there were none', async () => {
  const { value } = await applicationsAt(reading([]).reader, AT);
  expect(value).toEqual({ items: new Map(), totalItems: undefined, completedAt: AT, truncated: true });
});

test('a stream that was listed but not published is listed with its state, without figures', async () => {
  const { reader } = reading([session('one')]);
  const others = { UNPUBLISHED: ['live/two'], PUBLISHED: ['live/three'] };
  const states = { usual: 'PUBLISHED', others, since: AT };
  const withStates: HistoryReader = { ...reader, streamStates: () => states };
  const { value } = await streamsAt(withStates, AT);
  expect([...(value?.items.keys() ?? [])]).toEqual(['live/one', 'live/two']);
  const two = { id: 'live/two', application: 'live', streamKey: 'two', state: 'UNPUBLISHED' };
  expect(value?.items.get('live/two')).toEqual(two);
});
