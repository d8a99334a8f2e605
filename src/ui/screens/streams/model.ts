import type { Rect } from '../../../base/text.ts';
import { sameQuery } from '../../../cluster/reduce-lists.ts';
import type { Stream } from '../../../protocol/stream.ts';
import { compareBy } from '../../../views/lists/column.ts';
import { reorderedWindow, shownItems } from '../../../views/lists/paged-list.ts';
import { steadyByColumn, steadyOrder } from '../../../views/lists/steady-order.ts';
import { type StreamRow, streamColumns } from '../../../views/streams/columns.ts';
import {
  findStream,
  passesStreamFilter,
  type StreamFilter,
  streamFilterText,
  streamQuery,
} from '../../../views/streams/streams.ts';
import { type UnhealthyStream, unhealthyStreams } from '../../../views/streams/unhealthy-streams.ts';
import { besideOf } from '../../list-screen/beside.ts';
import { type LoadedList, loadedList, notLoaded, sweptList } from '../../list-screen/loaded-list.ts';
import { type ShownList, type ShownLists, shownList } from '../../list-screen/shown-list.ts';
import { endlessWindow, HELD_ROWS, type ListPosition } from '../../primitives/list.ts';
import type { View } from '../../view.ts';
import { type StreamDetail, streamDetail } from './detail.ts';
import { type SessionsList, sessionsList } from './sessions.ts';
import type { StreamsPart, StreamsSlice } from './slice.ts';

interface StreamsLayout {
  readonly worst?: Rect;
  readonly all?: Rect;
  readonly watched?: Rect;
  readonly sessions?: Rect;
}

const BOTH_ROWS = 16;
/**
 * Least rows of the unhealthy streams. Their height depends on the window only, so that nothing moves when a stream
 * fails or recovers.
 */
const MIN_ROWS = 6;
const MAX_ROWS = 10;

/** The unhealthy streams are above all streams. In a low window only the list with the focus is shown. */
function streamsLayout({ part }: Pick<StreamsSlice, 'part'>, area: Rect): StreamsLayout {
  if (part === 'watched' || part === 'sessions') return { [part]: area };
  if (area.height < BOTH_ROWS) return { [part]: area };
  const top = Math.min(MAX_ROWS, Math.max(MIN_ROWS, Math.round(area.height * 0.3)));
  return {
    worst: { ...area, height: top },
    all: { ...area, y: area.y + top, height: area.height - top },
  };
}

/**
 * The list of all streams as far as it is loaded. A response to an older query is not shown for the current one.
 */
export function loadedStreams(
  { state, orders }: Pick<View, 'state' | 'orders'>,
  slice: StreamsSlice,
): LoadedList<Stream> {
  const { key, descending } = slice.sort;
  const compare = compareBy(streamColumns, slice.sort, ({ id }: Stream) => id);
  const swept = state.streamSweep.value?.items;
  // For a moment in the stored history, only the list of the last sweep exists.
  if ((slice.terms !== '' || !state.streams.value) && swept) {
    const name = `${streamFilterText(slice)}\n${key} ${descending}`;
    const passes = (stream: Stream) => passesStreamFilter(stream, slice);
    const list = sweptList({ items: swept, name, passes, compare, identity: ({ id }) => id });
    const rowAt = (index: number) => findStream(state, list.idAt(index) ?? '').stream;
    return { ...list, rowAt };
  }
  const list = state.streams.value;
  if (!list || !sameQuery(list.query, streamQuery(slice, slice.sort))) return notLoaded;
  const of = { columns: streamColumns, sort: slice.sort, list: 'streams', id: ({ id }: Stream) => id };
  const items = reorderedWindow(
    shownItems(list, `${key} ${descending}`, compare),
    endlessWindow(slice.all.scroll, HELD_ROWS, list.totalItems),
    (here) => steadyByColumn(here, of, orders),
  );
  return loadedList(list, items, ({ id }) => id);
}

/** The unhealthy streams that match the filter, those with the most affected viewers first. */
export function shownUnhealthy(
  { state, triage, orders }: Pick<View, 'state' | 'triage' | 'orders'>,
  filter: StreamFilter,
): readonly UnhealthyStream[] {
  const found = unhealthyStreams(state, triage).filter(({ stream }) => passesStreamFilter(stream, filter));
  const id = ({ stream }: UnhealthyStream) => stream.id;
  const value = ({ atRisk }: UnhealthyStream) => atRisk ?? 0;
  return steadyOrder(found, { name: 'unhealthy streams', id, value }, orders);
}

export interface StreamsModel extends ShownLists<StreamsPart> {
  readonly view: View;
  readonly slice: StreamsSlice;
  readonly lists: {
    readonly all?: ShownList<StreamRow>;
    readonly worst?: ShownList<StreamRow>;
    readonly watched?: ShownList<StreamRow>;
    readonly sessions?: SessionsList;
  };
  /** The list of all streams, while it is visible. */
  readonly loaded: LoadedList<Stream> | undefined;
  readonly unhealthy: readonly UnhealthyStream[];
  /** How many of the watched streams have ended, while their list is visible. */
  readonly ended: number;
  /** The detail of the open stream, or of the selected one if there is room beside its list. */
  readonly detail: StreamDetail | undefined;
  /** Area of the detail beside the lists. */
  readonly beside: Rect | undefined;
}

/** The visible lists with the detail of the selected stream; or the detail of the open one. */
export function streamsModel(view: View, slice: StreamsSlice, area: Rect): StreamsModel {
  const { part, opened } = slice;
  const shown = { view, slice, part, loaded: undefined, unhealthy: [], ended: 0, beside: undefined };
  if (opened !== undefined)
    return { ...shown, lists: {}, detail: streamDetail(view, opened, area, slice.detailScroll) };
  const beside = besideOf(area);
  const layout = streamsLayout(slice, beside.list);
  const { state } = view;
  const loaded = layout.all && loadedStreams(view, slice);
  const unhealthy = layout.worst ? shownUnhealthy(view, slice) : [];
  const rowOf = (id: string): StreamRow => ({
    id,
    ...findStream(state, id),
    watched: slice.watched.includes(id),
  });
  const local = (rect: Rect, ids: readonly string[], position: ListPosition) =>
    shownList({ rect, ids, position, rowAt: (index) => withId(ids[index], rowOf) });
  const lists: StreamsModel['lists'] = {
    ...(layout.worst && {
      worst: local(
        layout.worst,
        unhealthy.map(({ stream }) => stream.id),
        slice.worst,
      ),
    }),
    ...(layout.all && loaded && { all: allList(layout.all, loaded, slice) }),
    ...(layout.watched && { watched: local(layout.watched, slice.watched, slice.watch) }),
    ...(layout.sessions && { sessions: sessionsList(view, slice, layout.sessions) }),
  };
  const chosen = lists[part]?.chosen;
  const detail =
    beside.detail && chosen !== undefined ? streamDetail(view, chosen, beside.detail, undefined) : undefined;
  const ended = layout.watched ? slice.watched.filter((id) => rowOf(id).endedAt !== undefined).length : 0;
  return { ...shown, lists, loaded, unhealthy, ended, detail, beside: beside.detail };
}

function withId<T>(id: string | undefined, of: (id: string) => T): T | undefined {
  return id === undefined ? undefined : of(id);
}

function allList(rect: Rect, loaded: LoadedList<Stream>, slice: StreamsSlice): ShownList<StreamRow> {
  return shownList({
    rect,
    ids: loaded,
    position: slice.all,
    rowAt: (index) => {
      const stream = loaded.rowAt(index);
      return (
        stream && { id: stream.id, stream, endedAt: undefined, watched: slice.watched.includes(stream.id) }
      );
    },
  });
}
