import type { ClusterState, StreamQuery } from '../cluster/state.ts';
import type { Stream } from '../protocol/stream.ts';
import type { Sort } from './column.ts';
import { byIdentity, byWord } from './paged-list.ts';

/** What a list of streams is narrowed to; empty members narrow nothing. The server filters (A5). */
export interface StreamFilter {
  readonly search: string;
  readonly application: string | undefined;
  readonly streamState: string | undefined;
}

export const noStreamFilter: StreamFilter = { search: '', application: undefined, streamState: undefined };

/** The biggest audience first; what is wrong has its own list above (`unhealthy-streams.ts`). */
export const firstStreamSort: Sort = { key: 'viewerCount', descending: true };

/** What the server is asked for (A5); a part that narrows nothing is left out. */
export function streamQuery(filter: StreamFilter, sort: Sort): StreamQuery {
  return {
    orderBy: sort.key,
    order: sort.descending ? 'desc' : 'asc',
    ...(filter.search !== '' && { search: filter.search }),
    ...(filter.application !== undefined && { application: filter.application }),
    ...(filter.streamState !== undefined && { streamState: filter.streamState }),
  };
}

/** Whether any part of the filter narrows the list. */
export function isFiltered({ search, application, streamState }: StreamFilter): boolean {
  return search !== '' || application !== undefined || streamState !== undefined;
}

const WORDS = /(?:^|\s)(app|state):(?:"([^"]*)"|(\S*))/gu;

/** `live app:vod state:CLOSED` as people type it: `app:` and `state:` with a word or a quoted text, the rest searches keys. */
export function parseStreamFilter(text: string): StreamFilter {
  let application: string | undefined;
  let streamState: string | undefined;
  const rest = text.replace(WORDS, (_all, name: string, quoted?: string, word?: string) => {
    const value = quoted ?? word ?? '';
    if (name === 'app') application = value === '' ? undefined : value;
    else streamState = value === '' ? undefined : value;
    return ' ';
  });
  return { search: rest.replace(/\s+/gu, ' ').trim(), application, streamState };
}

/** `:streams live` means the application of that name where the cluster has one, else keys that hold the word. */
export function namedApplication(state: ClusterState, filter: StreamFilter): StreamFilter {
  const { search, application } = filter;
  if (search === '' || application !== undefined) return filter;
  const known =
    state.servers.some((server) => server.server.applications?.some((each) => each.name === search)) ||
    [...(state.streamSweep.value?.items.values() ?? [])].some((stream) => stream.application === search);
  return known ? { ...filter, search: '', application: search } : filter;
}

/** The filter as `parseStreamFilter` reads it. */
export function streamFilterText({ search, application, streamState }: StreamFilter): string {
  const word = (name: string, value: string | undefined) =>
    value === undefined ? '' : `${name}:${/\s/u.test(value) ? `"${value}"` : value}`;
  return [search, word('app', application), word('state', streamState)]
    .filter((part) => part !== '')
    .join(' ');
}

/** Whether the filter holds for a stream that was not asked for with it. */
export function passesStreamFilter(stream: Stream, filter: StreamFilter): boolean {
  return (
    (filter.application === undefined || stream.application === filter.application) &&
    (filter.streamState === undefined || stream.state === filter.streamState) &&
    stream.streamKey.toLowerCase().includes(filter.search.toLowerCase())
  );
}

/** States that were seen, the most frequent first; never a list of our own. */
export function statesSeen(state: ClusterState, current: string | undefined): string[] {
  const counts = new Map<string, number>();
  const add = (stream: Stream) => {
    if (stream.state) counts.set(stream.state, (counts.get(stream.state) ?? 0) + 1);
  };
  for (const stream of state.streamSweep.value?.items.values() ?? []) add(stream);
  for (const stream of state.streams.value?.items.values() ?? []) add(stream);
  if (current !== undefined && !counts.has(current)) counts.set(current, 0);
  return [...counts].sort((a, b) => b[1] - a[1] || byWord(a[0], b[0])).map(([word]) => word);
}

/** The next state to filter by; after the last comes undefined, which is all of them. */
export function nextState(seen: readonly string[], current: string | undefined): string | undefined {
  return seen[current === undefined ? 0 : seen.indexOf(current) + 1];
}

/** The stream that publishes under a key now; undefined where none is known, or several applications have one. */
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

/** A stream by its id, from the newest answer that holds it. `endedAt`: the look-up no longer finds it since then. */
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
    { stream: state.streamSweep.value?.items.get(id), at: state.streamSweep.updatedAt },
  ];
  let newest: (typeof sources)[number] | undefined;
  for (const source of sources) {
    if (source.stream && (!newest?.stream || (source.at ?? 0) > (newest.at ?? 0))) newest = source;
  }
  return { stream: newest?.stream, endedAt: undefined };
}
