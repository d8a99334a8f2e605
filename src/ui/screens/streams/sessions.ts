import type { CommandId } from '../../../actions/commands.ts';
import type { Line, Rect } from '../../../base/text.ts';
import type { ClusterState } from '../../../cluster/state.ts';
import { orderWords } from '../../../views/column.ts';
import { nextOf, sessionSpans, spanWords } from '../../../views/spans.ts';
import {
  periodId,
  periodScreenColumns,
  periodsWords,
  sortedPeriods,
  streamPeriodColumns,
} from '../../../views/stream-periods.ts';
import { listStart, moveList, placeList, selectedRow } from '../../primitives/list.ts';
import { tablePanel } from '../../primitives/table-panel.ts';
import { titleParts } from '../../primitives/title-parts.ts';
import type { Controller, Screen } from '../../screen.ts';
import type { Pane, View } from '../../view.ts';
import { askOrder, reverseOrder } from '../order.ts';
import { tableRows } from '../table-rows.ts';
import type { StreamsSlice } from './slice.ts';

const ordered: Pick<Screen<StreamsSlice>, 'order'> = {
  order: {
    columns: streamPeriodColumns,
    read: ({ sessionSort }) => sessionSort,
    write: (sessionSort) => ({ sessionSort, session: listStart }),
  },
};

/** What each stream did in the period, in order; undefined while it is read. */
function shownPeriods(view: View, { sessionSpan, sessionSort, search, application }: StreamsSlice) {
  const all = view.stored?.streamPeriods(sessionSpan, view.now);
  const wanted = search.toLowerCase();
  const passing = all?.filter(
    (period) =>
      (application === undefined || period.application === application) &&
      period.streamKey.toLowerCase().includes(wanted),
  );
  return passing && sortedPeriods(passing, sessionSort);
}

/** Sessions of the last day, week or month, a row for each stream, with the sum of all in the title. */
export function sessionsPane(view: View, slice: StreamsSlice, rect: Rect): Pane {
  const periods = shownPeriods(view, slice);
  const list = periods ?? [];
  const placed = placeList(slice.session, list.map(periodId), tableRows(rect));
  // A session is stored as a whole: what of it lies before the period is in its figures.
  const title = `Sessions of the last ${spanWords(slice.sessionSpan)}, each as a whole`;
  const right = titleParts(title, rect.width, [
    list.length === 0 ? undefined : [{ text: periodsWords(list) }],
    list.length === 0 ? undefined : [{ text: `${placed.index + 1} of ${list.length}`, tone: 'dim' }],
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
      empty: [[{ text: emptyWords(view, periods !== undefined), tone: 'dim' }], keysLine],
    },
    rect,
  );
  return { id: 'streams.sessions', rect, lines };
}

const keysLine: Line = [{ text: 'c changes the period, v goes back to all streams.', tone: 'dim' }];

function emptyWords({ stored }: View, isRead: boolean): string {
  if (!stored) return 'No history is kept, so nothing is known of earlier sessions.';
  return isRead ? 'No session is known of this time.' : 'Reading the history…';
}

/** The keys of this list; false for what every list does alike. */
export function handleSessions(
  command: CommandId,
  controller: Controller<StreamsSlice>,
  rect: Rect,
): boolean {
  const { view } = controller;
  const slice = controller.slice();
  switch (command) {
    case 'time.span':
      controller.set({ sessionSpan: nextOf(sessionSpans, slice.sessionSpan) ?? sessionSpans[0] });
      return true;
    case 'table.sort':
      askOrder(controller, ordered);
      return true;
    case 'table.reverse':
      reverseOrder(controller, ordered);
      return true;
    default: {
      const ids = (shownPeriods(view, slice) ?? []).map(periodId);
      const moved = moveList(slice.session, command, ids, tableRows(rect));
      if (moved) controller.set({ session: moved });
      return moved !== undefined;
    }
  }
}

/** Id of the selected row's stream, where it is live. */
export function chosenSession(view: View, slice: StreamsSlice, rect: Rect): string | undefined {
  const periods = shownPeriods(view, slice) ?? [];
  const placed = placeList(slice.session, periods.map(periodId), tableRows(rect));
  const period = placed.vanished ? undefined : periods[placed.index];
  return period && liveId(view.state, periodId(period));
}

function liveId({ streamSweep, streams }: ClusterState, wanted: string): string | undefined {
  const known = [...(streamSweep.value?.items.values() ?? []), ...(streams.value?.items.values() ?? [])];
  return known.find(({ application, streamKey }) => `${application ?? ''}/${streamKey}` === wanted)?.id;
}
