import { linkAt } from '../links.ts';
import { screenOf } from '../screens/registry.ts';
import type { Pane } from '../view.ts';
import type { Runtime } from './runtime.ts';

/** A report of the mouse (SGR 1006), cells counted from 0. */
export type MouseEvent =
  | { readonly kind: 'wheel'; readonly up: boolean; readonly x: number; readonly y: number }
  | { readonly kind: 'press'; readonly x: number; readonly y: number };

const LEFT = 0;
const WHEEL_UP = 64;
const WHEEL_DOWN = 65;
/** Rows that one notch of the wheel moves. */
const NOTCH_ROWS = 3;

/** A report of wheel or left button; other reports (releases, moves) are ignored. */
export function parseMouse(report: string): MouseEvent | undefined {
  const match = /^\x1b\[<(\d{1,4});(\d{1,5});(\d{1,5})([Mm])$/.exec(report);
  if (!match) return undefined;
  const button = Number(match[1]);
  const cell = { x: Number(match[2]) - 1, y: Number(match[3]) - 1 };
  if (button === WHEEL_UP || button === WHEEL_DOWN)
    return { kind: 'wheel', up: button === WHEEL_UP, ...cell };
  return button !== LEFT || match[4] === 'm' ? undefined : { kind: 'press', ...cell };
}

/** Two presses on one cell within this time are a double click. */
const DOUBLE_MS = 400;

/**
 * What the mouse does: the wheel moves what is below the pointer; a click on a link follows it, on a row selects it, on
 * the selected row opens it. The second press of a double click opens what the first one selected, though the list may have moved under it.
 */
export function createMouse(runtime: Runtime): (event: MouseEvent) => void {
  let last: { readonly x: number; readonly y: number; readonly at: number; readonly did: Done } | undefined;
  return (event) => {
    if (event.kind === 'wheel') {
      wheel(event, runtime);
      return;
    }
    if (runtime.ui.getState().dialogs.length > 0) return;
    const { x, y } = event;
    const at = runtime.services.clock.monotonic();
    const before = last?.x === x && last.y === y && at - last.at < DOUBLE_MS ? last.did : undefined;
    if (before === 'selected') runtime.run('move.open');
    // What was opened by the first press is not what the second one is for.
    last = before ? undefined : { x, y, at, did: click(x, y, runtime) };
    // Drawn at once: the next click is about what is seen.
    runtime.draw();
  };
}

/** Moves the dialog, or the pane below the pointer; a pane in which nothing moves stays as it is. */
function wheel({ up, x, y }: Extract<MouseEvent, { kind: 'wheel' }>, runtime: Runtime): void {
  const pane = paneAt(x, y, runtime);
  const isOpen = runtime.ui.getState().dialogs.length > 0;
  if (!isOpen && !(pane && takesKeys(pane, runtime))) return;
  for (let row = 0; row < NOTCH_ROWS; row++) runtime.act({ name: up ? 'up' : 'down', text: '' });
  runtime.draw();
}

/** Gives the keys to a pane; false where nothing in it moves. */
function takesKeys(pane: Pane, runtime: Runtime): boolean {
  if (pane.focus === false) point(pane.id, undefined, runtime);
  return pane.focus !== undefined;
}

function paneAt(x: number, y: number, runtime: Runtime): Pane | undefined {
  return runtime.panes().findLast(({ rect }) => inside(rect, x, y));
}

/** What a press did, where a second one on the same cell belongs to it. */
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

/** Selects the row of a pane's list, or opens the one that is selected already; beside the rows the pane gets the keys. */
function clickRow({ id, focus, list }: Pane, chosen: string | undefined, runtime: Runtime): Done {
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

/** Columns of a pane before its content: the border and a blank. */
const COLUMNS_BEFORE = 2;

/** Identity of the item that is drawn at a cell of the window. */
function itemAt({ rect, list }: Pane, x: number, y: number): string | undefined {
  const row = y - rect.y - (list?.firstRow ?? 0);
  if (!list?.across) return list?.ids[row];
  const { count, width } = list.across;
  const column = Math.floor((x - rect.x - COLUMNS_BEFORE) / width);
  return column >= 0 && column < count ? list.ids[row * count + column] : undefined;
}

function point(pane: string, row: string | undefined, runtime: Runtime): void {
  const { screen } = runtime.ui.getState();
  screenOf(screen).point(pane, row, runtime.screen());
}

function inside(rect: Pane['rect'], x: number, y: number): boolean {
  return x >= rect.x && x < rect.x + rect.width && y >= rect.y && y < rect.y + rect.height;
}
