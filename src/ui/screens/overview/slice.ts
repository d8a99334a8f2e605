import { type ListPosition, listStart } from '../../primitives/list.ts';

export interface OverviewSlice {
  readonly servers: ListPosition;
  /** The pane that a problem led to. */
  readonly pointed: 'path' | 'health' | undefined;
}

export const overviewStart: OverviewSlice = { servers: listStart, pointed: undefined };
