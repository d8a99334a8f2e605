import type { ClusterState } from '../../cluster/state.ts';
import type { Stream } from '../../protocol/stream.ts';
import { askedFilter } from '../lists/asked-filter.ts';
import type { Sort } from '../lists/column.ts';
import { streamColumns } from './columns.ts';

/** The filter of a list of streams (A5). */
export const streamFilter = askedFilter(streamColumns, ({ streamKey }) => streamKey, {
  application: { name: 'app', of: ({ application }) => application },
  streamState: { name: 'state', of: ({ state }) => state },
});
export type StreamFilter = typeof streamFilter.none;

/** Most viewers first; unhealthy streams have their own list above (`unhealthy-streams.ts`). */
export const firstStreamSort: Sort = { key: 'viewerCount', descending: true };

/** `:streams live` means the application with that name if the cluster has one, else keys that contain the word. */
export function namedApplication(state: ClusterState, filter: StreamFilter): StreamFilter {
  const { search, application } = filter;
  if (search === '' || application !== undefined) return filter;
  const known =
    state.servers.some((server) => server.server.applications?.some((each) => each.name === search)) ||
    [...(state.streamSweep.value?.items.values() ?? [])].some((stream) => stream.application === search);
  return known ? { ...filter, search: '', application: search } : filter;
}

/** The streams of the last sweep and of the visible window, each once. */
export function knownStreams({ streamSweep, streams }: ClusterState): readonly Stream[] {
  const known = new Map<string, Stream>();
  for (const items of [streamSweep.value?.items, streams.value?.items])
    for (const stream of items?.values() ?? []) known.set(stream.id, stream);
  return [...known.values()];
}

/** The stream that is published with this key now; undefined if there is none, or several applications have one. */
export function streamNamed(
  state: ClusterState,
  streamKey: string,
  application?: string,
): Stream | undefined {
  const named = knownStreams(state).filter(
    (stream) => stream.streamKey === streamKey && (application ?? stream.application) === stream.application,
  );
  const isOnOne = new Set(named.map((stream) => stream.application ?? '')).size === 1;
  return isOnOne ? named.at(-1) : undefined;
}
