import type { Runtime } from './runtime.ts';
import type { CursorPosition, Screen } from './terminal/screen-writer.ts';
import type { Pane } from './view.ts';

/** Where the terminal's own cursor stands: in the pane on top that has one. */
function cursorOf(panes: readonly Pane[]): CursorPosition | undefined {
  const owner = panes.findLast((pane) => pane.cursor !== undefined);
  return owner?.cursor && { x: owner.rect.x + owner.cursor.x, y: owner.rect.y + owner.cursor.y };
}

/** Lays the rows of panes whose places are known already. Cheap where a pane says what it said before. */
export function layRows(panes: readonly Pane[], screen: Screen): void {
  for (const { id, rect, lines, layer } of panes) screen.setSurface(id, rect, lines, layer ?? 0);
  screen.cursor(cursorOf(panes));
}

/**
 * Lays the runtime's panes onto the screen, now and whenever they change, until React is loaded and does it
 * (`app.tsx`): the first whole frame does not wait for Ink. Returns how to end it; what was laid stays.
 */
export function layPanes(runtime: Runtime, screen: Screen): () => void {
  let laid = new Set<string>();
  const lay = () => {
    const panes = runtime.panes();
    layRows(panes, screen);
    const now = new Set(panes.map(({ id }) => id));
    for (const id of laid) if (!now.has(id)) screen.removeSurface(id);
    laid = now;
  };
  lay();
  return runtime.subscribe(lay);
}
