import type { Stream } from '../protocol/stream.ts';
import type { StreamTrack } from './memory/streams.ts';
import type { HitStream, HitStreams } from './problem.ts';

/** Streams that are kept by name. */
const MOST_NAMED = 20;

export const streamKeys = (tracks: readonly StreamTrack[]): readonly string[] =>
  tracks.map(({ stream }) => stream.streamKey);

/** What a problem keeps of a stream that it hits. */
export function hitStream({ id, streamKey, application, viewerCount }: Stream): HitStream {
  return { id, streamKey, application: application ?? undefined, viewers: viewerCount ?? undefined };
}

/** The streams that a problem hits: those that are `missing` first, then those with the most viewers; none: undefined. */
export function hitStreams(
  tracks: readonly StreamTrack[],
  missing?: readonly StreamTrack[],
): HitStreams | undefined {
  if (tracks.length === 0) return undefined;
  const away = missing && new Set(missing.map(({ key }) => key));
  const hit = tracks.map(({ key, stream }) => ({ ...hitStream(stream), isBack: away && !away.has(key) }));
  const first = hit.sort(
    (a, b) => Number(a.isBack ?? false) - Number(b.isBack ?? false) || (b.viewers ?? 0) - (a.viewers ?? 0),
  );
  return { count: hit.length, first: first.slice(0, MOST_NAMED) };
}
