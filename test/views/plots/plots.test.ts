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
])(
  'a bar for %s is %s: as wide as given, with a sliver for small values and nothing for unknown ones',
  (fraction, drawn) => {
    expect(textOf(bar(fraction, 4, 'ok'))).toBe(drawn);
  },
);

test.each([
  [0, 1],
  [7, 8],
  [13, 15],
  [2.1e9, 3e9],
  [8, 8],
  [1.5, 1.5],
  [0.2, 0.2],
])('the round number above %s is %s', (value, round) => {
  expect(niceCeiling(value)).toBe(round);
});

test('a trend covers the same three minutes at every width, in cells of ten seconds or more', () => {
  const asked: number[][] = [];
  const history = {
    ...createHistory(),
    window: (_: string, from: number, to: number, cells: number) => {
      asked.push([to - from, cells]);
      return Array.from({ length: cells }, (__, index) => index);
    },
  };
  const lengths = [0, 6, 18, 40].map((width) => trend(history, 'total/viewers', 1_000_000, width).length);
  expect(lengths).toEqual([0, 6, 18, 18]);
  expect(asked).toEqual([
    [180_000, 6],
    [180_000, 18],
    [180_000, 18],
  ]);
});

test('without values above zero the scale ends at one', () => {
  expect([lineScale([0, null]), lineScale([]), lineScale([-3])]).toEqual(Array(3).fill({ min: 0, max: 1 }));
});

test('a chart of text has its values on the left: both ends and the middle', () => {
  const drawn = (values: readonly (number | null)[], height: number) =>
    textChart(values, { height, format: (value) => String(Math.round(value)) }).join('|');
  expect(drawn([0, 40, 80, null, 100, 100], 5)).toBe('120 ┤|    ┤ ╭─ ──| 60 ┤ │|    ┤╭╯|  0 ┤╯');
  expect(drawn([0, 40, 80, null, 100, 100], 4)).toBe('120 ┤    ──| 80 ┤ ╭─|    ┤╭╯|  0 ┤╯');
});
