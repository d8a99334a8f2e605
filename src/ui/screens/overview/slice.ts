import { type ListPosition, listStart } from '../../primitives/list.ts';

export interface OverviewSlice {
  readonly servers: ListPosition;
  /** The pane that the user came to from a problem. */
  readonly pointed: 'path' | 'health' | undefined;
}

export const overviewStart: OverviewSlice = { servers: listStart, pointed: undefined };
