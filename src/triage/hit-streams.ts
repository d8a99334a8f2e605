import { firstOfEach } from '../base/maps.ts';
import { streamName } from '../cluster/figures.ts';
import type { Stream } from '../protocol/stream.ts';
import type { Hit, HitStream } from './problem.ts';

/** The streams that problems affect. Copies are none of them, and equal keys on two applications are two streams. */

/** Most streams that are kept by name: more than anybody reads, and little for a comparison of two samples. */
const MOST_NAMED = 500;

/** A stream, as memories and lists hold it. */
interface KnownStream {
  readonly stream: Stream;
  /** When a source last contained it, Unix ms. */
  readonly seenAt?: number | undefined;
}

type StreamsHit = Pick<Hit, 'streams'>;

export const streamKeys = (known: readonly KnownStream[]): readonly string[] =>
  known.map(({ stream }) => stream.streamKey);

/** Those with the most viewers first. */
export const mostWatched = <T extends KnownStream>(known: readonly T[]): readonly T[] =>
  known.toSorted((a, b) => (b.stream.viewerCount ?? 0) - (a.stream.viewerCount ?? 0));

/** These streams: first those in `missing`, then those with the most viewers. Without streams an empty object. */
export function hitStreams(known: readonly KnownStream[], missing?: readonly KnownStream[]): StreamsHit {
  if (known.length === 0) return {};
  const away = missing && new Set(missing.map(({ stream }) => streamName(stream)));
  const hit = known.map(({ stream, seenAt }): HitStream => {
    const { id, streamKey, application, viewerCount } = stream;
    const isBack = away && !away.has(streamName(stream));
    return {
      id,
      streamKey,
      application: application ?? undefined,
      viewers: viewerCount ?? undefined,
      isBack,
      ...(isBack === false && seenAt !== undefined && { seenAt }),
    };
  });
  return { streams: { count: hit.length, first: hit.toSorted(missingFirst).slice(0, MOST_NAMED) } };
}

/**
 * Everything that several problems affect together. `names`: those of all their streams, needed if they affect more
 * streams than they name.
 */
export function mergeHitStreams(
  problems: readonly { readonly hit?: Hit | undefined }[],
  names: ReadonlySet<string>,
): StreamsHit {
  if (names.size === 0) return {};
  const named = problems.flatMap(({ hit }) => hit?.streams?.first ?? []).toSorted(missingFirst);
  return { streams: { count: names.size, first: firstOfEach(named, streamName).slice(0, MOST_NAMED) } };
}

function missingFirst(a: HitStream, b: HitStream): number {
  return Number(a.isBack ?? false) - Number(b.isBack ?? false) || (b.viewers ?? 0) - (a.viewers ?? 0);
}
