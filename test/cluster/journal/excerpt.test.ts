import { expect, test } from 'vitest';
import { journalExcerpt } from '../../../src/cluster/journal/excerpt.ts';
import type { JournalEntry } from '../../../src/protocol/journal.ts';
import { read } from './entries.ts';

const SINCE = 10_000_000;
let id = 0;
const entry = (second: number, objectName: string, message: string): JournalEntry => {
  return { id: ++id, createDate: SINCE + second * 1_000, objectName, message };
};
const routine = (second: number) =>
  entry(second, `Stream: s${second % 7}`, `Thumbnail generated in ${Math.abs(second)} ms`);
const flood = Array.from({ length: 300 }, (_, index) =>
  entry(index / 10 - 10, 'TokenValidator', `Token ${index} invalid`),
);
const everyday = Array.from({ length: 600 }, (_, index) => routine(index - 300));

/** The journal after two readings: an old one, and one with the minutes in question. */
function journalOf(...entries: JournalEntry[]) {
  return read(entries, read(Array.from({ length: 50 }, (_, index) => routine(index - 2_000))).journal)
    .journal;
}

const told = (journal: ReturnType<typeof journalOf>, objects: string[], limit = 5) =>
  journalExcerpt(journal, { around: SINCE, objects, limit }).entries.map(
    ({ item, reason, times }) => `${item.entry.message}: ${reason} ×${times}`,
  );

test('changes and rare entries come before a flood, and the flood is one line', () => {
  const journal = journalOf(
    ...everyday,
    ...flood,
    entry(-40, 'ClusterManager: m', 'Transcode task limit set to 16'),
    entry(3, 'Server: edge-1', 'Send queue overflow, frames are dropped'),
  );
  expect(told(journal, ['edge-1'], 3)).toEqual([
    'Send queue overflow, frames are dropped: warning ×1',
    'Transcode task limit set to 16: change ×1',
    'Token 100 invalid: warning ×300',
  ]);
});

test('entries that name the object as a whole word come before others', () => {
  const journal = journalOf(...everyday, entry(1, 'Stream: s10', 'Thumbnail generated in 9 ms'));
  expect(told(journal, ['s1'], 1)).toEqual(['Thumbnail generated in 1 ms: names the object ×18']);
});

test('a kind with five entries in the whole journal is rare, one with six is common', () => {
  const five = Array.from({ length: 5 }, (_, index) => entry(index * 100 - 1_000, 'Stream: a', 'Paused'));
  const six = Array.from({ length: 6 }, (_, index) => entry(index * 100 - 1_000, 'Stream: b', 'Resumed'));
  // The first reading contains them, so that neither is new.
  const { journal } = read([...five, ...six]);
  const { entries } = journalExcerpt(journal, { around: SINCE - 500_000, objects: [], limit: 5 });
  const reasons = entries.map(({ item, reason }) => `${item.entry.message} ${reason}`);
  expect(reasons).toEqual(['Paused rare', 'Resumed routine']);
});
