import type { StreamMemory, StreamTrack } from './memory/streams.ts';
import { counted, listed } from './words.ts';

/** Streams that have fewer renditions since then (Unix ms); the one with the most viewers first. */
export function withFewerRenditions(streams: StreamMemory, since: number): readonly StreamTrack[] {
  return [...streams.tracks.values()]
    .filter(({ fewerSince }) => fewerSince !== undefined && fewerSince >= since)
    .sort((a, b) => (b.stream.viewerCount ?? 0) - (a.stream.viewerCount ?? 0));
}

/** `; 2 streams lost sub-streams: a, b`; empty where none did. */
export function renditionWords(tracks: readonly StreamTrack[]): string {
  const names = tracks.map(({ stream }) => stream.streamKey);
  return names.length === 0 ? '' : `; ${counted(names.length, 'stream')} lost sub-streams: ${listed(names)}`;
}

/** Viewers of these streams; undefined where there are none. */
export function watching(tracks: readonly StreamTrack[]): number | undefined {
  return tracks.reduce((sum, { stream }) => sum + (stream.viewerCount ?? 0), 0) || undefined;
}
