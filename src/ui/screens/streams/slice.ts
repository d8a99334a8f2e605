import type { Rect } from '../../../base/text.ts';
import { sameQuery } from '../../../cluster/reduce-lists.ts';
import type { ClusterState } from '../../../cluster/state.ts';
import type { Stream } from '../../../protocol/stream.ts';
import { sessionSpans } from '../../../views/formats/spans.ts';
import { compareBy, type Sort } from '../../../views/lists/column.ts';
import { shownItems } from '../../../views/lists/paged-list.ts';
import { streamColumns } from '../../../views/streams/columns.ts';
import { firstPeriodSort } from '../../../views/streams/periods.ts';
import {
  findStream,
  firstStreamSort,
  noStreamFilter,
  passesStreamFilter,
  type StreamFilter,
  streamFilterText,
  streamQuery,
} from '../../../views/streams/streams.ts';
import { type UnhealthyStream, unhealthyStreams } from '../../../views/streams/unhealthy-streams.ts';
import { type LoadedList, loadedList, notLoaded, sweptList } from '../../list-screen/loaded-list.ts';
import type { WatchSlice } from '../../list-screen/watch-list.ts';
import { type ListPosition, listStart } from '../../primitives/list.ts';
import type { View } from '../../view.ts';

/** Which of the lists has the focus: every stream, the unhealthy ones, the marked ones, or sessions of the past. */
export const streamParts = ['all', 'worst', 'watched', 'sessions'] as const;
export type StreamsPart = (typeof streamParts)[number];

export interface StreamsSlice extends StreamFilter, WatchSlice {
  readonly part: StreamsPart;
  readonly all: ListPosition;
  readonly worst: ListPosition;
  readonly sort: Sort;
  readonly session: ListPosition;
  readonly sessionSort: Sort;
  /** Period of the sessions, ms. */
  readonly sessionSpan: number;
  /** A row for each stream, or one for each application. */
  readonly sessionsBy: 'streams' | 'applications';
}

export const streamsStart: StreamsSlice = {
  ...noStreamFilter,
  part: 'all',
  all: listStart,
  worst: listStart,
  watch: listStart,
  sort: firstStreamSort,
  session: listStart,
  sessionSort: firstPeriodSort,
  sessionSpan: sessionSpans[0],
  sessionsBy: 'streams',
  watched: [],
  opened: undefined,
  detailScroll: 0,
};

/** A patch for the way here from another screen, with the streams that pass a filter; Esc leads back. */
export function streamsOf(filter: Partial<StreamFilter>): Partial<StreamsSlice> {
  return { ...noStreamFilter, ...filter, part: 'all', all: listStart, opened: undefined };
}

export interface StreamsLayout {
  readonly worst?: Rect;
  readonly all?: Rect;
  readonly watched?: Rect;
  readonly sessions?: Rect;
}

const BOTH_ROWS = 16;
/** Height of the unhealthy ones, by the window alone: nothing jumps when a stream falls ill or recovers. */
const MIN_ROWS = 6;
const MAX_ROWS = 10;

/** The unhealthy ones stand above all streams; in a low window only the part with the focus is there. */
export function streamsLayout({ part }: Pick<StreamsSlice, 'part'>, area: Rect): StreamsLayout {
  if (part === 'watched' || part === 'sessions') return { [part]: area };
  if (area.height < BOTH_ROWS) return { [part]: area };
  const top = Math.min(MAX_ROWS, Math.max(MIN_ROWS, Math.round(area.height * 0.3)));
  return {
    worst: { ...area, height: top },
    all: { ...area, y: area.y + top, height: area.height - top },
  };
}

export interface LoadedStreams extends LoadedList<Stream> {
  readonly orderIgnored: boolean;
}

/** The endless list as it stands. What answers an older question is not shown as the answer to this one. */
export function loadedStreams(state: ClusterState, slice: StreamsSlice): LoadedStreams {
  const { key, descending } = slice.sort;
  const compare = compareBy(streamColumns, slice.sort, ({ id }: Stream) => id);
  const swept = state.streamSweep.value?.items;
  // A moment out of the stored history has no list but the sweep's.
  if ((slice.terms !== '' || !state.streams.value) && swept) {
    const name = `${streamFilterText(slice)}\n${key} ${descending}`;
    const passes = (stream: Stream) => passesStreamFilter(stream, slice);
    const list = sweptList({ items: swept, name, passes, compare, identity: ({ id }) => id });
    const rowAt = (index: number) => findStream(state, list.idAt(index) ?? '').stream;
    return { ...list, rowAt, orderIgnored: false };
  }
  const list = state.streams.value;
  if (!list || !sameQuery(list.query, streamQuery(slice, slice.sort))) {
    return { ...notLoaded, orderIgnored: false };
  }
  const items = shownItems(list, `${key} ${descending}`, compare);
  return { ...loadedList(list, items, ({ id }) => id), orderIgnored: list.orderIgnored };
}

/** The unhealthy streams that pass the filter, most viewers at risk first. */
export function shownUnhealthy(
  { state, triage }: Pick<View, 'state' | 'triage'>,
  filter: StreamFilter,
): UnhealthyStream[] {
  return unhealthyStreams(state, triage).filter(({ stream }) => passesStreamFilter(stream, filter));
}

/** Their ids. */
export function unhealthyIds(view: Pick<View, 'state' | 'triage'>, filter: StreamFilter): string[] {
  return shownUnhealthy(view, filter).map(({ stream }) => stream.id);
}
