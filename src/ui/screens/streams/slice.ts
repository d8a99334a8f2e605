import { sessionSpans } from '../../../views/formats/spans.ts';
import type { Sort } from '../../../views/lists/column.ts';
import { firstPeriodSort } from '../../../views/streams/periods.ts';
import { firstStreamSort, noStreamFilter, type StreamFilter } from '../../../views/streams/streams.ts';
import type { WatchSlice } from '../../list-screen/watch-list.ts';
import { type ListPosition, listStart } from '../../primitives/list.ts';

/** The list with the focus: all streams, the unhealthy ones, the watched ones, or sessions of the past. */
export const streamParts = ['all', 'worst', 'watched', 'sessions'] as const;
export type StreamsPart = (typeof streamParts)[number];

export interface StreamsSlice extends StreamFilter, WatchSlice {
  readonly part: StreamsPart;
  readonly all: ListPosition;
  readonly worst: ListPosition;
  readonly sort: Sort;
  readonly session: ListPosition;
  readonly sessionSort: Sort;
  /** Length of the sessions' period, ms. */
  readonly sessionSpan: number;
  /** One row for each stream, or for each application. */
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

/** A slice patch for opening this screen from another one, with a filter; Esc leads back. */
export function streamsOf(filter: Partial<StreamFilter>): Partial<StreamsSlice> {
  return { ...noStreamFilter, ...filter, part: 'all', all: listStart, opened: undefined };
}
