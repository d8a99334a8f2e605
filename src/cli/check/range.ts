import type { Figure } from '../../views/metrics/performance.ts';

/** A range of monitoring plugins: `10`, `10:`, `~:10`, `10:20`, `@10:20`. Both ends are included. */
export interface Range {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** True: alert inside the range instead of outside (`@`). */
  readonly inside: boolean;
}

/** Undefined if the text is not a range. A plain number is the upper end; the lower end is then 0. */
export function parseRange(text: string): Range | undefined {
  const match = /^(@?)(?:(~|-?\d+(?:\.\d+)?):)?(-?\d+(?:\.\d+)?)?$/.exec(text);
  if (!match || (match[2] === undefined && match[3] === undefined)) return undefined;
  const from = match[2] === '~' ? Number.NEGATIVE_INFINITY : Number(match[2] ?? 0);
  const to = match[3] === undefined ? Number.POSITIVE_INFINITY : Number(match[3]);
  return from <= to ? { text, from, to, inside: match[1] === '@' } : undefined;
}

export function isAlert({ from, to, inside }: Range, value: number): boolean {
  return (value >= from && value <= to) === inside;
}

/** Ranges by the figure's name. */
export interface FigureRanges {
  readonly warn: ReadonlyMap<string, Range>;
  readonly crit: ReadonlyMap<string, Range>;
}

export function rangeSeverity(
  { label, value }: Figure,
  ranges: FigureRanges,
): { readonly severity: 'critical' | 'warning'; readonly range: Range } | undefined {
  const crit = ranges.crit.get(label);
  if (crit && isAlert(crit, value)) return { severity: 'critical', range: crit };
  const warn = ranges.warn.get(label);
  return warn && isAlert(warn, value) ? { severity: 'warning', range: warn } : undefined;
}
