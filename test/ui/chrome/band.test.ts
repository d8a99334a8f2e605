import { expect, test } from 'vitest';
import { bandPane, bandRows } from '../../../src/ui/chrome/band.ts';
import { blockLetters } from '../../../src/ui/primitives/block-letters.ts';
import type { Pane } from '../../../src/ui/view.ts';
import { textOf } from '../../support/drawn-table.ts';
import { sampleState } from '../../support/sample-state.ts';
import { sampleView } from '../../support/sample-view.ts';

const band = { title: 'Title', caption: 'A caption of words', card: true, path: false };
const now = Date.UTC(2026, 0, 15, 12, 10);
const rows = ({ lines }: Pane) => lines.map(textOf);

const view = sampleView({ ...sampleState(), name: 'EU west-1' });
const ascii = { ...view, display: { ...view.display, ascii: true } };

test('the band has the name of the cluster on the left and the clock on the right', () => {
  const shown = rows(bandPane(band, ascii, now, 160));
  expect(shown.map((row) => row.length)).toEqual(Array.from({ length: 7 }, () => 160));
  const [name = ''] = blockLetters('EU west-1', true);
  expect(shown[0]?.slice(2, 2 + name.length)).toBe(name);
  expect(shown[0]).toMatch(/###### {2}$/);
  expect(shown[5]).toMatch(/^ {3}Title {3}A caption of words +$/);
  expect(shown[6]?.trim()).toBe('');
});

test.each([
  [200, 60],
  [100, 36],
])('the signal path has large digits, all stages in one row, at %ix%i', (columns, height) => {
  const withPath = { ...band, path: true };
  const pane = bandPane(withPath, ascii, now, columns);
  expect(pane.lines).toHaveLength(bandRows(withPath, { columns, rows: height }));
  const shown = rows(pane);
  const title = shown.findIndex((row) => /PUBLISHERS.*EDGE.*VIEWERS/.test(row));
  expect(title).toBeGreaterThan(0);
  expect(shown.slice(title + 1, title + 6).every((row) => /#.*#.*#.*#/.test(row))).toBe(true);
  expect(shown[title + 3]).toMatch(/━━▶/);
});
