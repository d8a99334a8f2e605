/** The unit of a figure; it decides what a plain number in the configuration means. */
type Unit = 'percent' | 'score' | 'seconds' | 'milliseconds' | 'count' | 'viewers' | 'bytes per second';

export interface ThresholdRow {
  readonly unit: Unit;
  /** Times are stored in ms, also if plain numbers have another unit. */
  readonly default: number;
  readonly least: number;
  readonly most: number;
  /** Description for the README and the manual page. */
  readonly words: string;
  /** Families without a part of their own that use this one. */
  readonly sharedBy?: readonly string[];
}

const most = Number.MAX_SAFE_INTEGER;
const amount = (unit: Unit, value: number, words: string) =>
  ({ unit, default: value, least: 0, most, words }) as const;

/** Makes a row of the table. Times are in ms. */
export const threshold = {
  percent: (value: number, words: string) =>
    ({ unit: 'percent', default: value, least: 0, most: 100, words }) as const,
  score: (value: number, words: string) =>
    ({ unit: 'score', default: value, least: 0, most: 100, words }) as const,
  count: (value: number, words: string) =>
    ({ unit: 'count', default: value, least: 1, most, words }) as const,
  time: (ms: number, words: string) => amount('seconds', ms, words),
  amount,
} as const;

/** Thresholds that belong to no single rule, because all rules about percentages share them. */
export const sharedThresholds = {
  clear: {
    margin: threshold.percent(
      5,
      'points by which a percentage must fall below its threshold to be fine again',
    ),
  },
} as const;

/**
 * Every threshold of the rules, by family and part. The module of each rule adds its own families and exports their
 * rows; `rules/index.ts` puts them together. The configuration accepts a family with its parts (`cpu: {warn: 80}`)
 * or a single figure by its full name (`cpuWarn: 80`); rules read full names. `warn` must not be above the `crit`
 * of its family.
 */
export interface ThresholdFamilies {
  readonly clear: typeof sharedThresholds.clear;
}

/** A family and one of its parts, such as `cpuWarn`. */
export type ThresholdName = {
  [Family in keyof ThresholdFamilies]: `${Family}${Capitalize<keyof ThresholdFamilies[Family] & string>}`;
}[keyof ThresholdFamilies];
/** All thresholds. Percentages are 0 to 100, times are ms. */
export type Thresholds = Readonly<Record<ThresholdName, number>>;
