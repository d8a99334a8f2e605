import { type ListPosition, listStart } from '../../primitives/list.ts';

export const fleetModes = ['clusters', 'problems', 'journal', 'streams'] as const;
export type FleetMode = (typeof fleetModes)[number];

export interface FleetSlice {
  /** What fills the screen. */
  readonly mode: FleetMode;
  /** Words that each shown row contains. */
  readonly filter: string;
  readonly clusters: ListPosition;
  readonly problems: ListPosition;
  readonly journal: ListPosition;
  readonly streams: ListPosition;
}

export const fleetStart: FleetSlice = {
  mode: 'clusters',
  filter: '',
  clusters: listStart,
  problems: listStart,
  journal: listStart,
  streams: listStart,
};
