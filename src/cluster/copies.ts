import type { Stream } from '../protocol/stream.ts';
import { streamName, sumKnown } from './figures.ts';
import type { ClusterState, ServerRecord, Sweep } from './state.ts';

/**
 * Which rows of a list are streams, and which are copies of them. A cluster may list a stream once more for each application
 * that transcodes or delivers it, and once for each of its renditions (A5); none of these is another stream.
 */
export interface ListedStreams {
  /** The streams by id, without copies, each with the viewers of all its copies. */
  readonly streams: ReadonlyMap<string, Stream>;
  isCopy(stream: Pick<Stream, 'application' | 'streamKey'>): boolean;
  /** The key of the stream that a row belongs to: of a rendition that of its stream. */
  keyOf(stream: Pick<Stream, 'streamKey'>): string;
  /** A stream with the viewers of all its copies: a server may count them only where they watch. */
  withCopies(stream: Stream): Stream;
}

type Items = Sweep<Stream>['items'];
const noItems: Items = new Map();
const known = new WeakMap<Items, { relays: ReadonlySet<string>; readonly listed: ListedStreams }>();

/** The streams of the last sweep. It is worked out once a sweep: several rules, the history and screens ask. */
export function listedStreams(state: ClusterState): ListedStreams {
  const items = state.streamSweep.value?.items ?? noItems;
  const relays = relaysOf(state);
  const before = known.get(items);
  if (before && isSame(before.relays, relays)) {
    // Each poll has a set of its own; the next comparison is of the same one.
    before.relays = relays;
    return before.listed;
  }
  const listed = split([...items.values()], relays, isReadInPart(state));
  known.set(items, { relays, listed });
  return listed;
}

/** The list of streams is too long to be read whole: what is counted in it may be more. */
export const isReadInPart = ({ streamSweep }: Pick<ClusterState, 'streamSweep'>): boolean =>
  streamSweep.value?.truncated === true;

/** How many rows of the last sweep are copies, and how many streams the server listed then; undefined before the first. */
export function listedCounts(state: ClusterState) {
  const { items, totalItems, completedAt, truncated, short = 0 } = state.streamSweep.value ?? {};
  if (!items || totalItems === undefined || completedAt === undefined) return undefined;
  const read = listedStreams(state).streams.size;
  const copies = items.size - read;
  // The total is that of the newest page: after a stream ended it has fewer copies than the rows that were read.
  return { copies, streams: truncated ? Math.max(read, totalItems - copies) : read + short };
}

const relaysBy = new WeakMap<readonly ServerRecord[], { sweep: unknown; relays: ReadonlySet<string> }>();
const RELAYING: ReadonlySet<string> = new Set(['edge', 'transcode']);

/** Names of the applications to which nobody publishes, because all of that name transcode or deliver. */
function relaysOf({ servers, applicationSweep }: ClusterState): ReadonlySet<string> {
  const before = relaysBy.get(servers);
  if (before && before.sweep === applicationSweep.value) return before.relays;
  const relays = new Set<string>();
  const others = new Set<string>();
  const applications = [
    ...servers.flatMap(({ server }) => server.applications ?? []),
    ...(applicationSweep.value?.items.values() ?? []),
  ];
  for (const { name, type } of applications)
    (RELAYING.has(type?.toLowerCase() ?? '') ? relays : others).add(name);
  for (const name of others) relays.delete(name);
  relaysBy.set(servers, { sweep: applicationSweep.value, relays });
  return relays;
}

const isSame = (a: ReadonlySet<string>, b: ReadonlySet<string>) =>
  a === b || (a.size === b.size && a.isSubsetOf(b));

function split(all: readonly Stream[], relays: ReadonlySet<string>, isInPart: boolean): ListedStreams {
  const renditions = renditionsOf(all);
  const isRelayed = ({ application }: Pick<Stream, 'application'>) => relays.has(application ?? '');
  const published = Map.groupBy(
    all.filter((stream) => !isRelayed(stream) && !renditions.has(stream.streamKey)),
    ({ streamKey }) => streamKey,
  );
  // Of a server that lists only what it delivers nothing else stands for the stream. Of a list read in part, the row that is
  // published may be one that was not read.
  const mayBeUnread = isInPart && published.size > 0;
  const isCopy: ListedStreams['isCopy'] = (stream) =>
    renditions.has(stream.streamKey) ||
    (isRelayed(stream) && (mayBeUnread || published.has(stream.streamKey)));
  const keyOf: ListedStreams['keyOf'] = ({ streamKey }) => renditions.get(streamKey) ?? streamKey;
  const elsewhere = new Map<string, number>();
  for (const copy of all) {
    if (!isCopy(copy) || !copy.viewerCount) continue;
    const of = keyOf(copy);
    elsewhere.set(of, (elsewhere.get(of) ?? 0) + copy.viewerCount);
  }
  /** By name: viewers of copies that the stream's own figure does not contain. */
  const uncounted = new Map<string, number>();
  for (const [key, viewers] of elsewhere) {
    const own = published.get(key) ?? [];
    const more = viewers - (sumKnown(own.map(({ viewerCount }) => viewerCount)) ?? 0);
    // Which of two streams with one key a copy belongs to is not known; all its viewers count once.
    const [first] = own.toSorted((a, b) => (a.startTime ?? 0) - (b.startTime ?? 0));
    if (first && more > 0) uncounted.set(streamName(first), more);
  }
  const withCopies = (stream: Stream): Stream => {
    const viewers = uncounted.get(streamName(stream));
    return viewers ? { ...stream, viewerCount: (stream.viewerCount ?? 0) + viewers } : stream;
  };
  const streams = all
    .filter((stream) => !isCopy(stream))
    .map((stream) => [stream.id, withCopies(stream)] as const);
  return { streams: new Map(streams), isCopy, keyOf, withCopies };
}

/**
 * The keys of renditions, with the key of their stream. Renditions may list each other, so a stream that is itself a rendition
 * of a stream with a shorter key has none.
 */
function renditionsOf(all: readonly Stream[]): ReadonlyMap<string, string> {
  const renditions = new Map<string, string>();
  const parents = all.filter(({ subStreams }) => (subStreams?.length ?? 0) > 0);
  for (const { streamKey, subStreams } of parents.toSorted(
    (a, b) => a.streamKey.length - b.streamKey.length,
  )) {
    if (renditions.has(streamKey)) continue;
    for (const sub of subStreams ?? [])
      if (sub.streamKey && sub.streamKey !== streamKey) renditions.set(sub.streamKey, streamKey);
  }
  return renditions;
}
