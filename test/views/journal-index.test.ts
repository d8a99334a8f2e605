import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JournalItem, JournalState } from '../../src/cluster/journal-log.ts';
import { emptyJournal } from '../../src/cluster/journal-merge.ts';
import { parseFilter } from '../../src/views/journal-filter.ts';
import { type EntryTest, journalIndex } from '../../src/views/journal-index.ts';
import { anchorAt, indexOfAnchor, journalList } from '../../src/views/journal-list.ts';

const item = (id: number): JournalItem => ({
  kind: 'entry',
  key: String(id),
  entry: {
    id,
    objectName: 'Stream',
    message: id % 3 === 0 ? 'third' : 'other',
    threadName: 't',
    createDate: id,
  },
});

function state(items: readonly JournalItem[], dropped: number): JournalState {
  return {
    ...emptyJournal,
    items,
    dropped,
  };
}

function counting(key: string): { question: EntryTest; tested: () => number } {
  let tested = 0;
  const question: EntryTest = {
    key,
    keepLines: true,
    test: (entries) => {
      tested += entries.length;
      return entries.map((entry) => entry.message === 'third');
    },
  };
  return { question, tested: () => tested };
}

test('appended entries are tested alone; those known are not tested again', () => {
  const { question, tested } = counting('append');
  let items = Array.from({ length: 10_000 }, (_, id) => item(id));
  let dropped = 0;
  journalIndex(state(items, dropped), question);
  expect(tested()).toBe(10_000);
  for (let round = 0; round < 10; round++) {
    const fresh = Array.from({ length: 5 }, (_, index) => item(10_000 + round * 5 + index));
    items = [...items, ...fresh].slice(5);
    dropped += 5;
    journalIndex(state(items, dropped), question);
  }
  expect(tested()).toBe(10_050);
  journalIndex(state(items, dropped), question);
  expect(tested()).toBe(10_050);
});

test('older pages are tested alone as well', () => {
  const { question, tested } = counting('older');
  const items = Array.from({ length: 100 }, (_, id) => item(id + 50));
  journalIndex(state(items, 7), question);
  const older = Array.from({ length: 50 }, (_, id) => item(id));
  const found = journalIndex(state([...older, ...items], 7 - 50), question);
  expect(tested()).toBe(150);
  expect(found).toEqual(Array.from({ length: 50 }, (_, index) => index * 3 + 7 - 50));
});

test('gaps and restarts stay, whatever is filtered', () => {
  const gap: JournalItem = { kind: 'gap', key: 'gap', missing: 4, at: 2 };
  const restart: JournalItem = { kind: 'restart', key: 'restart', at: 5 };
  const list = journalList(state([item(1), gap, item(4), restart, item(6)], 0), parseFilter('third', 0), 0);
  expect(Array.from({ length: list.count }, (_, index) => list.item(index)?.key)).toEqual([
    'gap',
    'restart',
    '6',
  ]);
});

test('after any growth the index is what a full scan finds', () => {
  const step = fc.record({
    append: fc.nat(6),
    drop: fc.nat(4),
    older: fc.nat(4),
    late: fc.boolean(),
  });
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
        expect(journalIndex(state(items, dropped), counting(key).question)).toEqual(expected);
      }
    }),
    { numRuns: 200 },
  );
});

test('an anchor finds its line again after late entries came in before it', () => {
  const items = [item(1), item(2), item(5)];
  const nothing = parseFilter('', 0);
  const anchor = anchorAt(journalList(state(items, 0), nothing, 0), 2);
  if (!anchor) throw new Error('no anchor');
  const later = [item(1), item(2), item(3), item(4), item(5), item(6)];
  expect(indexOfAnchor(journalList(state(later, 0), nothing, 0), anchor)).toBe(4);
});
