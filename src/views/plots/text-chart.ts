import { lineChart, lineScale, type Scale, type Value } from './plots.ts';

/** The least and the most in the time of each column; null if nothing was measured. */
interface Band {
  readonly least: readonly Value[];
  readonly most: readonly Value[];
}

interface TextChartOptions {
  readonly height: number;
  /** Writes the labels at the ends and the middle of the axis. */
  readonly format: (value: number) => string;
  /** Drawn as dots around the line, so that a short peak is not lost in a mean. */
  readonly band?: Band | undefined;
}

/**
 * A line chart in plain text, with an axis at the left: for pipes, reports, and ASCII terminals. One column per
 * value, `height` rows; null is a gap.
 */
export function textChart(
  values: readonly Value[],
  { height, format, band = { least: [], most: [] } }: TextChartOptions,
): string[] {
  const scale = lineScale([...values, ...band.least, ...band.most]);
  // Without any value there is no axis to label.
  const known = values.some((value) => value !== null);
  const labels = Array.from({ length: height }, (_, row) => {
    const isMarked = row === 0 || row === height - 1 || row === Math.floor((height - 1) / 2);
    return known && isMarked
      ? format(scale.max - (row / Math.max(1, height - 1)) * (scale.max - scale.min))
      : '';
  });
  const width = Math.max(...labels.map((label) => label.length));
  return bandedLine(values, band, height, scale).map((line, row) =>
    `${(labels[row] ?? '').padStart(width)} ┤${line}`.trimEnd(),
  );
}

/** The line of the means, and dots from the least to the most of each column: `height` rows without an axis. */
export function bandedLine(
  values: readonly Value[],
  { least, most }: Band,
  height: number,
  scale: Scale,
): string[] {
  const range = Math.max(scale.max - scale.min, Number.MIN_VALUE);
  // Rounded as the line is, so that a band as thin as the line stays behind it.
  const rowOf = (value: Value | undefined, none: number) =>
    value == null ? none : height - 1 - Math.round(((value - scale.min) / range) * (height - 1));
  const tops = values.map((_, x) => rowOf(most[x], height));
  const bottoms = values.map((_, x) => rowOf(least[x], -1));
  return lineChart(values, height, scale).map((line, row) =>
    Array.from(line, (cell, x) =>
      cell === ' ' && row >= (tops[x] ?? height) && row <= (bottoms[x] ?? -1) ? ':' : cell,
    ).join(''),
  );
}
