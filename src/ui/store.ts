import { createStore } from 'zustand/vanilla';
import { type ScreenName, tabOf } from '../actions/screen-table.ts';
import type { UiState, UiStore } from './shell.ts';
import type { Display } from './view.ts';

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
