import type { CommandId } from '../../../actions/commands.ts';
import { dateTime } from '../../../base/format.ts';
import type { Line, Rect } from '../../../base/text.ts';
import type { ClusterState } from '../../../cluster/state.ts';
import { nextOf, sessionSpans, spanWords } from '../../../views/formats/spans.ts';
import { orderWords } from '../../../views/lists/column.ts';
import { type ListFilter, parseListFilter } from '../../../views/lists/filter.ts';
import {
  periodId,
  periodScreenColumns,
  periodsWords,
  type StreamPeriod,
  sortedPeriods,
  streamPeriodColumns,
} from '../../../views/streams/periods.ts';
import { isFiltered, streamFilterText } from '../../../views/streams/streams.ts';
import { tableRows } from '../../list-screen/table-rows.ts';
import { listStart, moveList, placeList, selectedRow } from '../../primitives/list.ts';
import { tablePanel } from '../../primitives/table-panel.ts';
import { titleParts } from '../../primitives/title-parts.ts';
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

/** The filter of the streams, for what is known of sessions: names, and figures such as `interruptions>2`. */
function periodFilter({ search, streamState, terms }: StreamsSlice): ListFilter<StreamPeriod> {
  const text = streamFilterText({ search, streamState, terms, application: undefined });
  return parseListFilter(text, streamPeriodColumns, periodId);
}

/** What each stream or application did in the period, in order; undefined while it is read. */
function shownPeriods(view: View, slice: StreamsSlice): readonly StreamPeriod[] | undefined {
  const { sessionSpan, sessionSort, sessionsBy, application } = slice;
  const all = view.stored?.sessionPeriods(sessionSpan, view.now)?.[sessionsBy];
  const { test } = periodFilter(slice);
  const passing = all?.filter(
    (period) => (application === undefined || period.application === application) && test(period),
  );
  return passing && sortedPeriods(passing, sessionSort);
}

export function countSessions(view: View, slice: StreamsSlice): number | undefined {
  return shownPeriods(view, slice)?.length;
}

/** Sessions of the last day, week or month, a row for each stream or application, with the sum of all in the title. */
export function sessionsPane(view: View, slice: StreamsSlice, rect: Rect): Pane {
  const periods = shownPeriods(view, slice);
  const period = view.stored?.sessionPeriods(slice.sessionSpan, view.now)?.period;
  const list = periods ?? [];
  const placed = placeList(slice.session, list.map(periodId), tableRows(rect));
  const title = `Sessions of the last ${spanWords(slice.sessionSpan)}${slice.sessionsBy === 'applications' ? ' by application' : ''}`;
  const { problem } = periodFilter(slice);
  const right = titleParts(title, rect.width, [
    problem === undefined ? undefined : [{ text: problem, tone: 'warn' }],
    list.length === 0 ? undefined : [{ text: periodsWords(list) }],
    list.length === 0 ? undefined : [{ text: `${placed.index + 1} of ${list.length}`, tone: 'dim' }],
    // Figures are kept by the hour: the period begins on one.
    period && list.length > 0 ? [{ text: `since ${dateTime(period.from)}`, tone: 'dim' }] : undefined,
    [{ text: orderWords(streamPeriodColumns, slice.sessionSort), tone: 'dim' }],
  ]);
  const lines = tablePanel(
    {
      title,
      right,
      focus: true,
      columns: periodScreenColumns,
      data: (index) => list[index],
      count: list.length,
      scroll: placed.scroll,
      selected: selectedRow(placed),
      sort: slice.sessionSort,
      empty: [[{ text: emptyWords(view, slice, periods !== undefined), tone: 'dim' }], keysLine],
    },
    rect,
  );
  return { id: 'streams.sessions', rect, lines };
}

const keysLine: Line = [
  { text: 'c changes the period, Tab sums up by application, v goes back to all streams.', tone: 'dim' },
];

function emptyWords({ stored }: View, slice: StreamsSlice, isRead: boolean): string {
  if (!stored) return 'No history is kept, so nothing is known of earlier sessions.';
  if (!isRead) return 'Reading the history...';
  return isFiltered(slice)
    ? 'No session of this time passes the filter.'
    : 'No session is known of this time.';
}

/** The keys of this list; false for what every list does alike. */
export function handleSessions(command: CommandId, shell: ScreenShell<StreamsSlice>, rect: Rect): boolean {
  const { view } = shell;
  const slice = shell.slice();
  switch (command) {
    case 'time.span':
      shell.set({ sessionSpan: nextOf(sessionSpans, slice.sessionSpan) ?? sessionSpans[0] });
      return true;
    case 'move.nextPane':
    case 'move.previousPane':
      shell.set({
        sessionsBy: slice.sessionsBy === 'streams' ? 'applications' : 'streams',
        session: listStart,
      });
      return true;
    case 'move.open': {
      const application = chosenPeriod(view, slice, rect)?.application;
      if (slice.sessionsBy === 'streams' || application === undefined) return false;
      shell.set({ sessionsBy: 'streams', application, session: listStart });
      return true;
    }
    case 'table.sort':
      askOrder(shell, ordered);
      return true;
    case 'table.reverse':
      reverseOrder(shell, ordered);
      return true;
    default: {
      const ids = (shownPeriods(view, slice) ?? []).map(periodId);
      const moved = moveList(slice.session, command, ids, tableRows(rect));
      if (moved) shell.set({ session: moved });
      return moved !== undefined;
    }
  }
}

function chosenPeriod(view: View, slice: StreamsSlice, rect: Rect): StreamPeriod | undefined {
  const periods = shownPeriods(view, slice) ?? [];
  const placed = placeList(slice.session, periods.map(periodId), tableRows(rect));
  return placed.vanished ? undefined : periods[placed.index];
}

/** Id of the selected row's stream, where it is live. */
export function chosenSession(view: View, slice: StreamsSlice, rect: Rect): string | undefined {
  const period = chosenPeriod(view, slice, rect);
  return period?.streamKey === undefined ? undefined : liveId(view.state, periodId(period));
}

function liveId({ streamSweep, streams }: ClusterState, wanted: string): string | undefined {
  const known = [...(streamSweep.value?.items.values() ?? []), ...(streams.value?.items.values() ?? [])];
  return known.find(({ application, streamKey }) => `${application ?? ''}/${streamKey}` === wanted)?.id;
}
