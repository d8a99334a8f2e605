import { count, duration, whole } from '../../../base/format.ts';
import type { Line, Rect } from '../../../base/text.ts';
import { staleFor } from '../../../cluster/freshness.ts';
import type { ClusterState } from '../../../cluster/state.ts';
import { rateScale } from '../../../views/lists/cells.ts';
import { orderWords, screenColumns } from '../../../views/lists/column.ts';
import { scopeNote } from '../../../views/lists/paged-list.ts';
import { type StreamRow, streamColumns } from '../../../views/streams/columns.ts';
import { findStream, isFiltered, streamFilterText } from '../../../views/streams/streams.ts';
import { totalAtRisk } from '../../../views/streams/unhealthy-streams.ts';
import { emptyLine, rowsInSight } from '../../list-screen/loaded-list.ts';
import { tableRows } from '../../list-screen/table-rows.ts';
import { placeEndless } from '../../primitives/endless-list.ts';
import { placeList, selectedRow } from '../../primitives/list.ts';
import { tablePanel } from '../../primitives/table-panel.ts';
import { titleParts, unreadablePart } from '../../primitives/title-parts.ts';
import type { Pane, View } from '../../view.ts';
import { sessionsPane } from './sessions.ts';
import { loadedStreams, type StreamsSlice, shownUnhealthy, streamsLayout } from './slice.ts';

export function streamListPanes(view: View, slice: StreamsSlice, area: Rect): Pane[] {
  const layout = streamsLayout(slice, area);
  const panes: Pane[] = [];
  if (layout.worst) panes.push(worstPane(view, slice, layout.worst));
  if (layout.all) panes.push(allPane(view, slice, layout.all));
  if (layout.watched) panes.push(watchedPane(view, slice, layout.watched));
  if (layout.sessions) panes.push(sessionsPane(view, slice, layout.sessions));
  return panes;
}

function allPane(view: View, slice: StreamsSlice, rect: Rect): Pane {
  const list = loadedStreams(view.state, slice);
  const height = tableRows(rect);
  const placed = placeEndless(slice.all, list, height);
  const focus = slice.part === 'all';
  const row = (index: number): StreamRow | undefined => {
    const stream = list.rowAt(index);
    return (
      stream && { id: stream.id, stream, endedAt: undefined, watched: slice.watched.includes(stream.id) }
    );
  };
  const title = isFiltered(slice) ? `Streams: ${streamFilterText(slice)}` : 'Streams';
  const total = list.totalItems === undefined ? undefined : `${count(list.totalItems)} in all`;
  const position = list.count === 0 ? total : `${whole(placed.index + 1)} of ${count(list.totalItems)}`;
  const scope = isFiltered(slice)
    ? undefined
    : scopeNote(list.totalItems, view.state.dashboard.value?.streamStats?.total?.value);
  const right = titleParts(title, rect.width, [
    placed.vanished ? [{ text: 'the selected stream is gone from here', tone: 'warn' }] : undefined,
    position === undefined ? undefined : [{ text: position, tone: 'dim' }],
    list.orderIgnored ? [{ text: 'only the loaded part is sorted', tone: 'warn' }] : undefined,
    scope === undefined ? undefined : [{ text: scope, tone: 'warn' }],
    unreadablePart(view.state.streams.unreadable),
    [{ text: orderWords(streamColumns, slice.sort), tone: 'dim' }],
  ]);
  const rows = rowsInSight(list, placed.scroll, height, row);
  const lines = tablePanel(
    {
      title,
      right,
      stale: staleFor(view.state.streams, view.now),
      focus,
      columns: shownColumns(view, rows, 'all'),
      data: (index) => rows[index - placed.scroll],
      count: list.count,
      scroll: placed.scroll,
      selected: selectedRow(placed),
      sort: slice.sort,
      placeholder: '  ···  not loaded yet',
      empty: [emptyLine(view.state.streams.error, view.now, list.current, view.held, emptyWords(slice))],
    },
    rect,
  );
  return { id: 'streams.all', rect, lines };
}

function emptyWords(slice: StreamsSlice): string {
  if (!isFiltered(slice)) return 'The server lists no streams.';
  // Which application a stream belongs to is the server's word: often the one that ingests it.
  const hint =
    slice.application === undefined ? '' : ' Streams may be listed under the application that ingests them.';
  return `No stream passes this filter. Esc takes it back.${hint}`;
}

function worstPane(view: View, slice: StreamsSlice, rect: Rect): Pane {
  const list = shownUnhealthy(view, slice);
  const ids = list.map(({ stream }) => stream.id);
  const focus = slice.part === 'worst';
  const title = 'Unhealthy, most viewers at risk first';
  const figures: Line = [
    { text: ids.length === 0 ? 'none' : `▲ ${count(ids.length)}`, tone: ids.length === 0 ? 'ok' : 'warn' },
    { text: ids.length === 0 ? '' : `, ${count(totalAtRisk(list))} viewers at risk`, tone: 'dim' },
  ];
  const parts: Line[] = [figures, [{ text: basisWords(view), tone: 'dim' }]];
  const text = `No stream${isFiltered(slice) ? ' that passes the filter' : ''} is unhealthy, ${basisWords(view)}.`;
  const empty: Line =
    view.state.streamSweep.value?.items.size || view.state.streams.value?.items.size
      ? [{ text: `✔ ${text}`, tone: 'ok' }]
      : [{ text: 'No stream was read yet.', tone: 'dim' }];
  return localPane('worst', view, slice, { rect, ids, focus, title, parts, empty: [empty] });
}

/** What the list of unhealthy streams was made of. */
function basisWords({ state, now }: View): string {
  const sweep = state.streamSweep.value;
  if (!sweep || sweep.items.size === 0) return 'of those loaded';
  if (sweep.completedAt === undefined) return `of ${count(sweep.items.size)} read so far`;
  const most = sweep.truncated ? `the first ${count(sweep.items.size)}` : `all ${count(sweep.items.size)}`;
  return `of ${most}, ${duration(now - sweep.completedAt)} ago`;
}

function watchedPane(view: View, slice: StreamsSlice, rect: Rect): Pane {
  const ended = slice.watched.filter((id) => findStream(view.state, id).endedAt !== undefined).length;
  const parts: Line[] = [
    [{ text: `${slice.watched.length} watched`, tone: 'dim' }],
    ended === 0 ? [] : [{ text: `${ended} ended`, tone: 'warn' }],
  ];
  const empty: Line[] = [
    [{ text: 'Nothing is watched yet.', tone: 'dim' }],
    [{ text: 'm marks the selected stream, i looks streams up by id, v goes back to all.', tone: 'dim' }],
  ];
  return localPane('watched', view, slice, {
    rect,
    ids: slice.watched,
    focus: true,
    title: 'Watched streams',
    parts,
    empty,
  });
}

interface LocalList {
  readonly rect: Rect;
  readonly ids: readonly string[];
  readonly focus: boolean;
  readonly title: string;
  readonly parts: readonly Line[];
  readonly empty: readonly Line[];
}

function localPane(part: 'worst' | 'watched', view: View, slice: StreamsSlice, list: LocalList): Pane {
  const { rect, ids, focus, title } = list;
  const height = tableRows(rect);
  const placed = placeList(part === 'worst' ? slice.worst : slice.watch, ids, height);
  const rows = ids.slice(placed.scroll, placed.scroll + height).map((id) => rowOf(view.state, slice, id));
  const gone: Line | undefined = placed.vanished
    ? [
        {
          text: part === 'worst' ? 'the selected stream is well again, or gone' : 'no longer watched',
          tone: 'warn',
        },
      ]
    : undefined;
  const right = titleParts(title, rect.width, [gone, ...list.parts]);
  const lines = tablePanel(
    {
      title,
      right,
      stale: staleFor(part === 'worst' ? view.state.streamSweep : view.state.watchedStreams, view.now),
      focus,
      columns: shownColumns(view, rows, part),
      data: (index) => rows[index - placed.scroll],
      count: ids.length,
      scroll: placed.scroll,
      selected: focus ? selectedRow(placed) : undefined,
      empty: list.empty,
    },
    rect,
  );
  return { id: `streams.${part}`, rect, lines };
}

function rowOf(state: ClusterState, slice: StreamsSlice, id: string): StreamRow {
  return { id, ...findStream(state, id), watched: slice.watched.includes(id) };
}

function shownColumns(
  view: View,
  rows: readonly (StreamRow | undefined)[],
  part: 'all' | 'worst' | 'watched',
) {
  const scale = rateScale(rows.map((row) => row?.stream));
  return screenColumns(streamColumns, { view, scale, part }, view.display.columns?.streams);
}
