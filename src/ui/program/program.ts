import type { ScreenName } from '../../actions/screen-table.ts';
import type { Shell } from '../shell.ts';
import type { FrameInput } from './frame.ts';
import type { Size } from './layout.ts';
import type { Rewind } from './rewind.ts';
import type { ScreenFrame } from './screen-frame.ts';

/** What the parts of the program know of it: its shell, what its screens show, and where it is in a fleet. */
export interface Program extends Shell {
  readonly size: Size;
  readonly rewind: Rewind;
  /** The name of the cluster whose screens are shown; undefined while all clusters of a fleet are. */
  readonly cluster: () => string | undefined;
  /** Changes the slice of a screen of that cluster, which may have been left meanwhile. */
  readonly setSlice: (cluster: string | undefined, screen: ScreenName, patch: object) => void;
  /** What a screen shows: the last frame if it is still current, else a new one. */
  readonly shown: (screen: ScreenName) => ScreenFrame;
  /** The last frame of a screen, if the user has changed nothing since. New data does not matter. */
  readonly drawn: (screen: ScreenName) => ScreenFrame | undefined;
  /** Tells the monitor what the frame needs, if that has changed. */
  tellInterest(input: FrameInput): void;
  /** Called before another cluster is shown: nothing that is drawn or polled for this one may reach the next. */
  leaveCluster(): void;
  enterScreen(): void;
}
