import { type SuspendTerminal, useApp, useInput, usePaste } from 'ink';
import { type ReactNode, useContext, useLayoutEffect, useSyncExternalStore } from 'react';
import { toKeyPresses } from './keys.ts';
import { layRows } from './lay-panes.ts';
import type { Runtime } from './runtime.ts';
import { ScreenContext, Surface } from './terminal/surface.tsx';

/** Ink's way to let go of the keyboard while another program has the terminal. */
export interface SuspendHandle {
  over: SuspendTerminal | undefined;
}

/** Puts Ink's way to let go into `hands`. */
export function useSuspendHandle(hands: SuspendHandle): void {
  const { suspendTerminal } = useApp();
  useLayoutEffect(() => {
    hands.over = suspendTerminal;
  }, [hands, suspendTerminal]);
}

interface Props {
  readonly runtime: Runtime;
  readonly hands: SuspendHandle;
}

/**
 * Says which pane lies where, and brings the runtime keys and pastes. Rows that change within their place go past
 * React straight to the screen: they do so every second, places hardly ever. This is the one `useInput` of the
 * program: the runtime decides who gets a key.
 */
export function App({ runtime, hands }: Props): ReactNode {
  const screen = useContext(ScreenContext);
  const panes = useSyncExternalStore(runtime.subscribe, screen ? runtime.placed : runtime.panes);
  useSuspendHandle(hands);
  useInput((input, key) => {
    for (const press of toKeyPresses(input, key)) runtime.press(press);
    screen?.flush();
  });
  usePaste((text) => runtime.paste(text));
  useLayoutEffect(() => {
    if (!screen) return;
    const lay = () => {
      // Where a pane comes, goes or moves React does it, a moment later.
      if (runtime.placed() === panes) layRows(runtime.panes(), screen);
    };
    lay();
    return runtime.subscribe(lay);
  }, [screen, runtime, panes]);
  return panes.map((pane) => (
    <Surface key={pane.id} id={pane.id} rect={pane.rect} lines={pane.lines} layer={pane.layer ?? 0} />
  ));
}
