import { sessionSpans } from '../../../views/formats/spans.ts';
import type { Sort } from '../../../views/lists/column.ts';
import { firstPeriodSort } from '../../../views/streams/periods.ts';
import { firstStreamSort, type StreamFilter, streamFilter } from '../../../views/streams/streams.ts';
import type { PagedSlice } from '../../list-screen/paged-screen.ts';
import { type ListPosition, listStart } from '../../primitives/list.ts';

/** The list with the focus: all streams, the unhealthy ones, the watched ones, or sessions of the past. */
export type StreamsPart = 'all' | 'worst' | 'watched' | 'sessions';

export interface StreamsSlice extends StreamFilter, PagedSlice {
  readonly part: StreamsPart;
  readonly worst: ListPosition;
  readonly session: ListPosition;
  /** The viewer that is looked up and shown in place of the lists, by id. */
  readonly viewer: string | undefined;
  readonly sessionSort: Sort;
  /** Length of the sessions' period, ms. */
  readonly sessionSpan: number;
  /** One row for each stream, or for each application. */
  readonly sessionsBy: 'streams' | 'applications';
}

export const streamsStart: StreamsSlice = {
  ...streamFilter.none,
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
  viewer: undefined,
  detailScroll: 0,
};

/** A slice patch for opening this screen from another one, with a filter; Esc leads back. */
export function streamsOf(filter: Partial<StreamFilter>): Partial<StreamsSlice> {
  return {
    ...streamFilter.none,
    ...filter,
    part: 'all',
    all: listStart,
    opened: undefined,
    viewer: undefined,
  };
}
