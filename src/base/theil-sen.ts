/** A point of a series. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * The slopes between all pairs of points, ascending. Their median is the Theil–Sen slope, which a quarter of
 * outliers does not change. Points must be in the order of `x`. The work grows with the square of their number.
 */
export function pairSlopes(points: readonly Point[]): Float64Array {
  const slopes = new Float64Array((points.length * (points.length - 1)) / 2);
  let next = 0;
  points.forEach((early, index) => {
    for (let other = index + 1; other < points.length; other++) {
      const late = points[other] ?? early;
      slopes[next++] = (late.y - early.y) / (late.x - early.x);
    }
  });
  return slopes.sort();
}

/** The Theil–Sen slope; undefined with fewer than two points. */
export const medianSlope = (points: readonly Point[]): number | undefined =>
  quantile(pairSlopes(points), 0.5);

/** The value below which `share` (0 to 1) of the ascending values are; undefined if there are none. */
export function quantile(sorted: ArrayLike<number>, share: number): number | undefined {
  return sorted[Math.floor(share * (sorted.length - 1))];
}

export const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** The middle of the values; the lower one if their number is even. Undefined if there are none. */
export function median(values: Iterable<number>): number | undefined {
  return quantile(Float64Array.from(values).sort(), 0.5);
}
