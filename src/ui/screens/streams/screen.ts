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
import { chosenIn, idsInSight, type ShownList } from '../../list-screen/shown-list.ts';
import { endlessWindow, listStart } from '../../primitives/list.ts';
import type { Screen } from '../../screen.ts';
import { handleStreams, pointInStreams } from './keys.ts';
import { loadedStreams, type StreamsModel, shownUnhealthy, streamsModel } from './model.ts';
import { type StreamsSlice, streamParts, streamsStart } from './slice.ts';
import { drawStreams } from './view.ts';

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
  point: pointInStreams,

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
