import { useInput, usePaste } from 'ink';
import { type ReactNode, useContext, useLayoutEffect, useSyncExternalStore } from 'react';
import { toKeyPresses } from './keys.ts';
import type { Runtime } from './runtime.ts';
import { ScreenContext, Surface } from './terminal/surface.tsx';

/**
 * Lays the runtime's panes onto the screen and brings it keys and pastes. The one `useInput` of the program
 * (`design.md`, rule 9): who gets a key is the runtime's business.
 */
export function App({ runtime }: { readonly runtime: Runtime }): ReactNode {
  const panes = useSyncExternalStore(runtime.subscribe, runtime.panes);
  const screen = useContext(ScreenContext);
  useInput((input, key) => {
    for (const press of toKeyPresses(input, key)) runtime.press(press);
    screen?.flush();
  });
  usePaste((text) => runtime.paste(text));
  useLayoutEffect(() => {
    const owner = panes.findLast((pane) => pane.cursor !== undefined);
    screen?.cursor(owner?.cursor && { x: owner.rect.x + owner.cursor.x, y: owner.rect.y + owner.cursor.y });
  }, [screen, panes]);
  return panes.map((pane) => (
    <Surface key={pane.id} id={pane.id} rect={pane.rect} lines={pane.lines} layer={pane.layer ?? 0} />
  ));
}
