import { RAIL_PANE } from '../chrome/time-line.ts';
import { linkAt } from '../links.ts';
import { screenOf } from '../screens/registry.ts';
import type { Pane } from '../view.ts';
import type { Runtime } from './runtime.ts';

/** A mouse event (SGR 1006). Cells count from 0. */
export type MouseEvent =
  | { readonly kind: 'wheel'; readonly up: boolean; readonly x: number; readonly y: number }
  | { readonly kind: 'press' | 'drag'; readonly x: number; readonly y: number };

const LEFT = 0;
const LEFT_MOVED = 32;
const WHEEL_UP = 64;
const WHEEL_DOWN = 65;
/** Rows per notch of the wheel. */
const NOTCH_ROWS = 3;

/** Parses an event of the wheel, or a press or move of the left button; other events, such as releases, are ignored. */
export function parseMouse(report: string): MouseEvent | undefined {
  const match = /^\x1b\[<(\d{1,4});(\d{1,5});(\d{1,5})([Mm])$/.exec(report);
  if (!match) return undefined;
  const button = Number(match[1]);
  const cell = { x: Number(match[2]) - 1, y: Number(match[3]) - 1 };
  if (button === WHEEL_UP || button === WHEEL_DOWN)
    return { kind: 'wheel', up: button === WHEEL_UP, ...cell };
  if (match[4] === 'm' || (button !== LEFT && button !== LEFT_MOVED)) return undefined;
  return { kind: button === LEFT ? 'press' : 'drag', ...cell };
}

/** Two presses on one cell within this time are a double click, ms. */
const DOUBLE_MS = 400;

/**
 * Handles mouse events. The wheel moves the pane below the pointer; on a row of moments, such as the journal's histogram,
 * by a column, and on the time line it changes its length. A click on a link follows it, a click on a row
 * selects it, and a click on the selected row opens it. The second press of a double click opens the row that the
 * first press selected, even if the list has moved meanwhile. Dragging over a row of moments, such as the time line,
 * leads to each of them.
 */
export function createMouse(runtime: Runtime): (event: MouseEvent) => void {
  let last: { readonly x: number; readonly y: number; readonly at: number; readonly did: Done } | undefined;
  /** The pane in which the button went down. */
  let pressed: string | undefined;
  return (event) => {
    if (event.kind === 'wheel') return wheel(event, runtime);
    if (runtime.ui.getState().dialogs.length > 0) return;
    const { x, y } = event;
    if (event.kind === 'drag') return drag(x, pressed, runtime);
    pressed = paneAt(x, y, runtime)?.id;
    const at = runtime.services.clock.monotonic();
    const before = last?.x === x && last.y === y && at - last.at < DOUBLE_MS ? last.did : undefined;
    if (before === 'selected') runtime.run('move.open');
    // The second press of a double click must not act on the screen that the first press opened.
    last = before ? undefined : { x, y, at, did: click(x, y, runtime) };
    // Drawn at once, because the next click refers to the screen that the user sees.
    runtime.draw();
  };
}

/** Moves the dialog, or the pane below the pointer. A pane that cannot scroll stays as it is. */
function wheel({ up, x, y }: Extract<MouseEvent, { kind: 'wheel' }>, runtime: Runtime): void {
  const pane = paneAt(x, y, runtime);
  const isOpen = runtime.ui.getState().dialogs.length > 0;
  if (!isOpen && pane?.id === RAIL_PANE) {
    runtime.run(up ? 'time.zoomIn' : 'time.zoomOut');
    runtime.draw();
    return;
  }
  if (!isOpen && pane && isRowOfMoments(pane)) {
    runtime.act({ name: up ? 'left' : 'right', text: '' });
    runtime.draw();
    return;
  }
  if (!isOpen && pane?.focus === undefined) return;
  if (!isOpen && pane?.focus === false) point(pane.id, undefined, runtime);
  for (let row = 0; row < NOTCH_ROWS; row++) runtime.act({ name: up ? 'up' : 'down', text: '' });
  runtime.draw();
}

/** Follows the pointer along the pane in which the button went down, in whatever row it is meanwhile. */
function drag(x: number, pressed: string | undefined, runtime: Runtime): void {
  const pane = runtime.panes().find(({ id }) => id === pressed);
  if (!pane?.list || !isRowOfMoments(pane)) return;
  const chosen = itemAt(pane, x, pane.rect.y + pane.list.firstRow);
  if (chosen === undefined) return;
  if (pane.id === RAIL_PANE) runtime.seek(Number(chosen));
  else point(pane.id, chosen, runtime);
  runtime.draw();
}

/** Whether the cells of a pane are moments, from the oldest to the newest, such as those of a histogram. */
function isRowOfMoments({ list }: Pane): boolean {
  return list?.across !== undefined && list.ids.length <= list.across.count && list.across.width === 1;
}

function paneAt(x: number, y: number, runtime: Runtime): Pane | undefined {
  return runtime.panes().findLast(({ rect }) => {
    const [left, top] = [x - rect.x, y - rect.y];
    return left >= 0 && left < rect.width && top >= 0 && top < rect.height;
  });
}

/** What a press did, if a second press on the same cell continues it. */
type Done = 'selected' | 'opened' | undefined;

function click(x: number, y: number, runtime: Runtime): Done {
  const pane = paneAt(x, y, runtime);
  if (!pane) return undefined;
  const link = linkAt(pane, x, y);
  if (link) {
    runtime.follow(link);
    return undefined;
  }
  return clickRow(pane, itemAt(pane, x, y), runtime);
}

/** Selects a row, or opens it if it is selected already. Outside the rows the pane gets the focus. */
function clickRow({ id, focus, list }: Pane, chosen: string | undefined, runtime: Runtime): Done {
  if (id === RAIL_PANE) {
    if (chosen !== undefined) runtime.seek(Number(chosen));
    return undefined;
  }
  if (chosen === undefined) {
    if (focus === false) point(id, undefined, runtime);
    return undefined;
  }
  if (focus && chosen === list?.selected) {
    runtime.run('move.open');
    return 'opened';
  }
  point(id, chosen, runtime);
  return 'selected';
}

function itemAt({ rect, list }: Pane, x: number, y: number): string | undefined {
  const row = y - rect.y - (list?.firstRow ?? 0);
  if (!list?.across) return list?.ids[row];
  const { from, count, width } = list.across;
  const column = Math.floor((x - rect.x - from) / width);
  return column >= 0 && column < count ? list.ids[row * count + column] : undefined;
}

function point(pane: string, row: string | undefined, runtime: Runtime): void {
  const { screen } = runtime.ui.getState();
  screenOf(screen).point(pane, row, runtime.screen());
}
