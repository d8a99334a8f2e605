import { isOfFleet, type ScreenName, screensBeside } from '../../actions/screen-table.ts';
import type { Rect } from '../../base/text.ts';
import { bandRows } from '../chrome/band.ts';
import { screenOf } from '../screens/registry.ts';
import type { Services } from '../services.ts';
import type { UiState } from '../shell.ts';
import type { View } from '../view.ts';
import { bodyArea, type Size, SMALLEST } from './layout.ts';
import { sliceOf } from './navigation.ts';

export function viewOf(services: Services, { held, display }: Pick<UiState, 'held' | 'display'>): View {
  return {
    state: held?.state ?? services.cluster.getState(),
    triage: held?.triage ?? services.triage.getState(),
    now: held?.at ?? services.clock.now(),
    display,
    facts: services.facts,
    fleet: services.fleet?.members(),
    stored: services.session.reads,
    known: services.session.mutations?.known.getState(),
    held: held !== undefined,
    live: held === undefined && services.replay === undefined,
    orders: held === undefined ? services.orders : undefined,
  };
}

export function screenFrame(ui: UiState, view: View, area: Rect, screen: ScreenName) {
  const slice = sliceOf(ui, screen);
  const model = screenOf(screen).model(view, slice, area);
  // Held and display: if the user changes one, the frame is worked out again.
  return { screen, view, slice, area, model, held: ui.held, display: ui.display };
}

/** What a screen shows at a moment. Drawing, keys, footer, mouse, polls and screen reader all read this. */
export type ScreenFrame = Readonly<ReturnType<typeof screenFrame>>;

/** Whether the user has changed nothing since the frame was worked out; new data is no reason for another. */
export function isCurrent(frame: ScreenFrame, ui: UiState, area: Rect, screen: ScreenName): boolean {
  return (
    frame.screen === screen &&
    frame.slice === sliceOf(ui, screen) &&
    frame.held === ui.held &&
    frame.display === ui.display &&
    frame.area.y === area.y &&
    frame.area.width === area.width &&
    frame.area.height === area.height
  );
}

/** From this height on a window has a row for the time line of the present, which only marks problems. */
const RECENT_FROM_ROWS = 30;

/** The area of the screen in the window; in one that is too small, that of the smallest window. */
export function screenArea(
  { band, screen, held }: Pick<UiState, 'band' | 'screen' | 'held'>,
  size: Size,
  { isReplay, hasMarks }: { readonly isReplay: boolean; readonly hasMarks: boolean },
): Rect {
  const top = bandRows(band, size);
  const least = {
    columns: Math.max(size.columns, SMALLEST.columns),
    rows: Math.max(size.rows, SMALLEST.rows),
  };
  // The time line shows where the screen is in the past, or a problem.
  const hasRail = isReplay || held?.mode === 'past' || (hasMarks && size.rows >= RECENT_FROM_ROWS);
  const body = bodyArea(least, hasRail && !isOfFleet(screen) ? 1 : 0);
  // The tabs of the screens that share a tab.
  const above = top + (screensBeside(screen).length > 1 ? 1 : 0);
  return { ...body, y: body.y + above, height: body.height - above };
}
