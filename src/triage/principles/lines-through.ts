import type { Point } from '../../base/theil-sen.ts';

/** The least-squares line through a run of points, and the sums of squared errors for it and for their mean. */
interface Line {
  readonly x: number;
  readonly y: number;
  readonly slope: number;
  /** Sum of the squared distances of `x` from its mean; 0 for points without a slope. */
  readonly spread: number;
  readonly flatError: number;
  readonly error: number;
}

/** Answers for any run of points, from one index to before another, by sums over all points before each. */
export function linesThrough(points: readonly Point[]): (from: number, to: number) => Line {
  const sumOf = (term: (point: Point) => number) => {
    const sums = new Float64Array(points.length + 1);
    for (const [index, point] of points.entries()) sums[index + 1] = (sums[index] ?? 0) + term(point);
    return (from: number, to: number) => (sums[to] ?? 0) - (sums[from] ?? 0);
  };
  const xOf = sumOf(({ x }) => x);
  const yOf = sumOf(({ y }) => y);
  const xx = sumOf(({ x }) => x * x);
  const xy = sumOf(({ x, y }) => x * y);
  const yy = sumOf(({ y }) => y * y);
  return (from, to) => {
    const count = to - from;
    const [x, y] = [xOf(from, to) / count, yOf(from, to) / count];
    const spread = xx(from, to) - count * x * x;
    const common = xy(from, to) - count * x * y;
    const flatError = Math.max(0, yy(from, to) - count * y * y);
    const slope = spread > 0 ? common / spread : 0;
    return { x, y, slope, spread, flatError, error: Math.max(0, flatError - slope * common) };
  };
}
