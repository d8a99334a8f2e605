import type { ClusterState, StreamQuery } from '../../cluster/state.ts';
import type { Stream } from '../../protocol/stream.ts';
import type { Sort } from '../lists/column.ts';
import {
  type Counted,
  countedBy,
  fieldNamed,
  filterTerms,
  type ListFilter,
  parseListFilter,
} from '../lists/filter.ts';
import { byIdentity } from '../lists/paged-list.ts';
import { streamColumns } from './columns.ts';

/** The filter of a list of streams; empty members filter nothing. The server applies it (A5). */
export interface StreamFilter {
  readonly search: string;
  readonly application: string | undefined;
  readonly streamState: string | undefined;
  /** Terms that the server cannot filter by, such as `viewers>500` and `!test`. */
  readonly terms: string;
}

export const noStreamFilter: StreamFilter = {
  search: '',
  application: undefined,
  streamState: undefined,
  terms: '',
};

/** Most viewers first; unhealthy streams have their own list above (`unhealthy-streams.ts`). */
export const firstStreamSort: Sort = { key: 'viewerCount', descending: true };

/** The query for the server (A5), without members that filter nothing. */
export function streamQuery(filter: StreamFilter, sort: Sort): StreamQuery {
  return {
    orderBy: sort.key,
    order: sort.descending ? 'desc' : 'asc',
    ...(filter.search !== '' && { search: filter.search }),
    ...(filter.application !== undefined && { application: filter.application }),
    ...(filter.streamState !== undefined && { streamState: filter.streamState }),
  };
}

/** Whether any part of the filter is set. */
export function isStreamFiltered({ search, application, streamState, terms }: StreamFilter): boolean {
  return search !== '' || application !== undefined || streamState !== undefined || terms !== '';
}

/**
 * Parses text such as `live app:vod state:CLOSED viewers>500 !test`: the terms that the server can filter by, and
 * the rest.
 */
export function parseStreamFilter(text: string): StreamFilter {
  const search: string[] = [];
  const terms: string[] = [];
  let application: string | undefined;
  let streamState: string | undefined;
  for (const { text: term, not, field, sign, value } of filterTerms(text)) {
    if (!not && field === 'app' && sign === ':') application = value === '' ? undefined : value;
    else if (!not && field === 'state' && sign === ':') streamState = value === '' ? undefined : value;
    else if (not || (field !== undefined && fieldNamed(field, streamColumns))) terms.push(term);
    else search.push(field === undefined ? value : term);
  }
  return { search: search.join(' '), application, streamState, terms: terms.join(' ') };
}

/** The part of a filter that the server cannot apply. */
export function streamTerms({ terms }: StreamFilter): ListFilter<Stream> {
  return parseListFilter(terms, streamColumns, ({ streamKey }) => streamKey);
}

/** `:streams live` means the application with that name if the cluster has one, else keys that contain the word. */
export function namedApplication(state: ClusterState, filter: StreamFilter): StreamFilter {
  const { search, application } = filter;
  if (search === '' || application !== undefined) return filter;
  const known =
    state.servers.some((server) => server.server.applications?.some((each) => each.name === search)) ||
    [...(state.streamSweep.value?.items.values() ?? [])].some((stream) => stream.application === search);
  return known ? { ...filter, search: '', application: search } : filter;
}

/** The filter as text, which `parseStreamFilter` parses again. */
export function streamFilterText({ search, application, streamState, terms }: StreamFilter): string {
  const word = (name: string, value: string | undefined) =>
    value === undefined ? '' : `${name}:${/\s/u.test(value) ? `"${value}"` : value}`;
  return [search, word('app', application), word('state', streamState), terms]
    .filter((part) => part !== '')
    .join(' ');
}

/** Whether a stream that was read without this filter matches it. */
export function passesStreamFilter(stream: Stream, filter: StreamFilter): boolean {
  return (
    (filter.application === undefined || stream.application === filter.application) &&
    (filter.streamState === undefined || stream.state === filter.streamState) &&
    stream.streamKey.toLowerCase().includes(filter.search.toLowerCase()) &&
    (filter.terms === '' || streamTerms(filter).test(stream))
  );
}

/** States that occurred, the most frequent first; there is no fixed list. */
export function statesSeen({ streamSweep, streams }: ClusterState): readonly Counted[] {
  const known = new Map<string, Stream>();
  for (const items of [streamSweep.value?.items, streams.value?.items])
    for (const stream of items?.values() ?? []) known.set(stream.id, stream);
  return countedBy([...known.values()], ({ state }) => state);
}

/** The stream that is published with this key now; undefined if there is none, or several applications have one. */
export function streamNamed(
  state: ClusterState,
  streamKey: string,
  application?: string,
): Stream | undefined {
  const known = new Map<string, Stream>();
  for (const items of [state.streamSweep.value?.items, state.streams.value?.items]) {
    for (const stream of items?.values() ?? []) {
      const isIt =
        stream.streamKey === streamKey && (application ?? stream.application) === stream.application;
      if (isIt) known.set(stream.application ?? '', stream);
    }
  }
  return known.size === 1 ? [...known.values()][0] : undefined;
}

/**
 * A stream by its id, from the newest response that contains it. `endedAt`: since when the look-up does not find
 * it.
 */
export function findStream(
  state: ClusterState,
  id: string,
): { readonly stream: Stream | undefined; readonly endedAt: number | undefined } {
  const watched = state.watchedStreams.value?.find((each) => each.id === id);
  if (watched?.endedAt !== undefined) {
    return { stream: watched.value ?? state.streamSweep.value?.items.get(id), endedAt: watched.endedAt };
  }
  const sources = [
    { stream: watched?.value, at: state.watchedStreams.updatedAt },
    {
      stream: byIdentity(state.streams.value?.items ?? new Map<number, Stream>(), (stream) => stream.id).get(
        id,
      ),
      at: state.streams.updatedAt,
    },
    // A running sweep still has rows of the previous one, so it counts with the time at which that was completed.
    { stream: state.streamSweep.value?.items.get(id), at: state.streamSweep.value?.completedAt },
  ];
  let newest: (typeof sources)[number] | undefined;
  for (const source of sources) {
    if (source.stream && (!newest?.stream || (source.at ?? 0) > (newest.at ?? 0))) newest = source;
  }
  return { stream: newest?.stream, endedAt: undefined };
}
