import { lineChart, lineScale } from './plots.ts';

/**
 * A line chart in plain text, with an axis at the left: for pipes, reports, and ASCII terminals. One column per
 * value, `height` rows; null is a gap. `format` writes the labels at the ends and the middle of the axis.
 */
export function textChart(
  values: readonly (number | null)[],
  { height, format }: { readonly height: number; readonly format: (value: number) => string },
): string[] {
  const scale = lineScale(values);
  // Without any value there is no axis to label.
  const known = values.some((value) => value !== null);
  const labels = Array.from({ length: height }, (_, row) => {
    const isMarked = row === 0 || row === height - 1 || row === Math.floor((height - 1) / 2);
    return known && isMarked
      ? format(scale.max - (row / Math.max(1, height - 1)) * (scale.max - scale.min))
      : '';
  });
  const width = Math.max(...labels.map((label) => label.length));
  return lineChart(values, height, scale).map((line, row) =>
    `${(labels[row] ?? '').padStart(width)} ┤${line}`.trimEnd(),
  );
}
