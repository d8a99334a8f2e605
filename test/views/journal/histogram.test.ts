import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/base/durations.ts';
import type { JournalItem, JournalState } from '../../../src/cluster/journal/log.ts';
import { emptyJournal } from '../../../src/cluster/journal/merge.ts';
import { parseFilter } from '../../../src/views/journal/filter.ts';
import * as histograms from '../../../src/views/journal/histogram.ts';
import { textOf } from '../../support/drawn-table.ts';

const { cellAt, histogramCells, histogramEnds, histogramWords, journalHistogram } = histograms;
const NOW = new Date(2026, 0, 15, 12, 0).getTime();

const entry = (ago: number, message: string, index: number): JournalItem => ({
  kind: 'entry',
  key: `${index}`,
  entry: { id: index, createDate: NOW - ago, objectName: 'Server: a', message, threadName: null },
});

/** The oldest first; each is how long ago, ms, and what. */
function journalOf(...entries: readonly (readonly [number, string])[]): JournalState {
  return { ...emptyJournal, items: entries.map(([ago, message], index) => entry(ago, message, index)) };
}

const usual: readonly (readonly [number, string])[] = [
  [8 * MINUTE_MS, 'Heartbeat answered in 3 ms'],
  [8 * MINUTE_MS - 1, 'Heartbeat answered in 3 ms'],
  [4 * MINUTE_MS, 'Packet loss 3 % on ingest'],
  [SECOND_MS, 'Fatal error: disk full'],
];

const plain = { folds: false, patterns: undefined, now: NOW, until: undefined, width: 15 };
const histogram = (journal: JournalState, text = '', more = {}) =>
  journalHistogram(journal, { filter: parseFilter(text, NOW), ...plain, ...more });
const drawn = (of: ReturnType<typeof histogram>) => textOf(histogramCells(of));
const words = (of: ReturnType<typeof histogram>) => histogramWords(of).map(({ text }) => text.trim());

test('the histogram has a cell for each range of time, from zero, in the colour of the worst entry; unread time is dotted', () => {
  const shape = histogram(journalOf(...usual));
  expect(drawn(shape)).toBe('┄┄┄┄┄┄┄▇▁▁▁▄▁▁▄');
  const tones = histogramCells(shape)
    .slice(7)
    .map(({ tone }) => tone);
  expect(tones.join(' ')).toBe('dim faint faint faint warn faint faint crit');
  expect(histogramEnds(shape)).toEqual(['11:45', 'now']);
  expect(words(shape)).toEqual(['✖ 1', '▲ 1', 'routine 2']);
});

test('the histogram counts folded entries, which make no cell higher', () => {
  const shape = histogram(journalOf(...usual), '', { folds: true });
  expect(drawn(shape)).toBe('┄┄┄┄┄┄┄▁▁▁▁▇▁▁▇');
  expect(words(shape)).toContain('routine 2 folded');
});

test.each([
  ['last:3m', '┄┄┄┄┄┄┄▁▁▁▁▁▁▁▇'],
  ['since:11:55', '┄┄┄┄┄┄┄▁▁▁▁▇▁▁▇'],
  ['until:11:53', '┄┄┄┄┄┄┄▇▁▁▁▁▁▁▁'],
])('the histogram follows the times of a filter: %s', (text, cells) => {
  expect(drawn(histogram(journalOf(...usual), text))).toBe(cells);
});

test('the histogram follows a filter, but not one that only highlights', () => {
  expect(drawn(histogram(journalOf(...usual), 'packet'))).toBe('┄┄┄┄┄┄┄▁▁▁▁▇▁▁▁');
  expect(drawn(histogram(journalOf(...usual), '?packet'))).toBe(drawn(histogram(journalOf(...usual))));
});

test('the histogram does not count lines that are no entries; time that was not read is dotted', () => {
  const { items } = journalOf(...usual);
  const gap: JournalItem = { kind: 'gap', key: 'gap', missing: 3, at: NOW - 2 * MINUTE_MS };
  const journal = { ...emptyJournal, items: [...items.slice(0, 3), gap, ...items.slice(3)] };
  expect(drawn(histogram(journal))).toBe('┄┄┄┄┄┄┄▇▁▁▁▄┄┄▄');
});

test('the histogram goes back to the oldest line in a round range', () => {
  const spans = [14, 16, 5 * 60, 20 * 60].map((ago) => {
    const { cells, cellMs } = histogram(journalOf([ago * MINUTE_MS, 'Started']));
    expect(cells.filter(({ count }) => count > 0)).toHaveLength(1);
    return (cells.length * cellMs) / MINUTE_MS;
  });
  expect(spans).toEqual([15, 30, 6 * 60, 24 * 60]);
});

test('the histogram ends when the journal was last read, if that is not now', () => {
  const shape = histogram(journalOf(...usual), '', { until: NOW - 3 * MINUTE_MS });
  expect(histogramEnds(shape)).toEqual(['11:42', '11:57']);
});

test('the histogram finds the cell of a moment', () => {
  const shape = histogram(journalOf(...usual));
  const cells = [NOW - 8 * MINUTE_MS, NOW - 1, NOW - HOUR_MS].map((at) => cellAt(shape, at));
  expect(cells).toEqual([7, 14, -45]);
});
