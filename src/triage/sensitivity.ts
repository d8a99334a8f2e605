import type { ThresholdName, ThresholdRow } from './threshold-families.ts';

/** How large a deviation must be to become a problem: `low` reports less and later, `high` more and earlier. */
export const sensitivities = ['low', 'normal', 'high'] as const;
export type Sensitivity = (typeof sensitivities)[number];

/**
 * The six groups of thresholds that users set with one word each, with their words for the README and the manual page. Limits of
 * capacity are not included, because they are set in percent.
 */
export const sensitivityTable = {
  loss: {
    words: 'lost viewers, streams and traffic, also gradual losses of the whole cluster',
    thresholds: ['lossShare', 'lossViewers'],
  },
  load: {
    words: 'surges, and loads that are unusual for the hour',
    thresholds: ['loadDiffer', 'loadWarn', 'loadFor'],
  },
  servers: {
    words: 'busy servers, short groups, the cluster manager',
    thresholds: ['hotFor', 'groupShortFor', 'managerFor'],
  },
  streams: {
    words: 'unhealthy, restarting and silent streams, and low bitrates',
    thresholds: [
      'healthFor',
      'badShareWarn',
      'badShareCrit',
      'badShareFor',
      'flapCount',
      'zombieFor',
      'ingestFor',
    ],
  },
  delivery: {
    words: 'edges that deliver too little, and links',
    thresholds: ['edgeFor', 'latencyWarn', 'latencyCrit', 'linkStallPolls'],
  },
  journal: {
    words: 'objects that write far more than usual',
    thresholds: ['stormPerMinute', 'stormTimes', 'stormFor'],
  },
} as const satisfies Record<string, { words: string; thresholds: readonly ThresholdName[] }>;

/** Factors for times, and for all other units. */
const factors: Readonly<Record<Sensitivity, { readonly time: number; readonly size: number }>> = {
  low: { time: 2, size: 1.5 },
  normal: { time: 1, size: 1 },
  high: { time: 0.5, size: 0.7 },
};

/** A threshold at another sensitivity, within its allowed range; counts stay whole numbers. */
export function scaledThreshold({ unit, least, most }: ThresholdRow, value: number, to: Sensitivity): number {
  const { time, size } = factors[to];
  const isTime = unit === 'seconds' || unit === 'milliseconds';
  const scaled = value * (isTime ? time : size);
  return Math.min(most, Math.max(least, unit === 'count' ? Math.round(scaled) : scaled));
}
