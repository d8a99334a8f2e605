import { type SuspendTerminal, useApp, useInput, usePaste } from 'ink';
import { type ReactNode, useContext, useLayoutEffect, useSyncExternalStore } from 'react';
import { toKeyPresses } from './keys.ts';
import { handleMouse, parseMouse } from './mouse.ts';
import type { Runtime } from './runtime.ts';
import { ScreenContext, Surface } from './terminal/surface.tsx';

/** Ink's way to let go of the keyboard while another program has the terminal. */
export interface Hands {
  over: SuspendTerminal | undefined;
}

interface Props {
  readonly runtime: Runtime;
  readonly hands: Hands;
}

/**
 * Brings the runtime keys and pastes. The one `useInput` of the program (`design.md`, rule 9): who gets a key is the
 * runtime's business. On a screen the panes lie already (`lay-panes.ts`); where there is none, they are plain rows.
 */
export function App({ runtime, hands }: Props): ReactNode {
  const screen = useContext(ScreenContext);
  const { suspendTerminal } = useApp();
  useLayoutEffect(() => {
    hands.over = suspendTerminal;
  }, [hands, suspendTerminal]);
  useInput((input, key) => {
    const mouse = parseMouse(input);
    if (mouse) handleMouse(mouse, runtime);
    if (mouse === undefined) for (const press of toKeyPresses(input, key)) runtime.press(press);
    screen?.flush();
  });
  usePaste((text) => runtime.paste(text));
  return screen ? null : <PlainPanes runtime={runtime} />;
}

function PlainPanes({ runtime }: Pick<Props, 'runtime'>): ReactNode {
  const panes = useSyncExternalStore(runtime.subscribe, runtime.panes);
  return panes.map((pane) => (
    <Surface key={pane.id} id={pane.id} rect={pane.rect} lines={pane.lines} layer={pane.layer ?? 0} />
  ));
}
