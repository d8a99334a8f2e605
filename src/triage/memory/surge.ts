import type { ClusterState } from '../../cluster/state.ts';
import type { Thresholds } from '../threshold-families.ts';
import type { StreamMemory, StreamTrack } from './streams.ts';

/** A rapid growth of the number of viewers. */
export interface Surge {
  /** Viewers of the whole cluster before, and now. */
  readonly before: number;
  readonly now: number;
  /** The stream that gained most of them, and its viewers before; undefined until a sweep has shown it. */
  readonly stream: { readonly track: StreamTrack; readonly before: number } | undefined;
}

/** The current number is compared with that of this time ago, ms. */
const WITHIN_MS = 120_000;
/** After this time the higher number counts as usual, ms. */
const LASTS_MS = 1_800_000;
/** A stream is named if it gained at least this share of the growth. */
const NAMED_SHARE = 0.3;

/** Detects a rush of viewers, and follows it while they stay. */
export class SurgeMemory {
  #since: number | undefined;
  #before = 0;
  #viewersOf: ReadonlyMap<string, number> = new Map();
  #surge: Surge | undefined;

  get surge(): Surge | undefined {
    return this.#surge;
  }

  observe({ dashboard, history }: ClusterState, streams: StreamMemory, now: number, t: Thresholds): void {
    const total = dashboard.value?.viewersStats?.total?.value;
    if (total == null) return;
    if (this.#since === undefined) {
      const before = history.last('total/viewers', now - WITHIN_MS);
      if (before === undefined || total - before < Math.max(t.lossViewers, (before * t.surgeShare) / 100))
        return;
      this.#since = now;
      this.#before = before;
      this.#viewersOf = new Map(
        [...streams.tracks].map(([key, { stream }]) => [key, stream.viewerCount ?? 0]),
      );
    }
    const isOver = total < this.#before * (1 + t.surgeShare / 200) || now > this.#since + LASTS_MS;
    if (isOver) this.#since = undefined;
    this.#surge = isOver
      ? undefined
      : { before: this.#before, now: total, stream: this.#gainer(streams, total - this.#before) };
  }

  #gainer(streams: StreamMemory, gained: number): Surge['stream'] {
    let most: Surge['stream'];
    let gain = NAMED_SHARE * gained;
    for (const [key, before] of this.#viewersOf) {
      const track = streams.tracks.get(key);
      const more = (track?.stream.viewerCount ?? 0) - before;
      if (!track || more <= gain) continue;
      most = { track, before };
      gain = more;
    }
    return most;
  }
}
