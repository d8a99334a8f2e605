import type { Runtime } from './runtime.ts';
import type { Screen } from './terminal/screen.ts';

/**
 * Lays the runtime's panes onto the screen, now and whenever they change. Not through React: it would compare a dozen
 * elements once a second to find out what the screen finds out by itself. Returns how to end it.
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
    const owner = panes.findLast((pane) => pane.cursor !== undefined);
    screen.cursor(owner?.cursor && { x: owner.rect.x + owner.cursor.x, y: owner.rect.y + owner.cursor.y });
  };
  lay();
  return runtime.subscribe(lay);
}
