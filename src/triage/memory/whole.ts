import { MINUTE_MS } from '../../base/durations.ts';
import { median, sum } from '../../base/theil-sen.ts';
import { listedStreams } from '../../cluster/copies.ts';
import { streamName } from '../../cluster/figures.ts';
import type { ClusterState } from '../../cluster/state.ts';
import type { Stream } from '../../protocol/stream.ts';
import type { Thresholds } from '../threshold-families.ts';
import { type UsualOf, usualHour } from '../usual-load.ts';
import {
  newSeries,
  type Series,
  takeTotal,
  type WatchedTotal,
  type WholeFigure,
  wholeFigures,
} from './total-series.ts';

/** Least distance of snapshots of the streams' viewers, and the age from which only the newest one is kept, ms. */
const SNAPSHOT_EVERY_MS = 100_000;
const SNAPSHOT_OLD_MS = 12 * MINUTE_MS;
/** The median stream is compared with its viewers this long ago, ms. */
const TYPICAL_MS = 10 * MINUTE_MS;
/**
 * If the median stream lost or gained this share, a smaller change of the total counts as a deviation, even if the
 * total usually varies much.
 */
const TYPICAL_SHARE = 0.07;
/** Streams with fewer viewers are ignored, and fewer streams than this are not representative. */
const LEAST_VIEWERS = 10;
const LEAST_STREAMS = 30;
/** A median differs from 1 by so many of its standard errors, which it has from the median absolute deviation. */
const SIGNIFICANT_ERRORS = 2;
const MEDIAN_ERROR = 1.25;
const DEVIATION_OF_NORMAL = 1.48;
/** The median stream of a drain has lost this share, and streams that lost this share of all are no end of a peak. */
const BENT_TYPICAL = 0.055;
const LEFT_SHARE = 0.08;

/** Viewers of each stream at one time (Unix ms), by its application and key, as ids end with a connection. */
interface Snapshot {
  readonly at: number;
  readonly viewers: ReadonlyMap<string, number>;
}

/**
 * Totals with their normals and deviations. They come from the history in memory, which starts with the dashboard's
 * own history (A11), so that the last minutes are known at the first poll already.
 */
export class WholeMemory {
  readonly #series = new Map<WholeFigure, Series>();

  #from: number | undefined;
  readonly #snapshots: Snapshot[] = [];
  #sweep: ClusterState['streamSweep']['value'];
  #streams: ReadonlyMap<string, Stream> = new Map();
  #typical: number | undefined;
  #haveLeft: boolean | undefined;

  /** Unix ms of the first poll. */
  get from(): number {
    return this.#from ?? Number.POSITIVE_INFINITY;
  }

  /** Undefined while its normal is not known. */
  of(figure: WholeFigure): WatchedTotal | undefined {
    return this.#series.get(figure)?.watched;
  }

  /** Whether the whole cluster has lost or gained something. The servers' current values are then not their normal. */
  get deviates(): boolean {
    return wholeFigures.some((figure) => this.of(figure)?.deviation !== undefined);
  }

  /**
   * The viewers of the median stream as a factor of those ten minutes ago. Single large streams change the total,
   * but the median changes only with most of the streams. Undefined for few streams.
   */
  get typicalStream(): number | undefined {
    return this.#typical;
  }

  /** Whether all streams lose viewers at the same rate since the total bent. */
  get isDrained(): boolean {
    const { drain, track } = this.#series.get('viewers') ?? {};
    return drain !== undefined && track?.deviation !== undefined;
  }

  /** Whether streams have lost viewers whom they had minutes ago, before a rise: these are not those who came with it. */
  #haveEarlierLeft(): boolean {
    const all = this.#changesSince(this.#snapshots[0]);
    const left = sum(all.map(({ had, now = had }) => Math.max(0, had - now)));
    return left > LEFT_SHARE * sum(all.map(({ had }) => had));
  }

  /** The viewers of each stream then and now. */
  #changesSince(then: Snapshot | undefined) {
    return [...this.#streams.values()].map((stream) => ({
      had: then?.viewers.get(streamName(stream)) ?? 0,
      now: stream.viewerCount ?? undefined,
    }));
  }

  #typicalSince(since: number): number | undefined {
    const then = this.#snapshots.findLast(({ at }) => at <= since) ?? this.#snapshots[0];
    if (!then || !this.#sweep) return undefined;
    const factors = this.#changesSince(then).flatMap(({ had, now }) =>
      had >= LEAST_VIEWERS && now !== undefined ? now / had : [],
    );
    return factors.length < LEAST_STREAMS ? undefined : significantMedian(factors);
  }

  /**
   * The viewers of each stream in the last sweep before `since` (Unix ms), by application and key; undefined if there was
   * none, or none after it.
   */
  viewersBefore(since: number): ReadonlyMap<string, number> | undefined {
    if ((this.#sweep?.completedAt ?? 0) <= since) return undefined;
    return this.#snapshots.findLast(({ at }) => at <= since)?.viewers;
  }

  #remember(): void {
    const { completedAt } = this.#sweep ?? {};
    if (completedAt === undefined) return;
    if (completedAt < (this.#snapshots.at(-1)?.at ?? Number.NEGATIVE_INFINITY) + SNAPSHOT_EVERY_MS) return;
    const viewers = new Map<string, number>();
    for (const stream of this.#streams.values())
      if (stream.viewerCount) viewers.set(streamName(stream), stream.viewerCount);
    this.#snapshots.push({ at: completedAt, viewers });
    while ((this.#snapshots[1]?.at ?? completedAt) <= completedAt - SNAPSHOT_OLD_MS) this.#snapshots.shift();
  }

  /** Reads the history up to `now` (Unix ms). */
  observe(state: ClusterState, now: number, usual: UsualOf, t: Thresholds): void {
    const { history, streamSweep } = state;
    this.#from ??= now;
    if (streamSweep.value !== this.#sweep) {
      this.#sweep = streamSweep.value;
      this.#streams = listedStreams(state).streams;
      this.#typical = this.#typicalSince(now - TYPICAL_MS);
      this.#haveLeft = undefined;
      this.#remember();
    }
    for (const figure of wholeFigures) {
      const key = `total/${figure}`;
      const known = this.#series.get(figure);
      // After a clock was set back, tracking starts again, because times before and after cannot be compared.
      const series = known && known.at <= now + MINUTE_MS ? known : newSeries(now);
      this.#series.set(figure, series);
      const seasonal = (at: number) => usualHour(usual, key, at);
      for (const { at, value } of history.points(key, series.at, now)) {
        series.at = at;
        if (value === null) continue;
        takeTotal(series, figure, {
          at,
          value,
          seasonal,
          isOfAll: figure === 'viewers' && Math.abs((this.#typical ?? 1) - 1) >= TYPICAL_SHARE,
          isDrainedSince: (bend) => (this.#typicalSince(bend.at) ?? 1) <= 1 - BENT_TYPICAL,
          haveEarlierLeft: () => (this.#haveLeft ??= this.#haveEarlierLeft()),
          t,
        });
      }
    }
  }
}

/** The median of factors; 1 where it differs from that no more than chance makes of so many. */
export function significantMedian(factors: readonly number[]): number {
  const middle = median(factors) ?? 1;
  const deviation = median(factors.map((factor) => Math.abs(factor - middle))) ?? 0;
  const error = (MEDIAN_ERROR * DEVIATION_OF_NORMAL * deviation) / Math.sqrt(factors.length);
  return Math.abs(middle - 1) < SIGNIFICANT_ERRORS * error ? 1 : middle;
}
