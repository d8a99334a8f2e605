import type { Samples } from './block.ts';

/** Columns of a rolled-up block for each original column: mean, minimum, maximum. */
export const ROLLED = 3;

/**
 * Mean, minimum and maximum of each figure in each step (at − step, at]. A step without measurements is missing,
 * not zero.
 */
export function rollUp({ times, columns }: Samples, stepMs: number): Samples {
  const steps: { readonly at: number; readonly from: number; to: number }[] = [];
  times.forEach((time, index) => {
    const at = Math.ceil(time / stepMs) * stepMs;
    const last = steps.at(-1);
    if (last?.at === at) last.to = index + 1;
    else steps.push({ at, from: index, to: index + 1 });
  });
  const rolled = columns.flatMap((values) => {
    const figures = steps.map(({ from, to }) => summary(values, from, to));
    return [
      figures.map(({ mean }) => mean),
      figures.map(({ least }) => least),
      figures.map(({ most }) => most),
    ];
  });
  return { times: steps.map(({ at }) => at), columns: rolled };
}

const nothing = { mean: null, least: null, most: null } as const;

function summary(values: readonly (number | null)[], from: number, to: number) {
  let sum = 0;
  let count = 0;
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let index = from; index < to; index++) {
    const value = values[index];
    if (value == null) continue;
    sum += value;
    count++;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  if (count === 0) return nothing;
  const mean = sum / count;
  // Above a hundred the decimals of a mean are not significant, and they compress badly.
  return { mean: Math.abs(mean) >= 100 ? Math.round(mean) : Math.round(mean * 100) / 100, least, most };
}
