import { sessionSpans } from '../../../views/formats/spans.ts';
import { firstPeriodSort } from '../../../views/streams/periods.ts';
import { firstStreamSort, type StreamFilter, streamFilter } from '../../../views/streams/streams.ts';
import { pagedStart } from '../../list-screen/paged-screen.ts';
import { listStart } from '../../primitives/list.ts';

/** The list with the focus: all streams, the unhealthy ones, the watched ones, or sessions of the past. */
export type StreamsPart = 'all' | 'worst' | 'watched' | 'sessions';

export const streamsStart = {
  ...streamFilter.none,
  ...pagedStart(firstStreamSort),
  part: 'all' as StreamsPart,
  worst: listStart,
  session: listStart,
  /** The viewer that is looked up and shown in place of the lists, by id. */
  viewer: undefined as string | undefined,
  sessionSort: firstPeriodSort,
  /** Length of the sessions' period, ms. */
  sessionSpan: sessionSpans[0] as number,
  /** One row for each stream, or for each application. */
  sessionsBy: 'streams' as 'streams' | 'applications',
};
export type StreamsSlice = Readonly<typeof streamsStart>;

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
