import { expect, test } from 'vitest';
import { textChart } from '../../../src/views/plots/text-chart.ts';

const drawn = (values: readonly (number | null)[], height: number) =>
  textChart(values, { height, format: (value) => String(Math.round(value)) });

test('a chart has its values on the left: both ends and the middle', () => {
  const five = ['120 ┤', '    ┤ ╭─ ──', ' 60 ┤ │', '    ┤╭╯', '  0 ┤╯'];
  expect(drawn([0, 40, 80, null, 100, 100], 5)).toEqual(five);
  expect(drawn([0, 40, 80, null, 100, 100], 4)).toEqual(['120 ┤    ──', ' 80 ┤ ╭─', '    ┤╭╯', '  0 ┤╯']);
  expect(drawn([5, 5], 1)).toEqual(['6 ┤──']);
});
