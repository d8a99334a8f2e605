import { expect, test } from 'vitest';
import type { JournalState } from '../../../src/cluster/journal/log.ts';
import { emptyJournal } from '../../../src/cluster/journal/merge.ts';
import {
  createJournalReader,
  type JournalPattern,
  journalReach,
} from '../../../src/triage/memory/journal.ts';
import { defaultThresholds as t } from '../../../src/triage/thresholds.ts';
import { bench, journal, START } from '../support.ts';

type Said = readonly [secondsAgo: number, object: string, message: string];
/** The memory after these entries, oldest first. */
function read(lines: readonly Said[], patterns: readonly JournalPattern[] = [], skew = 0) {
  const entries = lines.map(([ago, object, message]) => ({ at: START - 1_000 * ago, object, message }));
  const log = journal(entries)(START).journal;
  if (!log) throw new Error('no journal');
  return createJournalReader(patterns, t)(log, START, skew);
}
const stream = 'Stream: news';

test('a stream is published when its state before was another one', () => {
  const times = (...words: readonly string[]) =>
    read(words.map((word, index) => [100 - index, stream, `Status Update: ${word}`]))
      .publishes.get('news')
      ?.map((at) => (at - START) / 1_000 + 100);
  expect(times('PUBLISHED')).toBeUndefined();
  expect(times('UNPUBLISHED', 'PUBLISHED')).toEqual([1]);
  expect(times('PUBLISHED', 'PUBLISHED', 'UNPUBLISHED', 'PUBLISHED')).toEqual([3]);
  expect(times('UNPUBLISHED', 'AWAITING', 'PUBLISHED', 'AWAITING', 'PUBLISHED')).toEqual([2, 4]);
  const others: Said[] = [
    [9, 'Server: a', 'Status Update: PUBLISHED'],
    [8, stream, 'PUBLISHED'],
  ];
  expect(read(others).publishes.size).toBe(0);
  const old: Said = [t.flapWindow / 1_000, stream, 'Status Update: DOWN'];
  expect(read([old, [1, stream, 'Status Update: PUBLISHED']]).publishes.get('news')).toBeUndefined();
});

test('two thousand streams are remembered, and as many publishers', () => {
  const lines = Array.from({ length: 2_010 }, (_, index): Said[] => [
    [2, `Stream: s${index}`, 'Status Update: DOWN'],
    [1, `Stream: s${index}`, 'Status Update: PUBLISHED'],
  ]).flat();
  expect(read(lines).publishes.size).toBe(2_000);
  const from = lines.map(([ago, object]): Said => [ago, object, 'publisher 10.0.0.1 connected']);
  expect(read(from).publishers.size).toBe(2_000);
});

test('the publisher of a stream is that of its newest entry', () => {
  const publisher = (...lines: readonly Said[]) => read(lines).publishers.get('news');
  const said = (address: string, object = stream): Said => [1, object, `Publisher ${address} connected`];
  expect(publisher(said('10.0.0.1'), said('10.0.0.2:554'))).toBe('10.0.0.2:554');
  expect(publisher(said('[fe80::1]:554'))).toBe('[fe80::1]:554');
  expect(publisher(said('10.0.0.1', 'Server: news'))).toBeUndefined();
  expect(publisher(said('somebody'))).toBeUndefined();
});

test('refused viewers are counted for a while; other refusals are not', () => {
  const [object, text] = ['Server: edge-1', 'Viewer 7 refused: limit reached'];
  const refused = (ago: number, message = text): Said => [ago, object, message];
  const first = START - 30_000;
  expect(read([refused(30), refused(20)]).refusals).toEqual({ count: 2, first, object, text });
  expect(read([refused(t.eventFor / 1_000), refused(1)]).refusals?.count).toBe(1);
  expect(read([refused(1, 'Publisher refused')]).refusals).toBeUndefined();
  expect(read([refused(1, 'Viewer connected')]).refusals).toBeUndefined();
});

test('each pattern of the operator counts its matches, with the first and the newest text', () => {
  const patterns: JournalPattern[] = [{ title: 'Loss', match: /packet loss/gi, severity: 'warning' }];
  const lines: readonly Said[] = [
    [t.eventFor / 1_000, stream, 'packet loss long ago'],
    [30, stream, 'Packet loss 1 %'],
    [20, 'Server: a', 'all well'],
    [10, 'Server: a', 'packet loss 2 %'],
  ];
  expect([...read(lines, patterns).matches]).toEqual([
    ['Loss', { count: 2, first: START - 30_000, object: 'Server: a', text: 'Server: a: packet loss 2 %' }],
  ]);
  expect(read(lines).matches.size).toBe(0);
});

test("times are those of our clock, and entries that the server's clock puts far ahead are left out", () => {
  const lines: readonly Said[] = [
    [-30, stream, 'Status Update: DOWN'],
    [-61, stream, 'Status Update: PUBLISHED'],
  ];
  expect(read(lines).publishes.get('news')).toBeUndefined();
  expect(read(lines, [], 60_000).publishes.get('news')).toEqual([START + 1_000]);
});

test('entries are counted once, whatever is added, inserted or dropped', () => {
  const pattern: JournalPattern = { title: 'Loss', match: /packet loss/, severity: 'warning' };
  const reader = createJournalReader([pattern], t);
  const said = (...ids: readonly number[]) =>
    ids.map((id): JournalState['items'][number] => ({
      kind: 'entry',
      key: `${id}`,
      entry: { id, createDate: START + id, objectName: 'a', message: 'packet loss' },
    }));
  const all = said(1, 2, 3, 4, 5, 6);
  const count = (items: JournalState['items'], dropped = 0) =>
    reader({ ...emptyJournal, items, dropped }, START + 10, 0).matches.get('Loss')?.count;
  expect(count(all.slice(0, 2))).toBe(2);
  expect(count(all.slice(0, 4))).toBe(4);
  expect(count(all.slice(2, 5), 2)).toBe(5);
  expect(count([...all.slice(2, 4), ...said(4.5), ...all.slice(4)], 2)).toBe(5);
});

test('after a clock was set back, entries dated ahead count no more', () => {
  const reader = createJournalReader([], t);
  const [old, fresh] = [START + 3_600_000, START + 1_000];
  const item = (at: number, message: string): JournalState['items'][number] => {
    return {
      kind: 'entry',
      key: message,
      entry: { id: undefined, createDate: at, objectName: stream, message },
    };
  };
  const before = [item(old - 1, 'Status Update: DOWN'), item(old, 'Status Update: PUBLISHED')];
  expect(reader({ ...emptyJournal, items: before }, old, 0).publishes.get('news')).toEqual([old]);
  const after = [
    ...before,
    { kind: 'clock', key: 'c', at: fresh, by: 3_600_000 } as const,
    item(fresh, 'Status Update: DOWN'),
    item(fresh + 1, 'Status Update: PUBLISHED'),
  ];
  expect(reader({ ...emptyJournal, items: after }, fresh + 1, 0).publishes.get('news')).toEqual([fresh + 1]);
});

test('the journal is read as far back as any rule looks, and at least ten minutes', () => {
  expect(journalReach({ flapWindow: 1, eventFor: 1 })).toBe(600_000);
  expect(journalReach({ flapWindow: 700_000, eventFor: 1 })).toBe(700_000);
  expect(journalReach({ flapWindow: 1, eventFor: 800_000 })).toBe(800_000);
});

test('a gap is no entry, and only the first two thousand characters of a message are matched', () => {
  const pattern: JournalPattern = { title: 'Loss', match: /packet loss/, severity: 'warning' };
  const said = (message: string) => journal([{ at: START - 1_000, object: 'a', message }])(START).journal;
  const count = (message: string) => {
    const log = said(message) ?? bench().state().journal;
    const gap = { kind: 'gap', key: 'g', missing: 5, at: START } as const;
    const items = [gap, ...log.items, gap];
    return createJournalReader([pattern], t)({ ...log, items }, START, 0).matches.get('Loss')?.count;
  };
  expect(count('packet loss')).toBe(1);
  expect(count(`${'x'.repeat(2_000)} packet loss`)).toBeUndefined();
});
