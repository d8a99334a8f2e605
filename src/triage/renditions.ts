import type { StreamMemory, StreamTrack } from './memory/streams.ts';

/** Streams that have had fewer renditions since then (Unix ms); those with the most viewers first. */
export function withFewerRenditions(streams: StreamMemory, since: number): readonly StreamTrack[] {
  return [...streams.tracks.values()]
    .filter(({ fewerSince }) => fewerSince !== undefined && fewerSince >= since)
    .sort((a, b) => (b.stream.viewerCount ?? 0) - (a.stream.viewerCount ?? 0));
}

/** Sum of the viewers of these streams; undefined if there are no streams. */
export function watching(tracks: readonly StreamTrack[]): number | undefined {
  return tracks.reduce((sum, { stream }) => sum + (stream.viewerCount ?? 0), 0) || undefined;
}
