import type { CommandId } from '../../../actions/commands.ts';
import { count, percent } from '../../../base/format.ts';
import type { Rect } from '../../../base/text.ts';
import { measuredScore } from '../../../triage/stream-health.ts';
import { streamColumns } from '../../../views/streams/columns.ts';
import {
  findStream,
  isFiltered,
  namedApplication,
  parseStreamFilter,
  type StreamFilter,
  statesSeen,
  streamFilterText,
  streamQuery,
  streamTerms,
} from '../../../views/streams/streams.ts';
import { besideOf, withDetail } from '../../list-screen/beside.ts';
import { handleDetail, type Noun } from '../../list-screen/row-keys.ts';
import { tableRows } from '../../list-screen/table-rows.ts';
import { handleWatch, mark } from '../../list-screen/watch-list.ts';
import {
  chosenId,
  type EndlessList,
  endlessWindow,
  moveEndless,
  placeEndless,
} from '../../primitives/endless-list.ts';
import { listStart, moveList, placeList } from '../../primitives/list.ts';
import type { ScreenShell } from '../../shell.ts';
import type { View } from '../../view.ts';
import { rendered } from '../rendered.ts';
import { streamDetail } from './detail.ts';
import { streamListPanes } from './lists.ts';
import { chosenSession, countSessions, handleSessions } from './sessions.ts';
import {
  loadedStreams,
  type StreamsSlice,
  shownUnhealthy,
  streamParts,
  streamsLayout,
  streamsStart,
  unhealthyIds,
} from './slice.ts';

const noun: Noun = { one: 'stream', identity: 'id', screen: 'streams' };

export const streamsScreen = rendered<StreamsSlice>({
  initial: streamsStart,
  list: { opened: undefined, detailScroll: 0 },
  lasting: ['watched'],
  filter: {
    hint: 'Stream key, app:NAME, state:WORD, viewers>500, !test',
    isAsked: true,
    check: (text) => streamTerms(parseStreamFilter(text)).problem,
    count: (view, slice) =>
      slice.part === 'sessions' ? countSessions(view, slice) : loadedStreams(view.state, slice).totalItems,
    choices: ({ state }, slice) =>
      statesSeen(state).map(({ name, count }) => ({
        label: name,
        note: String(count),
        text: streamFilterText({ ...slice, streamState: name }),
      })),
    read: streamFilterText,
    write: (text, _, slice) => filtered(parseStreamFilter(text), slice),
  },
  order: {
    columns: streamColumns,
    read: ({ sort }) => sort,
    write: (sort) => ({ sort, part: 'all', all: listStart }),
  },
  views: {
    names: streamParts,
    read: ({ part }) => part,
    write: (name) => ({ part: streamParts.find((part) => part === name) ?? 'all' }),
  },

  render(view, slice, area) {
    if (slice.opened !== undefined)
      return [...streamDetail(view, slice.opened, area, slice.detailScroll).panes];
    return withDetail(
      besideOf(area),
      (rect) => streamListPanes(view, slice, rect),
      (rect, list) => {
        const id = chosen(view, slice, list);
        return id === undefined ? undefined : streamDetail(view, id, rect, undefined).panes;
      },
    );
  },

  handle(command, shell) {
    if (shell.slice().opened !== undefined) return inDetail(command, shell);
    const { sessions } = streamsLayout(shell.slice(), shell.area);
    return (
      (sessions !== undefined && handleSessions(command, shell, sessions)) ||
      handleWatch(command, shell, noun, () => chosenIn(shell)) ||
      handleList(command, shell) ||
      move(command, shell)
    );
  },

  follows: ({ watched }) => ({ watchedStreams: watched }),

  interest(view, slice, area) {
    if (slice.opened !== undefined) return { watchedStreams: [...new Set([...slice.watched, slice.opened])] };
    const layout = streamsLayout(slice, area);
    const worst = layout.worst ? visibleWorst(view, slice, tableRows(layout.worst)) : [];
    const watchedStreams = [...new Set([...slice.watched, ...worst])];
    if (!layout.all) return { watchedStreams };
    const list = loadedStreams(view.state, slice);
    const height = tableRows(layout.all);
    if (slice.terms !== '')
      return { watchedStreams: [...watchedStreams, ...idsInSight(slice, list, height)] };
    const scroll = list.current ? placeEndless(slice.all, list, height).scroll : slice.all.scroll;
    const window = endlessWindow(scroll, height, list.totalItems);
    return { watchedStreams, streams: { query: streamQuery(slice, slice.sort), ...window } };
  },

  command(argument, shell) {
    const filter = namedApplication(shell.view.state, parseStreamFilter(argument));
    shell.goTo('streams', filtered(filter));
  },

  summary(view, slice) {
    const list = loadedStreams(view.state, slice);
    const unhealthy = shownUnhealthy(view, slice).slice(0, 10);
    return [
      `${count(list.totalItems)} streams${isFiltered(slice) ? ` with the filter ${streamFilterText(slice)}` : ''}.`,
      ...unhealthy.map(
        ({ stream, atRisk }) =>
          `Unhealthy: ${stream.streamKey}, health ${percent(measuredScore(stream))}, ${count(atRisk)} viewers at risk.`,
      ),
      ...slice.watched.map((id) => {
        const { stream, endedAt } = findStream(view.state, id);
        return `Watched: ${stream?.streamKey ?? id}, ${endedAt === undefined ? (stream?.state ?? 'being looked up') : 'ended'}.`;
      }),
    ];
  },
});

/** The unhealthy ones in sight are looked up too, so that their figures are of now and not of the last sweep. */
function visibleWorst(view: View, slice: StreamsSlice, height: number): string[] {
  const ids = unhealthyIds(view, slice);
  const { scroll } = placeList(slice.worst, ids, height);
  // By id, so that a change of their order is no new question.
  return ids.slice(scroll, scroll + height).sort();
}

/** The rows in sight of a list that was read in full once a minute are looked up, so that their figures are of now. */
function idsInSight(slice: StreamsSlice, list: EndlessList, height: number): string[] {
  const { scroll } = placeEndless(slice.all, list, height);
  return Array.from({ length: height }, (_, row) => list.idAt(scroll + row))
    .filter((id) => id !== undefined)
    .sort();
}

function inDetail(command: CommandId, shell: ScreenShell<StreamsSlice>): boolean {
  const slice = shell.slice();
  const id = slice.opened ?? '';
  switch (command) {
    case 'list.watch':
      mark(shell, noun, id);
      return true;
    case 'move.open': {
      const application = findStream(shell.view.state, id).stream?.application;
      if (application) shell.goTo('applications', { opened: application, detailScroll: 0 });
      return true;
    }
    default:
      return handleDetail(command, shell, noun, () =>
        streamDetail(shell.view, id, shell.area, slice.detailScroll),
      );
  }
}

function handleList(command: CommandId, shell: ScreenShell<StreamsSlice>): boolean {
  const slice = shell.slice();
  switch (command) {
    case 'move.nextPane':
    case 'move.previousPane':
      shell.set({ part: slice.part === 'all' ? 'worst' : 'all' });
      return true;
    case 'app.back':
      if (slice.part !== 'watched' && slice.part !== 'sessions') return false;
      shell.set({ part: 'all' });
      return true;
    default:
      return false;
  }
}

function filtered(
  { search, application, streamState, terms }: StreamFilter,
  slice?: StreamsSlice,
): Partial<StreamsSlice> {
  const part = slice?.part === 'sessions' ? 'sessions' : 'all';
  const lists = { all: listStart, worst: listStart, session: listStart };
  return { search, application, streamState, terms, part, ...lists };
}

function move(command: CommandId, shell: ScreenShell<StreamsSlice>): boolean {
  const { view, area } = shell;
  const slice = shell.slice();
  if (slice.part === 'sessions') return false;
  const height = partHeight(slice, area);
  if (slice.part === 'all') {
    const all = moveEndless(slice.all, command, loadedStreams(view.state, slice), height);
    if (all) shell.set({ all });
    return all !== undefined;
  }
  const worst = slice.part === 'worst';
  const ids = worst ? unhealthyIds(view, slice) : slice.watched;
  // Down from the last of the unhealthy ones leads on into all streams, where both are in sight.
  const last = placeList(slice.worst, ids, height).index >= ids.length - 1;
  if (worst && command === 'move.down' && last && streamsLayout(slice, area).all) {
    shell.set({ part: 'all' });
    return true;
  }
  const moved = moveList(worst ? slice.worst : slice.watch, command, ids, height);
  if (moved) shell.set(worst ? { worst: moved } : { watch: moved });
  return moved !== undefined;
}

function partHeight(slice: StreamsSlice, area: Rect): number {
  return tableRows(streamsLayout(slice, area)[slice.part]);
}

function chosenIn({ view, slice, area }: ScreenShell<StreamsSlice>): string | undefined {
  return chosen(view, slice(), area);
}

/** Id of the selected stream; undefined where it vanished or is not loaded. */
function chosen(view: View, slice: StreamsSlice, area: Rect): string | undefined {
  const { part } = slice;
  const height = partHeight(slice, area);
  if (part === 'all') return chosenId(slice.all, loadedStreams(view.state, slice), height);
  if (part === 'sessions') return chosenSession(view, slice, area);
  const ids = part === 'worst' ? unhealthyIds(view, slice) : slice.watched;
  const placed = placeList(part === 'worst' ? slice.worst : slice.watch, ids, height);
  return placed.vanished ? undefined : ids[placed.index];
}
