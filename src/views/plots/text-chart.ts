import { lineChart, lineScale, type Value } from './plots.ts';

/** The least and the most in the time of a column; null if nothing was measured. */
interface Spread {
  readonly least: Value;
  readonly most: Value;
}

interface TextChartOptions {
  readonly height: number;
  /** Writes the labels at the ends and the middle of the axis. */
  readonly format: (value: number) => string;
  /** Drawn as dots around the line, so that a short peak is not lost in a mean. */
  readonly band?: readonly Spread[] | undefined;
}

/**
 * A line chart in plain text, with an axis at the left: for pipes, reports, and ASCII terminals. One column per
 * value, `height` rows; null is a gap.
 */
export function textChart(
  values: readonly Value[],
  { height, format, band = [] }: TextChartOptions,
): string[] {
  const scale = lineScale([...values, ...band.flatMap(({ least, most }) => [least, most])]);
  // Without any value there is no axis to label.
  const known = values.some((value) => value !== null);
  const labels = Array.from({ length: height }, (_, row) => {
    const isMarked = row === 0 || row === height - 1 || row === Math.floor((height - 1) / 2);
    return known && isMarked
      ? format(scale.max - (row / Math.max(1, height - 1)) * (scale.max - scale.min))
      : '';
  });
  const width = Math.max(...labels.map((label) => label.length));
  const range = Math.max(scale.max - scale.min, Number.MIN_VALUE);
  // Rounded as the line is, so that a band as thin as the line stays behind it.
  const rowOf = (value: number) => height - 1 - Math.round(((value - scale.min) / range) * (height - 1));
  const rows = band.map(({ least, most }) =>
    least === null || most === null ? undefined : ([rowOf(most), rowOf(least)] as const),
  );
  return lineChart(values, height, scale).map((line, row) => {
    const cells = [...line].map((cell, x) => {
      const [top, bottom] = rows[x] ?? [height, -1];
      return cell === ' ' && row >= top && row <= bottom ? ':' : cell;
    });
    return `${(labels[row] ?? '').padStart(width)} ┤${cells.join('')}`.trimEnd();
  });
}
