import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JournalItem, JournalState } from '../../../src/cluster/journal/log.ts';
import { emptyJournal } from '../../../src/cluster/journal/merge.ts';
import { parseFilter } from '../../../src/views/journal/filter.ts';
import { indexOfAnchor, indexOfTime, journalList } from '../../../src/views/journal/list.ts';
import { type EntryTest, journalIndex } from '../../../src/views/journal/search-index.ts';

const item = (id: number): JournalItem => {
  const message = id % 3 === 0 ? 'third' : 'other';
  return { kind: 'entry', key: `${id}`, entry: { id, objectName: 'Stream', message, createDate: id } };
};

const state = (items: readonly JournalItem[], dropped: number): JournalState => {
  return { ...emptyJournal, items, dropped };
};

const thirds = (key: string): EntryTest => ({
  key,
  keepLines: true,
  test: (entries) => entries.map(({ message }) => message === 'third'),
});

test('gaps and restarts stay with any filter', () => {
  const gap: JournalItem = { kind: 'gap', key: 'gap', missing: 4, at: 2 };
  const restart: JournalItem = { kind: 'restart', key: 'restart', at: 5 };
  const list = journalList(state([item(1), gap, item(4), restart, item(6)], 0), parseFilter('third', 0), 0);
  expect(keysOf(list)).toEqual([undefined, 'gap', 'restart', '6', undefined]);
});

test('after any growth the index equals a full scan', () => {
  const step = fc.record({ append: fc.nat(6), drop: fc.nat(4), older: fc.nat(4), late: fc.boolean() });
  let run = 0;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const key = `random ${run++}`;
      let next = 1_000;
      let first = 1_000;
      let items: JournalItem[] = [];
      let dropped = 0;
      for (const { append, drop, older, late } of steps) {
        for (let count = 0; count < append; count++) items = [...items, item(next++)];
        if (late && items.length > 2) items = [...items.slice(0, -1), item(next++), ...items.slice(-1)];
        for (let count = 0; count < older; count++) {
          items = [item(--first), ...items];
          dropped--;
        }
        const cut = Math.min(drop, items.length);
        items = items.slice(cut);
        dropped += cut;
        const expected = items.flatMap((one, index) =>
          one.kind === 'entry' && one.entry.message === 'third' ? [index + dropped] : [],
        );
        expect(journalIndex(state(items, dropped), thirds(key))).toEqual(expected);
      }
    }),
    { numRuns: 200 },
  );
});

const keysOf = (list: ReturnType<typeof journalList>) =>
  Array.from({ length: list.count + 2 }, (_, index) => list.item(index - 1)?.key);
const five = state([1, 2, 3, 4, 5].map(item), 10);

test('a list ends at its time limits, and there is nothing beyond its ends', () => {
  const within = { ...parseFilter('', 0), since: 2, until: 4 };
  expect(keysOf(journalList(five, within, 0))).toEqual([undefined, '2', '3', '4', undefined]);
  expect(keysOf(journalList(five, { ...within, highlightOnly: true }, 0))).toHaveLength(7);
  const last = journalList(five, { ...parseFilter('', 0), last: 2 }, 6);
  expect(keysOf(last)).toEqual([undefined, '4', '5', undefined]);
});

test('a moment is found as the first line at or after it', () => {
  const list = journalList(five, parseFilter('', 0), 0);
  expect([0, 3, 3.5, 9].map((at) => indexOfTime(list, at))).toEqual([0, 2, 3, 5]);
});

test('an anchor finds its line as far as late entries may have moved it, up or down', () => {
  const nothing = parseFilter('', 0);
  const target = item(5);
  const pushed = (before: number) => {
    const items = [...Array.from({ length: before }, (_, id) => item(10_000 + id)), target, item(20_000)];
    return indexOfAnchor(journalList(state(items, 0), nothing, 0), { key: '5', position: 1_005 });
  };
  expect([pushed(1_000), pushed(1_010), pushed(5), pushed(2_005)]).toEqual([1_000, 1_010, 5, 2_005]);
  expect([pushed(4), pushed(2_006)]).toEqual([5, 1_005]);
});
