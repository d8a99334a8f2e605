import { count, duration, whole } from '../../../base/format.ts';
import type { Line } from '../../../base/text.ts';
import { listedCounts, listedStreams } from '../../../cluster/copies.ts';
import { staleFor } from '../../../cluster/freshness.ts';
import type { Stream } from '../../../protocol/stream.ts';
import { rateScale } from '../../../views/lists/cells.ts';
import { orderWords, screenColumns } from '../../../views/lists/column.ts';
import { equalColumns } from '../../../views/lists/equal-columns.ts';
import { scopeNote, shortWords } from '../../../views/lists/paged-list.ts';
import { longestName, type StreamRow, streamColumns } from '../../../views/streams/columns.ts';
import { isStreamFiltered, streamFilterText } from '../../../views/streams/streams.ts';
import { totalAtRisk } from '../../../views/streams/unhealthy-streams.ts';
import { nothingSelected } from '../../list-screen/beside.ts';
import { emptyLine, type LoadedList } from '../../list-screen/loaded-list.ts';
import { listPane, type ShownList } from '../../list-screen/shown-list.ts';
import { allAlike, shortPart, titleParts, unreadablePart } from '../../primitives/panel.ts';
import type { Pane, View } from '../../view.ts';
import { streamDetailPanes } from './detail.ts';
import type { StreamsModel } from './model.ts';
import { sessionsPane } from './sessions.ts';
import type { StreamsSlice } from './slice.ts';

export function drawStreams(model: StreamsModel): Pane[] {
  const { view, slice, lists, detail, beside } = model;
  const { worst, all, watched, sessions } = lists;
  const panes: Pane[] = [];
  if (worst) panes.push(worstPane(model, worst));
  if (all && model.loaded) panes.push(allPane(model, all, model.loaded));
  if (watched) panes.push(watchedPane(model, watched));
  if (sessions) panes.push(sessionsPane(view, slice, sessions));
  if (sessions?.about) panes.push(sessions.about);
  if (detail) panes.push(...streamDetailPanes(view, detail));
  else if (beside) panes.push(nothingSelected(beside));
  return panes;
}

function allPane(model: StreamsModel, list: ShownList<StreamRow>, loaded: LoadedList<Stream>): Pane {
  const { view, slice } = model;
  const { placed } = list;
  const equal = equalStreamColumns(model);
  const title = isStreamFiltered(slice) ? `Streams: ${streamFilterText(slice)}` : 'Streams';
  const total = loaded.totalItems === undefined ? undefined : `${count(loaded.totalItems)} in all`;
  const position = list.count === 0 ? total : `${whole(placed.index + 1)} of ${count(loaded.totalItems)}`;
  const listed = isStreamFiltered(slice) ? undefined : listedCounts(view.state);
  const scope = scopeNote(listed?.streams, view.state.dashboard.value?.streamStats?.total?.value);
  const right = titleParts(title, list.rect.width, [
    placed.vanished ? [{ text: 'the selected stream is not in the list', tone: 'warn' }] : undefined,
    position === undefined ? undefined : [{ text: position, tone: 'dim' }],
    loaded.partlySorted ? [{ text: 'only the loaded part is sorted', tone: 'warn' }] : undefined,
    scope === undefined ? undefined : [{ text: scope, tone: 'warn' }],
    shortPart(view.state.streamSweep.value),
    unreadablePart(view.state.streams.unreadable),
    [{ text: orderWords(streamColumns, slice.sort), tone: 'dim' }],
    allAlike(equal),
    listed?.copies ? [{ text: `${count(listed.copies)} of them copies`, tone: 'dim' }] : undefined,
  ]);
  return listPane('streams.all', list, {
    title,
    right,
    stale: staleFor(view.state.streams, view.now),
    focus: slice.part === 'all',
    columns: shownColumns(view, list.rows, 'all', equal),
    sort: slice.sort,
    placeholder: '  ···  not loaded yet',
    empty: [emptyLine(view, view.state.streams.error, loaded.current, emptyWords(slice))],
  });
}

function emptyWords(slice: StreamsSlice): string {
  if (!isStreamFiltered(slice)) return 'The server lists no streams.';
  // The server decides under which application it lists a stream: often the one that ingests it.
  const hint =
    slice.application === undefined ? '' : ' Streams may be listed under the application that ingests them.';
  return `No stream matches this filter. Esc clears it.${hint}`;
}

function worstPane(model: StreamsModel, list: ShownList<StreamRow>): Pane {
  const { view, slice, unhealthy } = model;
  const title = 'Unhealthy, most viewers at risk first';
  const stale = staleFor(view.state.streamSweep, view.now);
  const isBlind = stale !== undefined || staleFor(view.state.dashboard, view.now) !== undefined;
  const none: Line = isBlind ? [] : [{ text: 'none', tone: 'ok' }];
  const some: Line = [
    { text: `▲ ${count(list.count)}`, tone: 'warn' },
    { text: `, ${count(totalAtRisk(unhealthy))} viewers at risk`, tone: 'dim' },
  ];
  const right = titleParts(title, list.rect.width, [
    gonePart(list, 'the selected stream is healthy again or gone'),
    list.count === 0 ? none : some,
    [{ text: basisWords(view), tone: 'dim' }],
  ]);
  const empty = noUnhealthyLine(view, slice, isBlind);
  const focus = slice.part === 'worst';
  return listPane('streams.worst', list, {
    title,
    right,
    stale,
    focus,
    columns: shownColumns(view, list.rows, 'worst', equalStreamColumns(model)),
    unselected: !focus,
    empty: [empty],
  });
}

function noUnhealthyLine(view: View, slice: StreamsSlice, isBlind: boolean): Line {
  const { streams, streamSweep } = view.state;
  if (!streamSweep.value?.items.size && !streams.value?.items.size)
    return [{ text: 'No stream was read yet.', tone: 'dim' }];
  const which = `No stream${isStreamFiltered(slice) ? ' that matches the filter' : ''}`;
  if (isBlind)
    return [
      { text: `Not known without an answer. ${which} was unhealthy, ${basisWords(view)}.`, tone: 'dim' },
    ];
  const text = `${which} is unhealthy, ${basisWords(view)}.`;
  return [streamSweep.value?.short ? { text, tone: 'warn' } : { text: `✔ ${text}`, tone: 'ok' }];
}

/** Which data the list of unhealthy streams is based on, and its age. */
function basisWords({ state, now }: View): string {
  const sweep = state.streamSweep.value;
  if (!sweep || sweep.items.size === 0) return 'of those loaded';
  if (sweep.completedAt === undefined) return `of ${count(sweep.items.size)} read so far`;
  const { items, truncated, isWorstFirst, totalItems } = sweep;
  const part = shortWords(sweep);
  if (part) return `of ${part}`;
  const most = truncated
    ? `the ${isWorstFirst ? 'worst' : 'first'} ${count(items.size)} of ${count(totalItems)}`
    : `all ${count(listedStreams(state).streams.size)}`;
  const order = truncated && !isWorstFirst ? ', not sorted by health' : '';
  return `of ${most}${order}, ${duration(now - sweep.completedAt)} ago`;
}

function watchedPane({ view, slice, ended }: StreamsModel, list: ShownList<StreamRow>): Pane {
  const title = 'Watched streams';
  const right = titleParts(title, list.rect.width, [
    gonePart(list, 'no longer watched'),
    [{ text: `${slice.watched.length} watched`, tone: 'dim' }],
    ended === 0 ? [] : [{ text: `${ended} ended`, tone: 'warn' }],
  ]);
  return listPane('streams.watched', list, {
    title,
    right,
    stale: staleFor(view.state.watchedStreams, view.now),
    focus: true,
    columns: shownColumns(view, list.rows, 'watched'),
    empty: [
      [{ text: 'Nothing is watched yet.', tone: 'dim' }],
      [{ text: 'm marks the selected stream, i looks streams up by id, v goes back to all.', tone: 'dim' }],
    ],
  });
}

function gonePart({ placed }: ShownList, text: string): Line | undefined {
  return placed.vanished ? [{ text, tone: 'warn' }] : undefined;
}

/** The columns of a list; `equal` are those in which all streams are alike. */
function shownColumns(
  view: View,
  rows: readonly (StreamRow | undefined)[],
  part: 'all' | 'worst' | 'watched',
  equal: ReadonlyMap<string, string> = new Map(),
) {
  const scale = rateScale(rows.map((row) => row?.stream));
  const longest = longestName(rows.map((row) => row?.stream));
  const at = { view, scale, part, longest };
  const columns = screenColumns(streamColumns, at, view.display.columns?.streams);
  return columns.filter(({ key }) => !equal.has(key));
}

/** Both lists of the screen judge by all streams. */
function equalStreamColumns({ view, slice }: StreamsModel): ReadonlyMap<string, string> {
  return equalColumns(streamColumns, {
    sweep: view.state.streamSweep.value,
    loaded: view.state.streams.value?.items,
    problems: view.triage.problems,
    sort: slice.sort,
    chosen: view.display.columns?.streams,
  });
}
