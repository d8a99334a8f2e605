import { type SuspendTerminal, useApp, useInput, usePaste } from 'ink';
import { type ReactNode, useContext, useLayoutEffect, useSyncExternalStore } from 'react';
import { toKeyPresses } from './keys.ts';
import { cursorOf } from './lay-panes.ts';
import type { Runtime } from './runtime.ts';
import { ScreenContext, Surface } from './terminal/surface.tsx';

/** Ink's way to let go of the keyboard while another program has the terminal. */
export interface Hands {
  over: SuspendTerminal | undefined;
}

/** Puts Ink's way to let go into `hands`. */
export function useHands(hands: Hands): void {
  const { suspendTerminal } = useApp();
  useLayoutEffect(() => {
    hands.over = suspendTerminal;
  }, [hands, suspendTerminal]);
}

interface Props {
  readonly runtime: Runtime;
  readonly hands: Hands;
}

/**
 * Lays the runtime's panes onto the screen and brings it keys and pastes. The one `useInput` of the program
 * (`design.md`, rule 9): who gets a key is the runtime's business.
 */
export function App({ runtime, hands }: Props): ReactNode {
  const panes = useSyncExternalStore(runtime.subscribe, runtime.panes);
  const screen = useContext(ScreenContext);
  useHands(hands);
  useInput((input, key) => {
    for (const press of toKeyPresses(input, key)) runtime.press(press);
    screen?.flush();
  });
  usePaste((text) => runtime.paste(text));
  useLayoutEffect(() => {
    screen?.cursor(cursorOf(panes));
  }, [screen, panes]);
  return panes.map((pane) => (
    <Surface key={pane.id} id={pane.id} rect={pane.rect} lines={pane.lines} layer={pane.layer ?? 0} />
  ));
}
