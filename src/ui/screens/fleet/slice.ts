import { type ListPosition, listStart } from '../../primitives/list.ts';

export const fleetModes = ['clusters', 'problems', 'journal'] as const;
export type FleetMode = (typeof fleetModes)[number];

export interface FleetSlice {
  /** What fills the screen. */
  readonly mode: FleetMode;
  readonly clusters: ListPosition;
  readonly problems: ListPosition;
  readonly journal: ListPosition;
}

export const fleetStart: FleetSlice = {
  mode: 'clusters',
  clusters: listStart,
  problems: listStart,
  journal: listStart,
};
