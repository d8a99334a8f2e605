import type { Spread } from './window.ts';

/**
 * Series of numbers over time, with explicit gaps. Keys of the series:
 *  `total/viewers`, `total/streams`, `total/in`, `total/out` (bytes/s), `total/transcode`
 *  `group/<name>/viewers`, `group/<name>/streams`, `group/<name>/in`, `group/<name>/out`, `group/<name>/transcode`
 *  `server/<name>/cpu`, `server/<name>/mem` (percent), `server/<name>/in`, `server/<name>/out` (bytes/s),
 *  `server/<name>/viewers`, `server/<name>/streams`
 *  `stream/<id>/in`, `stream/<id>/out` (bytes/s), `stream/<id>/viewers`, `stream/<id>/health`
 *  `application/<name>/latency` (ms), `application/<name>/in`, `application/<name>/out` (bytes/s)
 */
export interface History {
  /** Latest point at or before `at`, or undefined. */
  last(key: string, at: number): number | undefined;
  /**
   * `buckets` means over (from, to], oldest first; null where nothing was measured: a gap, never a zero.
   * Bucket borders are aligned to multiples of the bucket's length, so that a chart scrolls instead of shimmering.
   */
  window(key: string, from: number, to: number, buckets: number): readonly (number | null)[];
  /** The same with the least and the most of each bucket, and the peak. */
  spread(key: string, from: number, to: number, buckets: number): Spread;
  /** Raw points in (from, to], oldest first; a null value is a gap. */
  points(
    key: string,
    from: number,
    to: number,
  ): readonly { readonly at: number; readonly value: number | null }[];
  has(key: string): boolean;
}
