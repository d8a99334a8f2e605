import { describe, expect, test } from 'vitest';
import { type PlotOptions, plot } from '../../../src/ui/primitives/chart.ts';
import { textOf } from '../../support/drawn-table.ts';

const format = (value: number) => `${Math.round(value)} u`;

describe('the labels of a chart axis', () => {
  const labels = (options: Partial<PlotOptions>, rows: number) =>
    plot({ values: [100, 0], format, ...options }, rows).flatMap((line, row) => {
      const found = /(\d+) u┤/.exec(textOf(line));
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
