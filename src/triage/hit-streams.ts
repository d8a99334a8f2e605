import { leastKnown, streamName, sumKnown } from '../cluster/figures.ts';
import type { Stream } from '../protocol/stream.ts';
import type { Hit, HitStream } from './problem.ts';

/**
 * The streams that problems affect. A stream counts once, however many copies it has; its copies on several
 * applications are counted separately.
 */

/** Most streams that are kept by name: more than anybody reads, and little for a comparison of two samples. */
const MOST_NAMED = 500;

/** A copy of a stream, as memories and lists hold it. */
interface Copy {
  readonly stream: Stream;
  /** When a source last contained it, Unix ms. */
  readonly seenAt?: number | undefined;
}

type StreamsHit = Pick<Hit, 'streams' | 'copies'>;

/** The keys of the streams, each once. */
export const streamKeys = (copies: readonly Copy[]): readonly string[] => [
  ...new Set(copies.map(({ stream }) => stream.streamKey)),
];

/**
 * The streams of these copies: first those in `missing`, then those with the most viewers. Without copies an empty
 * object.
 */
export function hitStreams(copies: readonly Copy[], missing?: readonly Copy[]): StreamsHit {
  if (copies.length === 0) return {};
  const away = missing && new Set(missing.map(({ stream }) => streamName(stream)));
  const hit = copies.map(({ stream, seenAt }): HitStream => {
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
  const streams = mergeCopies(hit);
  return { streams: { count: streams.length, first: streams.slice(0, MOST_NAMED) }, copies: copies.length };
}

/**
 * Everything that several problems affect together. `keys`: the keys of all their streams, needed if they affect
 * more streams than they name.
 */
export function mergeHitStreams(
  hits: readonly (StreamsHit | undefined)[],
  keys: ReadonlySet<string>,
): StreamsHit {
  if (keys.size === 0) return {};
  const first = mergeCopies(hits.flatMap((hit) => hit?.streams?.first ?? []));
  return {
    streams: { count: keys.size, first: first.slice(0, MOST_NAMED) },
    copies: sumKnown(hits.map((hit) => hit?.copies)),
  };
}

/**
 * Each stream once: its copy with the most viewers, with the sum of all viewers. A stream is back once all its
 * copies are.
 */
function mergeCopies(copies: readonly HitStream[]): readonly HitStream[] {
  return [...Map.groupBy(copies, ({ streamKey }) => streamKey).values()]
    .flatMap((own) => {
      const [most] = own.toSorted(byViewers);
      if (!most) return [];
      const copies = own.reduce((sum, one) => sum + (one.copies ?? 1), 0);
      const isBack = leastKnown(
        own.map((copy) => (copy.isBack === undefined ? undefined : Number(copy.isBack))),
      );
      return [
        {
          ...most,
          viewers: sumKnown(own.map(({ viewers }) => viewers)),
          ...(copies > 1 && { copies }),
          isBack: isBack === undefined ? undefined : isBack === 1,
        },
      ];
    })
    .sort((a, b) => Number(a.isBack ?? false) - Number(b.isBack ?? false) || byViewers(a, b));
}

function byViewers(a: HitStream, b: HitStream): number {
  return (b.viewers ?? 0) - (a.viewers ?? 0);
}
