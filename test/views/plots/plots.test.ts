import { expect, test } from 'vitest';
import { createHistory } from '../../../src/cluster/create-history.ts';
import { bar, lineScale, niceCeiling, sparkline, trend } from '../../../src/views/plots/plots.ts';
import { textChart } from '../../../src/views/plots/text-chart.ts';
import { textOf } from '../../support/drawn-table.ts';

test('a gap in the data is a gap in the sparkline, and zero is no gap', () => {
  expect(sparkline([0, null, 100])).toBe('▁ ▇');
});

test('a scale contains every value that it was made for', () => {
  for (const values of [[5], [0], [1, 900], [null, 3e9, 3.5e9], [0.2, 0.9]]) {
    const { min, max } = lineScale(values);
    for (const value of values) if (value !== null) expect(min <= value && value <= max).toBe(true);
  }
  // Without values above zero it ends at one.
  expect([[0, null], [], [-3]].map(lineScale)).toEqual(Array(3).fill({ min: 0, max: 1 }));
});

test.each([
  [0, '────'],
  [0.001, '╸───'],
  [0.5, '━━──'],
  [0.63, '━━╸─'],
  [1, '━━━━'],
  [1.7, '━━━━'],
  [undefined, '    '],
  [Number.NaN, '    '],
])('a bar for %s is %s: with a sliver for small values, nothing for unknown ones', (fraction, drawn) => {
  expect(textOf(bar(fraction, 4, 'ok'))).toBe(drawn);
});

test('the end of an axis is the round number above its values', () => {
  expect([0, 7, 13, 2.1e9, 8, 1.5, 0.2].map(niceCeiling)).toEqual([1, 8, 15, 3e9, 8, 1.5, 0.2]);
});

test('a trend covers the same three minutes at every width, in cells of ten seconds or more', () => {
  const asked: string[] = [];
  const window = (_: string, from: number, to: number, cells: number) => {
    asked.push(`${to - from} ${cells}`);
    return Array(cells).fill(1);
  };
  const history = { ...createHistory(), window };
  const lengths = [0, 6, 18, 40].map((width) => trend(history, 'total/viewers', 1_000_000, width).length);
  expect(lengths).toEqual([0, 6, 18, 18]);
  expect(asked).toEqual(['180000 6', '180000 18', '180000 18']);
});

test('a chart of text has its values on the left: both ends and the middle', () => {
  const drawn = (values: readonly (number | null)[], height: number) =>
    textChart(values, { height, format: (value) => String(Math.round(value)) }).join('|');
  expect(drawn([0, 40, 80, null, 100, 100], 5)).toBe('120 ┤|    ┤ ╭─ ──| 60 ┤ │|    ┤╭╯|  0 ┤╯');
  expect(drawn([0, 40, 80, null, 100, 100], 4)).toBe('120 ┤    ──| 80 ┤ ╭─|    ┤╭╯|  0 ┤╯');
});
