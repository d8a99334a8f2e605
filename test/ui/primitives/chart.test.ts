import { describe, expect, test } from 'vitest';
import { asciiText } from '../../../src/base/ascii-text.ts';
import type { Line } from '../../../src/base/text.ts';
import { lineWidth } from '../../../src/base/width.ts';
import { chartColumns, type PlotOptions, plot } from '../../../src/ui/primitives/chart.ts';
import { areaTop } from '../../../src/views/plots/area-chart.ts';

const WIDTH = 72;
const COLUMNS = chartColumns(WIDTH);
const format = (value: number) => `${Math.round(value)} u`;
const text = (line: Line | undefined) => (line ?? []).map((span) => span.text).join('');
const values = (value: (x: number) => number | null) =>
  Array.from({ length: COLUMNS * 2 }, (_, index) => value(index));

test('the axis starts at zero and names the limit where it is visible', () => {
  const near = plot({ values: values(() => 90), format, limit: 100 }, 8);
  expect(text(near[0])).toMatch(/100 u┤┄+$/);
  expect(text(near.at(-1))).toMatch(/ 0 u┤⣿/);
  const far = plot({ values: values(() => 10), format, limit: 100 }, 8).map(text);
  expect(far.join('\n')).not.toContain('┄');
  expect(areaTop([10], 100)).toBeLessThan(20);
  for (const line of [...near, ...far])
    expect(typeof line === 'string' || lineWidth(line) <= WIDTH).toBe(true);
});

describe('the labels of a chart axis', () => {
  const labels = (options: Partial<PlotOptions>, rows: number) =>
    plot({ values: [100, 0], format, ...options }, rows).flatMap((line, row) => {
      const found = /(\d+) u┤/.exec(text(line));
      return found ? [`${row}: ${found[1]}`] : [];
    });

  test.each<[Partial<PlotOptions>, number, string[]]>([
    [{ top: 100 }, 5, ['0: 100', '2: 50', '4: 0']],
    [{ top: 100 }, 4, ['0: 100', '3: 0']],
    [{ top: 100 }, 1, ['0: 100']],
    [{ top: 100, limit: 75 }, 4, ['1: 75', '3: 0']],
    [{ top: 100, limit: 101 }, 4, ['0: 100', '3: 0']],
    [{ values: [0, 0] }, 5, ['4: 0']],
    [{ values: [null, null] }, 5, []],
    [{ values: [0, 0], overlay: [0, 8], top: 8 }, 2, ['0: 8', '1: 0']],
    [{ values: [0, 0], band: [{ low: 0, high: 8 }], top: 8 }, 2, ['0: 8', '1: 0']],
  ])('with %j in %i rows', (options, rows, shown) => {
    expect(labels(options, rows)).toEqual(shown);
  });
});

test('without Unicode dots go from the least to the most around the line, in another tone', () => {
  const spread = { values: [20, 20, 30, 30], least: [20, 20, 10, 30], most: [20, 20, 30, 95] };
  const rows = plot({ ...spread, format, top: 100, plain: true }, 6);
  expect(rows.map((row) => text(row).slice(12))).toEqual([' :', ' :', ' :', '╭─', '╯:', '..']);
  expect(rows[0]?.at(-1)).toMatchObject({ tone: 'spread' });
  const low = plot({ ...spread, format, top: 100, plain: true }, 3).map((row) =>
    asciiText(text(row)).slice(12),
  );
  expect(low[0]).toBe(' .');
});
