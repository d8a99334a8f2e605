import { movedWithClock } from '../../cluster/clock-skew.ts';
import { listedStreams } from '../../cluster/copies.ts';
import { streamName } from '../../cluster/figures.ts';
import type { ClusterState } from '../../cluster/state.ts';
import type { Stream } from '../../protocol/stream.ts';
import { isOff, isPublished, isUnhealthy } from '../stream-health.ts';
import type { Thresholds } from '../threshold-families.ts';
import { firstIngest, type IngestTrack, nextIngest } from './ingest.ts';
import { type EndedSweep, NewSamples } from './new-samples.ts';
import { StreamIndex } from './stream-index.ts';

/** A list of streams is read anew within this time, ms: a stream that is missing in it may have ended so long before. */
export const SWEPT_WITHIN_MS = 75_000;

/** What is remembered of one stream key on one application, across restarts and changing ids. */
export interface StreamTrack {
  readonly key: string;
  /** Newest sample, and when it was read, Unix ms. */
  readonly stream: Stream;
  readonly at: number;
  /** When the previous sample was read, Unix ms. */
  readonly previousAt: number | undefined;
  /** When a source first contained it, Unix ms. */
  readonly firstSeenAt: number;
  /** When a source last contained it, Unix ms. Later than `at` if that source was an older page. */
  readonly seenAt: number;
  /** Times at which a restart was noticed, Unix ms, oldest first; about the last ten minutes. */
  readonly restarts: readonly number[];
  /** Most viewers since the first of these restarts: after a restart viewers return gradually. */
  readonly viewers: number;
  /** Number of polls in a row with the same total of incoming bytes while published. */
  readonly stillPolls: number;
  /** Unix ms of the first sample with that total, and of the previous one, whose total was smaller. */
  readonly stillSince: number;
  readonly stillAfter: number | undefined;
  /** Since when it has had fewer sub-streams than before, Unix ms; undefined while it has all of them. */
  readonly fewerSince: number | undefined;
  /** When it was first seen as down after it had been published, Unix ms; undefined while it is published. */
  readonly downSince: number | undefined;
  /** Its incoming rate compared with the usual one; undefined before the first figure. */
  readonly ingest: IngestTrack | undefined;
}

/** Most streams that are remembered; further ones are not judged. */
const CAPACITY = 20_000;
/** A stream that no source has shown for this time is forgotten, ms. */
const FORGET_AFTER_MS = 900_000;
/** How long streams that ended are remembered, ms, and how many of them. */
const KEEP_DEPARTED_MS = 900_000;
const MOST_DEPARTED = 1_000;
/**
 * Pages of a sweep are at most this much older than its end: a smaller fall of a counter comes from an older page
 * and is not a restart, ms.
 */
const SWEEP_SKEW_MS = 120_000;
/** Smaller changes of a start time are the server's rounding, ms. */
const START_JITTER_MS = 2_000;
const none: readonly never[] = [];

/** Streams by `application/streamKey`, from the sweep, the visible part of the list and the watched ones. */
export class StreamMemory {
  readonly index = new StreamIndex<StreamTrack>();
  /**
   * Copies of these streams on applications that transcode or deliver, and renditions, that are not sound, or were not at the
   * sample before. They are no streams of their own, and a cluster lists several of each stream.
   */
  readonly copies = new StreamIndex<StreamTrack>();
  readonly #departed = new Map<string, StreamTrack>();
  readonly #samples = new NewSamples<Stream>();
  #clockSets: readonly number[] = [];
  #sweptBefore = Number.NEGATIVE_INFINITY;
  #sweptAt: number | undefined;

  get tracks(): ReadonlyMap<string, StreamTrack> {
    return this.index.tracks;
  }

  /** Streams that were missing in a complete sweep of the last minutes, in their last known state; by key. */
  get departed(): ReadonlyMap<string, StreamTrack> {
    return this.#departed;
  }

  get newest(): number | undefined {
    return this.#samples.newest;
  }

  /** Whether a stream was read since the last sweep began: of a long list the worst are read, and others each time. */
  isRead({ seenAt }: StreamTrack): boolean {
    return seenAt > this.#sweptBefore;
  }

  observe(state: ClusterState, thresholds: Thresholds): void {
    this.#clockSets = state.clockSets;
    const swept = this.#samples.read(
      { list: state.streams, watched: state.watchedStreams, sweep: state.streamSweep },
      (stream, at) => {
        const { isCopy, withCopies } = listedStreams(state);
        this.#take(withCopies(stream), at, thresholds, isCopy(stream));
      },
      (stream, at) => this.#meet(streamName(stream), at),
    );
    if (swept) this.#forget(swept);
  }

  #take(stream: Stream, at: number, thresholds: Thresholds, isCopy: boolean): void {
    const keep = thresholds.flapWindow;
    const key = streamName(stream);
    const [index, other] = isCopy ? [this.copies, this.index] : [this.index, this.copies];
    // Until the type of its application is known, a copy is taken for a stream.
    const taken = other.tracks.get(key);
    if (taken) other.delete(taken);
    const before = index.tracks.get(key);
    const departed = this.#departed.get(key);
    this.#departed.delete(key);
    if (isCopy && isSound(stream, thresholds) && (!before || isSound(before.stream, thresholds))) {
      if (before) index.delete(before);
      return;
    }
    if (!before) {
      if (index.tracks.size >= CAPACITY) return;
      // A stream that comes back is compared with its earlier values.
      const ingest = isCopy ? undefined : ingestOf(stream, at, departed, thresholds);
      const previousAt = isCopy ? this.#sweptWith(stream, at) : undefined;
      index.put({ ...newTrack(stream, at), previousAt, ingest });
      return;
    }
    const withClock = movedWithClock(
      (stream.startTime ?? 0) - (before.stream.startTime ?? stream.startTime ?? 0),
      this.#clockSets,
    );
    if (before.at === at) return;
    if (!withClock && isOlder(stream, before.stream, at - before.at)) {
      index.put({ ...before, seenAt: at });
      return;
    }
    const restarted = hasRestarted(stream, before.stream) && !withClock;
    const recent = before.restarts.length > 0 && (before.restarts[0] ?? 0) <= at - keep;
    const kept = recent ? before.restarts.filter((time) => time > at - keep) : before.restarts;
    const restarts = restarted ? [...kept, at].slice(-20) : kept;
    const viewers = stream.viewerCount ?? 0;
    const still = !restarted && standsStill(stream, before.stream);
    index.put({
      ...before,
      stream: isOff(stream) ? { ...stream, duration: before.stream.duration } : stream,
      at,
      previousAt: before.at,
      seenAt: at,
      restarts,
      viewers: restarts.length > 0 || isOff(stream) ? Math.max(viewers, before.viewers) : viewers,
      stillPolls: still ? before.stillPolls + 1 : 0,
      stillSince: still ? before.stillSince : at,
      stillAfter: still ? before.stillAfter : before.at,
      fewerSince: restarted ? undefined : fewerSince(stream, before, at),
      downSince: downSince(stream, before, at),
      ingest: isCopy ? undefined : ingestOf(stream, at, before, thresholds),
    });
  }

  /** Marks a stream that was on a page of the sweep that ends now. */
  #meet(key: string, at: number): void {
    for (const index of [this.index, this.copies]) {
      const track = index.tracks.get(key);
      if (track) index.put({ ...track, seenAt: at });
    }
  }

  /** When the last sweep ended, if a copy that was sound then was in it, Unix ms. */
  #sweptWith({ duration }: Stream, at: number): number | undefined {
    const isOld = at - (duration ?? Number.POSITIVE_INFINITY) <= (this.#sweptAt ?? Number.NEGATIVE_INFINITY);
    return isOld ? this.#sweptAt : undefined;
  }

  #forget({ at: now, before = Number.NEGATIVE_INFINITY, truncated }: EndedSweep): void {
    this.#sweptBefore = before;
    this.#sweptAt = now;
    for (const [key, track] of this.tracks) {
      // A stream that is new since the previous sweep may have been published after its page of this sweep was
      // read.
      const isMissed = !truncated && track.firstSeenAt <= before && track.seenAt < now;
      // The stream is missing in a complete sweep, so it has ended. A flapping one is kept, because it may come
      // back.
      const gone = isMissed && track.restarts.length === 0;
      if (gone || track.seenAt < now - FORGET_AFTER_MS) this.index.delete(track);
      if (gone && this.#departed.size < MOST_DEPARTED) this.#departed.set(key, track);
    }
    for (const copy of [...this.copies.tracks.values()])
      if ((!truncated && copy.seenAt < now) || copy.seenAt < now - FORGET_AFTER_MS) this.copies.delete(copy);
    for (const [key, { at }] of this.#departed) if (at < now - KEEP_DEPARTED_MS) this.#departed.delete(key);
  }
}

/** Whether a copy is neither sick nor may become a zombie, with the threshold at which a sick one is well again. */
function isSound(stream: Stream, { healthClear }: Thresholds): boolean {
  return (stream.inBandwidth ?? 0) > 0 && !isUnhealthy(stream, healthClear);
}

/** `before`: the same stream in the previous sample, also with another publisher. */
function ingestOf(
  stream: Stream,
  at: number,
  before: StreamTrack | undefined,
  thresholds: Thresholds,
): IngestTrack | undefined {
  if (isOff(stream)) return before?.ingest;
  if (!before?.ingest) return firstIngest(stream, at, thresholds);
  return nextIngest(before.ingest, { bandwidth: stream.inBandwidth, at, passed: at - before.at }, thresholds);
}

/** The first sample of a stream, without its incoming rate. */
export function newTrack(stream: Stream, at: number): StreamTrack {
  return {
    key: streamName(stream),
    stream,
    at,
    previousAt: undefined,
    firstSeenAt: at,
    seenAt: at,
    restarts: none,
    viewers: stream.viewerCount ?? 0,
    stillPolls: 0,
    stillSince: at,
    stillAfter: undefined,
    fewerSince: undefined,
    downSince: undefined,
    ingest: undefined,
  };
}

function downSince(stream: Stream, before: StreamTrack, at: number): number | undefined {
  if (!isOff(stream)) return undefined;
  return isOff(before.stream) ? before.downSince : at;
}

/**
 * Whether the sample is from an older page: a sweep shows streams as they were up to a minute ago. `passed`: time
 * since the known sample was read, ms. If that is longer than a page can be old, or bytes fall without the
 * duration, the sample shows the server's current counters.
 */
function isOlder(stream: Stream, known: Stream, passed: number): boolean {
  if (isOff(stream) || stream.startTime == null || known.startTime == null) return false;
  if (passed >= SWEEP_SKEW_MS || stream.startTime > known.startTime + START_JITTER_MS) return false;
  if (stream.startTime < known.startTime - START_JITTER_MS) return true;
  const shorter = fall(stream, known);
  return (stream.inTotalBytes ?? 0) < (known.inTotalBytes ?? 0) && shorter > 0 && shorter < SWEEP_SKEW_MS;
}

/** Whether `startTime` rose or `duration` fell. While a stream is down neither is meaningful. */
function hasRestarted(stream: Stream, before: Stream): boolean {
  if (isOff(stream)) return false;
  if (stream.startTime != null && before.startTime != null) {
    return stream.startTime > before.startTime + START_JITTER_MS || fall(stream, before) >= SWEEP_SKEW_MS;
  }
  return fall(stream, before) > START_JITTER_MS;
}

function fall(stream: Stream, before: Stream): number {
  return before.duration == null || stream.duration == null ? 0 : before.duration - stream.duration;
}

/** Sub-streams that disappear while the stream runs were lost. After a restart the publisher may send others. */
function fewerSince(stream: Stream, before: StreamTrack, at: number): number | undefined {
  const was = before.stream.subStreams?.length;
  const is = stream.subStreams?.length;
  if (was === undefined || is === undefined || isOff(stream) || isOff(before.stream))
    return before.fewerSince;
  if (is < was) return before.fewerSince ?? at;
  return is > was ? undefined : before.fewerSince;
}

function standsStill(stream: Stream, before: Stream): boolean {
  return (
    stream.state != null &&
    isPublished(stream) &&
    isPublished(before) &&
    stream.inTotalBytes != null &&
    stream.inTotalBytes === before.inTotalBytes &&
    // If the total stays the same while bytes come in, the server's counter does not count.
    (stream.inBandwidth ?? 0) === 0
  );
}
