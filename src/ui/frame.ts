import type { Keymap } from '../actions/keymap.ts';
import type { Rect } from '../base/text.ts';
import { CHROME_BOTTOM, CHROME_TOP, chromePanes } from './chrome.ts';
import { moduleOf } from './dialogs/registry.ts';
import type { Pane, View } from './screen.ts';
import { screenOf } from './screens/registry.ts';
import type { Services } from './services.ts';
import type { UiState } from './store.ts';

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** Below this nothing useful fits; the program says so and stays quittable. */
export const SMALLEST: Size = { columns: 40, rows: 12 };

export function tooSmall(size: Size): boolean {
  return size.columns < SMALLEST.columns || size.rows < SMALLEST.rows;
}

/** The part of the window that belongs to the screen. */
export function bodyArea(size: Size): Rect {
  return { x: 0, y: CHROME_TOP, width: size.columns, height: size.rows - CHROME_TOP - CHROME_BOTTOM };
}

/** Everything that is on the screen, as panes. Pure. */
export function frame(
  ui: UiState,
  view: View,
  services: Services & { readonly keymap: Keymap },
  liveNow: number,
  size: Size,
): Pane[] {
  const window: Rect = { x: 0, y: 0, width: size.columns, height: size.rows };
  if (tooSmall(size)) return [smallWindow(window)];
  const screen = screenOf(ui.screen);
  const slice = ui.slices[ui.screen] ?? screen.initial;
  const panes = [
    ...chromePanes(
      {
        view,
        screen: ui.screen,
        held: ui.held,
        replay: services.replay?.status(),
        liveNow,
        notice: ui.notice,
        status: screen.status?.(view, slice) ?? [],
        keymap: services.keymap,
      },
      window,
    ),
    ...screen.render(view, slice, bodyArea(size)),
  ];
  for (const dialog of ui.dialogs) panes.push(...moduleOf(dialog).render(dialog, view, services, window));
  return panes;
}

function smallWindow(window: Rect): Pane {
  const text = `window too small: ${window.width}×${window.height}, needs ${SMALLEST.columns}×${SMALLEST.rows} (q quits)`;
  const lines = Array.from({ length: window.height }, (_, row) => {
    const part = text.slice(row * window.width, (row + 1) * window.width);
    return part === '' ? [] : [{ text: part, tone: 'warn' as const }];
  });
  return { id: 'too-small', rect: window, lines };
}
