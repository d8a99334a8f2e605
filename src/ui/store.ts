import { createStore, type StoreApi } from 'zustand/vanilla';
import { type ScreenName, tabOf } from '../actions/screen-table.ts';
import type { Moment } from '../actions/time-travel.ts';
import type { OpenDialog } from './dialog.ts';
import type { Display } from './view.ts';

export interface Notice {
  readonly text: string;
  readonly tone: 'info' | 'ok' | 'warn' | 'crit';
  /** The notice disappears at this monotonic time, ms. */
  readonly until: number;
}

/** The moment that a frozen or rewound screen shows, with all data of that moment. */
export interface Held extends Moment {
  readonly mode: 'frozen' | 'past';
}

/** The filters of a screen that are remembered. */
export interface FilterMemory {
  /** Newest first. */
  readonly history: readonly string[];
  readonly saved: Readonly<Record<string, string>>;
}

/** Large letters above the frame, for wall displays. */
export interface Band {
  readonly title: string;
  readonly caption: string;
  /** Show the program's name and the caption over the screen, in a window of any size. */
  readonly card: boolean;
  /** Show the signal path in large digits, from 100×36 on. */
  readonly path: boolean;
}

/** A step from one place to another; Esc undoes it. */
export interface Visit {
  /** The screen that was left. */
  readonly screen: ScreenName;
  /** Slices before the step: of the screen that was left and of the one that was opened. */
  readonly slices: Slices;
  /** The slice after the step, if the step changed it. A filter that the step set is removed together with it. */
  readonly arrived: object | undefined;
}

type Slices = Readonly<Partial<Record<ScreenName, object>>>;

/** The state of the user interface. It holds no data of the cluster, except what a held screen keeps. */
export interface UiState {
  readonly screen: ScreenName;
  /** What the tab Admin opens. */
  readonly lastInAdmin: ScreenName;
  /** Steps that Esc undoes, newest last. */
  readonly back: readonly Visit[];
  readonly slices: Slices;
  /** The theme that the user chose in this session; undefined: the one from the start. */
  readonly theme: string | undefined;
  /** Filters that were used or saved, by screen. */
  readonly filters: Readonly<Partial<Record<ScreenName, FilterMemory>>>;
  /** Index of the selected link on the screen, counted from the top left (`ui/links.ts`). */
  readonly selectedLink: number | undefined;
  /** Open dialogs, the topmost last. That one receives every key. */
  readonly dialogs: readonly OpenDialog[];
  readonly display: Display;
  readonly held: Held | undefined;
  readonly notice: Notice | undefined;
  /** Set while a kiosk goes through the screens. */
  readonly band: Band | undefined;
}

export type UiStore = StoreApi<UiState>;

export function createUiStore(screen: ScreenName, display: Display): UiStore {
  return createStore<UiState>(() => ({
    screen,
    lastInAdmin: tabOf(screen) === 'admin' ? screen : 'users',
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
