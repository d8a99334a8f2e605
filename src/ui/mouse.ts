import { linkAt } from './links.ts';
import type { Runtime } from './runtime.ts';
import { tabAt } from './tabs.ts';
import type { Pane } from './view.ts';

/** A report of the mouse (SGR 1006), cells counted from 0. */
export type MouseEvent =
  | { readonly kind: 'wheel'; readonly up: boolean }
  | { readonly kind: 'press'; readonly x: number; readonly y: number };

const LEFT = 0;
const WHEEL_UP = 64;
const WHEEL_DOWN = 65;
/** Rows that one notch of the wheel moves. */
const NOTCH = 3;

/** A report of wheel or left button; what the mouse tells beside that (releases, moves) means nothing. */
export function parseMouse(report: string): MouseEvent | undefined {
  const match = /^\x1b\[<(\d{1,4});(\d{1,5});(\d{1,5})([Mm])$/.exec(report);
  if (!match) return undefined;
  const button = Number(match[1]);
  if (button === WHEEL_UP || button === WHEEL_DOWN) return { kind: 'wheel', up: button === WHEEL_UP };
  if (button !== LEFT || match[4] === 'm') return undefined;
  return { kind: 'press', x: Number(match[2]) - 1, y: Number(match[3]) - 1 };
}

/** The wheel moves, a click on a tab opens its screen, a click on a row selects it, on the selected row opens it. */
export function handleMouse(event: MouseEvent, runtime: Runtime): void {
  if (event.kind === 'wheel') {
    for (let row = 0; row < NOTCH; row++) runtime.press({ name: event.up ? 'up' : 'down', text: '' });
    return;
  }
  if (runtime.ui.getState().dialogs.length > 0) return;
  const { x, y } = event;
  const pane = runtime.panes().findLast(({ rect }) => inside(rect, x, y));
  if (pane?.id === 'chrome.tabs') {
    const screen = tabAt(runtime.ui.getState().screen, pane.rect.width, x);
    if (screen !== undefined) runtime.run(`screen.${screen}`);
    runtime.draw();
    return;
  }
  const link = pane && linkAt(pane, x, y);
  if (link) {
    runtime.follow(link);
    runtime.draw();
    return;
  }
  const selected = pane && selectedRow(pane);
  if (selected === undefined || pane === undefined) return;
  const rows = y - (pane.rect.y + selected);
  if (rows === 0) runtime.run('move.open');
  for (let row = 0; row < Math.abs(rows); row++) runtime.run(rows > 0 ? 'move.down' : 'move.up');
  // Drawn at once: the next click is about what is seen.
  runtime.draw();
}

function inside(rect: Pane['rect'], x: number, y: number): boolean {
  return x >= rect.x && x < rect.x + rect.width && y >= rect.y && y < rect.y + rect.height;
}

/** The row of a pane that is drawn as selected: every list draws it alike, so a click needs no map of its own. */
function selectedRow(pane: Pane): number | undefined {
  const row = pane.lines.findIndex((line) => line.some((span) => span.on === 'select'));
  return row < 0 ? undefined : row;
}
