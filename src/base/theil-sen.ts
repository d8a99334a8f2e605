/** A point of a series. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * The slopes between all pairs of points, ascending. Their median is the slope by Theil and Sen, which a quarter of odd
 * points does not bend. Points are in the order of `x`. The work grows with the square of their number.
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

/** The value below which `share` (0 to 1) of the ascending values lie; undefined of none. */
export function quantile(sorted: ArrayLike<number>, share: number): number | undefined {
  return sorted[Math.floor(share * (sorted.length - 1))];
}

/** The middle of the values; of an even number the lower one. Undefined of none. */
export function median(values: Iterable<number>): number | undefined {
  return quantile(Float64Array.from(values).sort(), 0.5);
}
