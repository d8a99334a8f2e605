import { type SuspendTerminal, useApp, useInput, usePaste } from 'ink';
import { type ReactNode, useContext, useEffect, useLayoutEffect, useMemo, useSyncExternalStore } from 'react';
import { toKeyPresses } from '../keys.ts';
import type { Runtime } from '../program/runtime.ts';
import { TypedKeys } from '../program/typed-keys.ts';
import type { CursorPosition, Screen } from '../terminal/screen-writer.ts';
import { ScreenContext, Surface } from '../terminal/surface.tsx';
import type { Pane } from '../view.ts';

/** Releases the keyboard while another program uses the terminal (a function of Ink). */
export interface SuspendHandle {
  over: SuspendTerminal | undefined;
}

export function useSuspendHandle(suspendHandle: SuspendHandle): void {
  const { suspendTerminal } = useApp();
  useLayoutEffect(() => {
    suspendHandle.over = suspendTerminal;
  }, [suspendHandle, suspendTerminal]);
}

/** Passes keys and pastes to the runtime. Their effect is painted on `screen`, if there is one. */
export function useTyped(runtime: Runtime, screen?: Screen): void {
  const typed = useMemo(() => new TypedKeys(runtime, () => screen?.flush()), [runtime, screen]);
  useEffect(() => () => typed.end(), [typed]);
  useInput((input, key) => typed.add(toKeyPresses(input, key)));
  usePaste((text) => typed.add([{ name: undefined, text }]));
}

interface Props {
  readonly runtime: Runtime;
  readonly suspendHandle: SuspendHandle;
}

/**
 * The program on a screen: panes of the runtime go out, keys and pastes come in. It has the only `useInput` of the
 * program, because the runtime decides which part of it a key is for.
 */
export function App({ runtime, suspendHandle }: Props): ReactNode {
  const screen = useContext(ScreenContext);
  const panes = useSyncExternalStore(runtime.subscribe, runtime.panes);
  useSuspendHandle(suspendHandle);
  useTyped(runtime, screen);
  useLayoutEffect(() => screen?.cursor(cursorOf(panes)), [screen, panes]);
  return panes.map((pane) => (
    <Surface key={pane.id} id={pane.id} rect={pane.rect} lines={pane.lines} layer={pane.layer ?? 0} />
  ));
}

function cursorOf(panes: readonly Pane[]): CursorPosition | undefined {
  const owner = panes.findLast((pane) => pane.cursor !== undefined);
  return owner?.cursor && { x: owner.rect.x + owner.cursor.x, y: owner.rect.y + owner.cursor.y };
}
