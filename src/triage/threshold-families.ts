/** What a figure is measured in; says what a plain number in the configuration means. */
type Unit = 'percent' | 'score' | 'seconds' | 'milliseconds' | 'count' | 'viewers' | 'bytes per second';

export interface ThresholdRow {
  readonly unit: Unit;
  /** Times are kept in ms, whatever the unit says of plain numbers. */
  readonly default: number;
  readonly least: number;
  readonly most: number;
  /** What it is, for the README and the manual page. */
  readonly words: string;
  /** Families that have no such part of their own and share this one. */
  readonly sharedBy?: readonly string[];
}

const most = Number.MAX_SAFE_INTEGER;
const amount = (unit: Unit, value: number, words: string) =>
  ({ unit, default: value, least: 0, most, words }) as const;

/** Makes a row. Times are given in ms. */
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

/** What no rule owns, because all that compare with a percentage share it. */
export const sharedThresholds = {
  clear: {
    margin: threshold.percent(
      5,
      'points by which a percentage must fall below its threshold to be fine again',
    ),
  },
} as const;

/**
 * Every figure that rules compare with, by family and part. The module of each rule adds its own families and exports
 * their rows; `rules/index.ts` puts them together. The configuration takes a family with its parts (`cpu: {warn: 80}`)
 * or one figure by its whole name (`cpuWarn: 80`); rules read whole names. A `warn` may not be above the `crit` of its
 * family.
 */
export interface ThresholdFamilies {
  readonly clear: typeof sharedThresholds.clear;
}

/** `cpuWarn`: a family and one of its parts. */
export type ThresholdName = {
  [Family in keyof ThresholdFamilies]: `${Family}${Capitalize<keyof ThresholdFamilies[Family] & string>}`;
}[keyof ThresholdFamilies];
/** All figures that rules compare with. Percentages are 0 to 100, times ms. */
export type Thresholds = Readonly<Record<ThresholdName, number>>;
