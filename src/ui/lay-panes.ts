import type { Runtime } from './runtime.ts';
import type { Pane } from './screen.ts';
import type { CursorPosition, Screen } from './terminal/screen.ts';

/** Where the terminal's own cursor stands: in the pane on top that has one. */
export function cursorOf(panes: readonly Pane[]): CursorPosition | undefined {
  const owner = panes.findLast((pane) => pane.cursor !== undefined);
  return owner?.cursor && { x: owner.rect.x + owner.cursor.x, y: owner.rect.y + owner.cursor.y };
}

/**
 * Lays the runtime's panes onto the screen, now and whenever they change, until React is loaded and does it
 * (`app.tsx`): the first whole frame does not wait for Ink. Returns how to end it; what was laid stays.
 */
export function layPanes(runtime: Runtime, screen: Screen): () => void {
  let laid = new Set<string>();
  const lay = () => {
    const panes = runtime.panes();
    const now = new Set<string>();
    for (const { id, rect, lines, layer } of panes) {
      screen.setSurface(id, rect, lines, layer ?? 0);
      now.add(id);
    }
    for (const id of laid) if (!now.has(id)) screen.removeSurface(id);
    laid = now;
    screen.cursor(cursorOf(panes));
  };
  lay();
  return runtime.subscribe(lay);
}
