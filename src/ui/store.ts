import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ScreenName } from '../actions/screen-table.ts';
import type { Moment } from '../actions/time-travel.ts';
import type { OpenDialog } from './dialog.ts';
import type { Display } from './view.ts';

export interface Notice {
  readonly text: string;
  readonly tone: 'info' | 'ok' | 'warn' | 'crit';
  /** Monotonic ms after which it goes away. */
  readonly until: number;
}

/** The moment a frozen or rewound screen shows, with all that was known then. */
export interface Held extends Moment {
  readonly mode: 'frozen' | 'past';
}

/** What the filters of a screen are remembered by. */
export interface FilterMemory {
  /** Newest first. */
  readonly history: readonly string[];
  readonly saved: Readonly<Record<string, string>>;
}

/** Over the frame, for windows on a wall. */
export interface Band {
  readonly title: string;
  readonly caption: string;
  /** The program's name and the caption lie over the screen, in any window. */
  readonly card: boolean;
}

/** A step from place to place; Esc takes it back. */
export interface Visit {
  /** The screen that was left. */
  readonly screen: ScreenName;
  /** Slices before the step, of the screen that was left and of the one that was entered. */
  readonly slices: Slices;
  /** The slice on arrival, where the step prepared it: a filter that came with it leaves with it. */
  readonly arrived: object | undefined;
}

type Slices = Readonly<Partial<Record<ScreenName, object>>>;

/** The state of the user interface alone: nothing of it comes from the cluster, except what a held screen keeps. */
export interface UiState {
  readonly screen: ScreenName;
  /** Steps that Esc takes back, newest last. */
  readonly back: readonly Visit[];
  readonly slices: Slices;
  /** The theme that was chosen here; undefined: as the program was started. */
  readonly theme: string | undefined;
  /** What was filtered by, and saved, a screen. */
  readonly filters: Readonly<Partial<Record<ScreenName, FilterMemory>>>;
  /** Which of the links on the screen is selected, counted from the top left (`ui/links.ts`). */
  readonly selectedLink: number | undefined;
  /** Open dialogs, the top one last; it takes every key. */
  readonly dialogs: readonly OpenDialog[];
  readonly display: Display;
  readonly held: Held | undefined;
  readonly notice: Notice | undefined;
  /** While a kiosk tours the screens. */
  readonly band: Band | undefined;
}

export type UiStore = StoreApi<UiState>;

export function createUiStore(screen: ScreenName, display: Display): UiStore {
  return createStore<UiState>(() => ({
    screen,
    back: [],
    slices: {},
    theme: undefined,
    filters: {},
    selectedLink: undefined,
    dialogs: [],
    display,
    held: undefined,
    notice: undefined,
    band: undefined,
  }));
}
