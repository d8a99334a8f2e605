import type { CommandId } from '../../../actions/commands.ts';
import { dateTime } from '../../../base/format.ts';
import { cutRows, type Line, type Rect, toned } from '../../../base/text.ts';
import type { Stream } from '../../../protocol/stream.ts';
import { nextSpan, sessionSpans, spanWords } from '../../../views/formats/spans.ts';
import { compareBy, orderWords } from '../../../views/lists/column.ts';
import { parseListFilter } from '../../../views/lists/filter.ts';
import {
  basisWords,
  definitions,
  periodId,
  periodScreenColumns,
  periodsWords,
  periodWords,
  type SessionPeriods,
  streamPeriodColumns,
} from '../../../views/streams/periods.ts';
import { knownStreams, streamFilter } from '../../../views/streams/streams.ts';
import type { ListModel } from '../../list-screen/list-screen.ts';
import { rowList } from '../../list-screen/shown-list.ts';
import { listStart } from '../../primitives/list.ts';
import { panelPane } from '../../primitives/panel.ts';
import { wrapText } from '../../primitives/wrap.ts';
import type { Screen } from '../../screen.ts';
import type { ScreenShell } from '../../shell.ts';
import type { Pane, View } from '../../view.ts';
import { askOrder, reverseOrder } from '../order.ts';
import type { StreamsSlice } from './slice.ts';

const ordered: Pick<Screen<StreamsSlice>, 'order'> = {
  order: {
    columns: streamPeriodColumns,
    read: ({ sessionSort }) => sessionSort,
    write: (sessionSort) => ({ sessionSort, session: listStart }),
  },
};

export type SessionsList = Readonly<ReturnType<typeof sessionsList>>;

/** Least height of the list above its definitions. */
const LEAST_HEIGHT = 10;

/** The basis of the figures and their definitions, at the lower end of `area`. */
function aboutPane(read: SessionPeriods, area: Rect): Pane | undefined {
  const words = [`${periodWords(read.period)}, ${basisWords(read)}`, ...definitions(read.absence)];
  const lines = words.flatMap((each) => wrapText(each, area.width - 4, 'dim'));
  const height = lines.length + 2;
  if (area.height - height < LEAST_HEIGHT) return undefined;
  const [, rect] = cutRows(area, area.height - height);
  return panelPane('streams.about', rect, { title: 'What the figures mean', focus: false }, lines);
}

/** `problem`: an error in the filter; `from`: the start of the period, Unix ms. */
export function sessionsList(view: View, slice: StreamsSlice, area: Rect) {
  const { sessionSpan, sessionSort, sessionsBy, application } = slice;
  const read = view.stored?.sessionPeriods(sessionSpan, view.now);
  // The filter of streams, applied to sessions: names, and figures such as `interruptions>2`.
  const text = streamFilter.text({ ...slice, application: undefined });
  const { test, problem } = parseListFilter(text, streamPeriodColumns, periodId);
  const passing = read?.[sessionsBy].filter(
    (period) => (application === undefined || period.application === application) && test(period),
  );
  /** Undefined while the sessions are read. */
  const periods = passing?.toSorted(compareBy(streamPeriodColumns, sessionSort, periodId));
  const list = periods ?? [];
  /** What is below the list; undefined where there is no room. */
  const about = read && list.length > 0 ? aboutPane(read, area) : undefined;
  const rect = { ...area, height: area.height - (about?.rect.height ?? 0) };
  const shown = rowList(list, periodId, { rect, position: slice.session });
  const { streamKey, application: on } = shown.selected ?? {};
  const isLive = (one: Stream) => one.streamKey === streamKey && (one.application ?? '') === on;
  /** The id of the selected row's stream, if it is live. */
  const chosen = streamKey === undefined ? undefined : knownStreams(view.state).find(isLive)?.id;
  return { ...shown, chosen, periods, from: read?.period.from, problem, about };
}

export function sessionsOptions({ view, slice }: ListModel<StreamsSlice>, list: SessionsList) {
  const periods = list.periods ?? [];
  const { from, problem } = list;
  const title = `Sessions of the last ${spanWords(slice.sessionSpan)}${slice.sessionsBy === 'applications' ? ' by application' : ''}`;
  const isEmpty = list.count === 0;
  const right = [
    problem === undefined ? undefined : toned(problem, 'warn'),
    isEmpty ? undefined : [{ text: periodsWords(periods) }],
    isEmpty ? undefined : toned(`${list.placed.index + 1} of ${list.count}`, 'dim'),
    // Figures are stored by the hour, so the period begins at a full hour.
    from !== undefined && !isEmpty ? toned(`since ${dateTime(from)}`, 'dim') : undefined,
    toned(orderWords(streamPeriodColumns, slice.sessionSort), 'dim'),
  ];
  return {
    title,
    right,
    columns: periodScreenColumns,
    sort: slice.sessionSort,
    empty: [toned(emptyWords(view, slice, list.periods !== undefined), 'dim'), keysLine],
  };
}

const keysLine: Line = toned('c: another period · Tab: by application · v: back to all streams', 'dim');

function emptyWords({ stored }: View, slice: StreamsSlice, isRead: boolean): string {
  if (!stored) return 'No history is kept, so earlier sessions are not known.';
  if (!isRead) return 'Reading the history...';
  return streamFilter.isSet(slice)
    ? 'No session in this period matches the filter.'
    : 'No session is known for this period.';
}

/** The keys of this list. False for keys that work the same in every list. */
export function handleSessions(
  command: CommandId,
  shell: ScreenShell<StreamsSlice>,
  list: SessionsList,
): boolean {
  const slice = shell.slice();
  const byStreams = slice.sessionsBy === 'streams';
  const application = list.selected?.application;
  if (command === 'time.span')
    shell.set({ sessionSpan: nextSpan(sessionSpans, slice.sessionSpan) ?? sessionSpans[0] });
  else if (command === 'move.nextPane' || command === 'move.previousPane')
    shell.set({ sessionsBy: byStreams ? 'applications' : 'streams', session: listStart });
  else if (command === 'move.open' && !byStreams && application !== undefined)
    shell.set({ sessionsBy: 'streams', application, session: listStart });
  else if (command === 'table.sort') askOrder(shell, ordered);
  else if (command === 'table.reverse') reverseOrder(shell, ordered);
  else return false;
  return true;
}
