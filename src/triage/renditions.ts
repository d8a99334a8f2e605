import { streamName } from '../cluster/figures.ts';
import { mostWatched } from './hit-streams.ts';
import type { StreamTrack } from './memory/streams.ts';
import type { RuleInput } from './rule.ts';

/**
 * Streams that have had fewer renditions since then (Unix ms), and those of which the last sweep had copies on these
 * applications, which are gone: the next one takes a minute. Those with the most viewers first.
 */
export function withFewerRenditions(
  { streams: { tracks }, state }: Pick<RuleInput, 'streams' | 'state'>,
  since: number,
  gone: ReadonlySet<string> = new Set(),
): readonly StreamTrack[] {
  const copied = new Set<string>();
  if (gone.size > 0)
    for (const row of state.streamSweep.value?.items.values() ?? [])
      if (gone.has(row.application ?? '') && !tracks.has(streamName(row))) copied.add(row.streamKey);
  const isPoorer = ({ fewerSince = 0, stream }: StreamTrack) =>
    fewerSince >= since || copied.has(stream.streamKey);
  return mostWatched([...tracks.values()].filter(isPoorer));
}

/** Sum of the viewers of these streams; undefined if there are no streams. */
export function watching(tracks: readonly StreamTrack[]): number | undefined {
  return tracks.reduce((sum, { stream }) => sum + (stream.viewerCount ?? 0), 0) || undefined;
}
