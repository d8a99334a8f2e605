import type { CommandId } from '../../../actions/commands.ts';
import { counted, percent } from '../../../base/format.ts';
import { measuredScore } from '../../../cluster/figures.ts';
import { hasOwnId } from '../../../protocol/stream.ts';
import { streamColumns } from '../../../views/streams/columns.ts';
import {
  findStream,
  isStreamFiltered,
  namedApplication,
  parseStreamFilter,
  type StreamFilter,
  statesSeen,
  streamFilterText,
  streamQuery,
  streamTerms,
} from '../../../views/streams/streams.ts';
import {
  chosenIn,
  idsInSight,
  moveInList,
  type Positions,
  pointInLists,
  type ShownList,
} from '../../list-screen/shown-list.ts';
import { handleDetail, handleWatch, type Noun, toggleWatch } from '../../list-screen/watch-list.ts';
import { endlessWindow, listStart } from '../../primitives/list.ts';
import type { Screen } from '../../screen.ts';
import type { ScreenShell } from '../../shell.ts';
import { loadedStreams, type StreamsModel, shownUnhealthy, streamsModel } from './model.ts';
import { handleSessions } from './sessions.ts';
import { type StreamsPart, type StreamsSlice, streamParts, streamsStart } from './slice.ts';
import { drawStreams } from './view.ts';

type Shell = ScreenShell<StreamsSlice, StreamsModel>;

const noun: Noun = { one: 'stream', identity: 'id', screen: 'streams' };

const positions: Positions<StreamsSlice, StreamsPart> = {
  all: 'all',
  worst: 'worst',
  watched: 'watch',
  sessions: 'session',
};

function handleStreams(command: CommandId, shell: Shell): boolean {
  if (shell.slice().opened !== undefined) return inDetail(command, shell);
  const { sessions } = shell.model.lists;
  return (
    (sessions !== undefined && handleSessions(command, shell, sessions)) ||
    (command === 'list.watch' && refuseWatch(shell, chosenIn(shell.model))) ||
    handleWatch(command, shell, noun) ||
    handleList(command, shell) ||
    moveInList(command, shell, positions)
  );
}

function inDetail(command: CommandId, shell: Shell): boolean {
  const id = shell.slice().opened ?? '';
  switch (command) {
    case 'list.watch':
      if (!refuseWatch(shell, id)) toggleWatch(shell, noun, id);
      return true;
    case 'move.open': {
      const application = findStream(shell.view.state, id).stream?.application;
      if (application) shell.goTo('applications', { opened: application, detailScroll: 0 });
      return true;
    }
    default:
      return handleDetail(command, shell, noun);
  }
}

/** A stream without an id of its own cannot be looked up. */
function refuseWatch(shell: Shell, id: string | undefined): boolean {
  const stream = id === undefined ? undefined : findStream(shell.view.state, id).stream;
  if (!stream || hasOwnId(stream)) return false;
  shell.notice(
    'This stream has no id, so it cannot be watched: the server finds streams by id only.',
    'warn',
  );
  return true;
}

function handleList(command: CommandId, shell: Shell): boolean {
  const { part } = shell.slice();
  switch (command) {
    case 'move.nextPane':
    case 'move.previousPane':
      shell.set({ part: part === 'all' ? 'worst' : 'all' });
      return true;
    case 'app.back':
      if (part !== 'watched' && part !== 'sessions') return false;
      shell.set({ part: 'all' });
      return true;
    case 'move.down':
      return leaveWorst(shell);
    default:
      return false;
  }
}

/** Down on the last unhealthy stream moves to the list of all streams, if both are visible. */
function leaveWorst(shell: Shell): boolean {
  const { worst, all } = shell.model.lists;
  if (shell.slice().part !== 'worst' || !worst || !all || worst.placed.index < worst.count - 1) return false;
  shell.set({ part: 'all' });
  return true;
}

export const streamsScreen: Screen<StreamsSlice, StreamsModel> = {
  initial: streamsStart,
  list: { opened: undefined, detailScroll: 0 },
  lasting: ['watched'],
  filter: {
    hint: 'Stream key, app:NAME, state:WORD, viewers>500, !test',
    isAsked: true,
    check: (text) => streamTerms(parseStreamFilter(text)).problem,
    count: ({ lists: { sessions }, loaded }) => (sessions ? sessions.periods?.length : loaded?.totalItems),
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

  model: streamsModel,
  draw: drawStreams,
  handle: handleStreams,
  object(model) {
    const id = model.slice.opened ?? chosenIn(model);
    const stream = id === undefined ? undefined : findStream(model.view.state, id).stream;
    if (!stream) return undefined;
    const { streamKey, application, state } = stream;
    const own = hasOwnId(stream) ? stream.id : undefined;
    return { kind: 'stream', values: { id: own, key: streamKey, application, state } };
  },
  point: pointInLists(positions),

  follows: ({ watched }) => ({ watchedStreams: watched }),

  interest({ slice, lists, loaded }) {
    if (slice.opened !== undefined) return { watchedStreams: [...new Set([...slice.watched, slice.opened])] };
    // The visible unhealthy streams are looked up, too, so that their figures are newer than the last sweep.
    const watchedStreams = [...new Set([...slice.watched, ...sortedIds(lists.worst)])];
    const { all } = lists;
    if (!all || !loaded) return { watchedStreams };
    // So are the visible rows of a list that comes from the sweep, which runs once a minute.
    if (slice.terms !== '') return { watchedStreams: [...watchedStreams, ...sortedIds(all)] };
    const scroll = loaded.current ? all.placed.scroll : slice.all.scroll;
    const window = endlessWindow(scroll, all.height, loaded.totalItems);
    return { watchedStreams, streams: { query: streamQuery(slice, slice.sort), ...window } };
  },

  command(argument, shell) {
    const filter = namedApplication(shell.view.state, parseStreamFilter(argument));
    shell.goTo('streams', filtered(filter));
  },

  summary({ view, slice }) {
    const list = loadedStreams(view, slice);
    const unhealthy = shownUnhealthy(view, slice).slice(0, 10);
    return [
      `${counted(list.totalItems, 'stream')}${isStreamFiltered(slice) ? ` with the filter ${streamFilterText(slice)}` : ''}.`,
      ...unhealthy.map(
        ({ stream, atRisk }) =>
          `Unhealthy: ${stream.streamKey}, health ${percent(measuredScore(stream))}, ${counted(atRisk, 'viewer')} at risk.`,
      ),
      ...slice.watched.map((id) => {
        const { stream, endedAt } = findStream(view.state, id);
        return `Watched: ${stream?.streamKey ?? id}, ${endedAt === undefined ? (stream?.state ?? 'being looked up') : 'ended'}.`;
      }),
    ];
  },
};

/** Ids of the visible rows, sorted, so that a change of the list's order causes no new request. */
function sortedIds(list: ShownList | undefined): string[] {
  return list
    ? idsInSight(list)
        .filter((id) => id !== undefined)
        .sort()
    : [];
}

function filtered(
  { search, application, streamState, terms }: StreamFilter,
  slice?: StreamsSlice,
): Partial<StreamsSlice> {
  const part = slice?.part === 'sessions' ? 'sessions' : 'all';
  const lists = { all: listStart, worst: listStart, session: listStart };
  return { search, application, streamState, terms, part, ...lists };
}
