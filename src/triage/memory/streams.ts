import { movedWithClock } from '../../cluster/clock-skew.ts';
import type { ClusterState } from '../../cluster/state.ts';
import type { Stream } from '../../protocol/stream.ts';
import { PUBLISHED } from '../stream-health.ts';
import type { Thresholds } from '../threshold-families.ts';
import { firstIngest, type IngestTrack, nextIngest } from './ingest.ts';
import { type EndedSweep, NewSamples } from './new-samples.ts';

/** What is remembered of one stream key on one application, over restarts and changing ids. */
export interface StreamTrack {
  readonly key: string;
  /** Newest sample, and the Unix ms at which it was read. */
  readonly stream: Stream;
  readonly at: number;
  /** The same of the sample before it. */
  readonly previousAt: number | undefined;
  /** Unix ms at which a source had it first. */
  readonly firstSeenAt: number;
  /** Unix ms at which a source last had it: later than `at` where that was an older page. */
  readonly seenAt: number;
  /** Unix ms at which a restart was noticed, oldest first; the last ten minutes or so. */
  readonly restarts: readonly number[];
  /** Most viewers since the first of these restarts: after each of them the viewers come back one by one. */
  readonly viewers: number;
  /** Polls in a row in which the total of incoming bytes was the same while published. */
  readonly stillPolls: number;
  /** The first sample with that total, and the one before it, in which the total was less; Unix ms. */
  readonly stillSince: number;
  readonly stillAfter: number | undefined;
  /** Since when it has fewer sub-streams than before, Unix ms; undefined while it has all that it had. */
  readonly fewerSince: number | undefined;
  /** It was published and is listed as down since, Unix ms: when that was seen first. Undefined while it is published. */
  readonly downSince: number | undefined;
  /** What it brings in against its usual; undefined before the first figure of a publisher. */
  readonly ingest: IngestTrack | undefined;
}

/** More streams than this are not remembered, and no rule judges the others. */
const CAPACITY = 20_000;
/** A stream that no source showed for so long is forgotten. */
const FORGET_AFTER_MS = 900_000;
/** Streams that ended are remembered for so long, and so many of them. */
const KEEP_DEPARTED_MS = 900_000;
const MOST_DEPARTED = 1_000;
/** A sweep's pages are up to this much older than its end: a smaller fall is an older page, no restart. */
const SWEEP_SKEW_MS = 120_000;
/** A start time that moves by less is the server's rounding. */
const START_JITTER_MS = 2_000;

/** Streams by `application/streamKey`, out of the sweep, the visible part of the list and the watched ones. */
export class StreamMemory {
  readonly #tracks = new Map<string, StreamTrack>();
  readonly #departed = new Map<string, StreamTrack>();
  readonly #samples = new NewSamples<Stream>();
  #clockSets: readonly number[] = [];

  get tracks(): ReadonlyMap<string, StreamTrack> {
    return this.#tracks;
  }

  /** Streams that a whole sweep of the last minutes no longer had, as they were; by key. */
  get departed(): ReadonlyMap<string, StreamTrack> {
    return this.#departed;
  }

  get newest(): number | undefined {
    return this.#samples.newest;
  }

  /** Takes what is new in the state. */
  observe(state: ClusterState, thresholds: Thresholds): void {
    this.#clockSets = state.clockSets;
    const swept = this.#samples.read(
      { list: state.streams, watched: state.watchedStreams, sweep: state.streamSweep },
      (stream, at) => this.#take(stream, at, thresholds),
    );
    if (swept) this.#forget(swept);
  }

  #take(stream: Stream, at: number, thresholds: Thresholds): void {
    const keep = thresholds.flapWindow;
    const key = trackKey(stream.application ?? undefined, stream.streamKey);
    const before = this.#tracks.get(key);
    const departed = this.#departed.get(key);
    this.#departed.delete(key);
    if (!before) {
      if (this.#tracks.size >= CAPACITY) return;
      // A stream that comes back is compared with what it was.
      const ingest = ingestOf(stream, at, departed, thresholds);
      this.#tracks.set(key, { ...newTrack(stream, at), ingest });
      return;
    }
    const withClock = movedWithClock(
      (stream.startTime ?? 0) - (before.stream.startTime ?? stream.startTime ?? 0),
      this.#clockSets,
    );
    if (before.at === at) return;
    if (!withClock && isOlder(stream, before.stream, at - before.at)) {
      this.#tracks.set(key, { ...before, seenAt: at });
      return;
    }
    const restarted = hasRestarted(stream, before.stream) && !withClock;
    const recent = before.restarts.length > 0 && (before.restarts[0] ?? 0) <= at - keep;
    const kept = recent ? before.restarts.filter((time) => time > at - keep) : before.restarts;
    const restarts = restarted ? [...kept, at].slice(-20) : kept;
    const viewers = stream.viewerCount ?? 0;
    const still = !restarted && standsStill(stream, before.stream);
    this.#tracks.set(key, {
      key,
      stream: isDown(stream) ? { ...stream, duration: before.stream.duration } : stream,
      at,
      previousAt: before.at,
      firstSeenAt: before.firstSeenAt,
      seenAt: at,
      restarts,
      viewers: restarts.length > 0 || isDown(stream) ? Math.max(viewers, before.viewers) : viewers,
      stillPolls: still ? before.stillPolls + 1 : 0,
      stillSince: still ? before.stillSince : at,
      stillAfter: still ? before.stillAfter : before.at,
      fewerSince: restarted ? undefined : fewerSince(stream, before, at),
      downSince: downSince(stream, before, at),
      ingest: ingestOf(stream, at, before, thresholds),
    });
  }

  #forget({ at: now, before = Number.NEGATIVE_INFINITY, truncated }: EndedSweep): void {
    for (const [key, track] of this.#tracks) {
      // One that is new since the sweep before may have been published after its page of this one was read.
      const isMissed = !truncated && track.firstSeenAt <= before && track.seenAt < now;
      // A full sweep that ended without it: the stream is gone; a flapping one may come back.
      const gone = isMissed && track.restarts.length === 0;
      if (gone || track.seenAt < now - FORGET_AFTER_MS) this.#tracks.delete(key);
      if (gone && this.#departed.size < MOST_DEPARTED) this.#departed.set(key, track);
    }
    for (const [key, { at }] of this.#departed) if (at < now - KEEP_DEPARTED_MS) this.#departed.delete(key);
  }
}

/** `before`: the same stream one sample ago, whoever published it. */
function ingestOf(
  stream: Stream,
  at: number,
  before: StreamTrack | undefined,
  thresholds: Thresholds,
): IngestTrack | undefined {
  if (isDown(stream)) return before?.ingest;
  if (!before?.ingest) return firstIngest(stream, at, thresholds);
  return nextIngest(before.ingest, { bandwidth: stream.inBandwidth, at, passed: at - before.at }, thresholds);
}

/** What is known of a stream from its first sample, without its ingest. */
export function newTrack(stream: Stream, at: number): StreamTrack {
  return {
    key: trackKey(stream.application ?? undefined, stream.streamKey),
    stream,
    at,
    previousAt: undefined,
    firstSeenAt: at,
    seenAt: at,
    restarts: [],
    viewers: stream.viewerCount ?? 0,
    stillPolls: 0,
    stillSince: at,
    stillAfter: undefined,
    fewerSince: undefined,
    downSince: undefined,
    ingest: undefined,
  };
}

/** Identity of a stream for triage: application and stream key; the id may change with a restart. */
function trackKey(application: string | undefined, streamKey: string): string {
  return `${application ?? ''}/${streamKey}`;
}

function isDown(stream: Stream): boolean {
  return stream.state != null && stream.state !== PUBLISHED;
}

function downSince(stream: Stream, before: StreamTrack, at: number): number | undefined {
  if (!isDown(stream)) return undefined;
  return isDown(before.stream) ? before.downSince : at;
}

/**
 * An older page: a sweep shows streams as they were up to a minute ago. `passed`: ms since the known sample was read.
 * After longer than a page can be old it is what the server counts now, as it is where bytes fall without the duration.
 */
function isOlder(stream: Stream, known: Stream, passed: number): boolean {
  if (isDown(stream) || stream.startTime == null || known.startTime == null) return false;
  if (passed >= SWEEP_SKEW_MS || stream.startTime > known.startTime + START_JITTER_MS) return false;
  if (stream.startTime < known.startTime - START_JITTER_MS) return true;
  const shorter = fall(stream, known);
  return (stream.inTotalBytes ?? 0) < (known.inTotalBytes ?? 0) && shorter > 0 && shorter < SWEEP_SKEW_MS;
}

/** `startTime` rises or `duration` falls. While a stream is down neither says anything. */
function hasRestarted(stream: Stream, before: Stream): boolean {
  if (isDown(stream)) return false;
  if (stream.startTime != null && before.startTime != null) {
    return stream.startTime > before.startTime + START_JITTER_MS || fall(stream, before) >= SWEEP_SKEW_MS;
  }
  return fall(stream, before) > START_JITTER_MS;
}

function fall(stream: Stream, before: Stream): number {
  return before.duration == null || stream.duration == null ? 0 : before.duration - stream.duration;
}

/** Sub-streams that disappear while the stream runs were lost; after a restart the publisher may send other ones. */
function fewerSince(stream: Stream, before: StreamTrack, at: number): number | undefined {
  const was = before.stream.subStreams?.length;
  const is = stream.subStreams?.length;
  if (was === undefined || is === undefined || isDown(stream) || isDown(before.stream))
    return before.fewerSince;
  if (is < was) return before.fewerSince ?? at;
  return is > was ? undefined : before.fewerSince;
}

function standsStill(stream: Stream, before: Stream): boolean {
  return (
    stream.state === PUBLISHED &&
    before.state === PUBLISHED &&
    stream.inTotalBytes != null &&
    stream.inTotalBytes === before.inTotalBytes &&
    // A total that stands still while bytes come in is a counter of the server's that does not count.
    (stream.inBandwidth ?? 0) === 0
  );
}
