import { expect, onTestFinished } from 'vitest';
import { startInk } from '../../../src/ui/react/start-ink.ts';
import { Screen } from '../../../src/ui/terminal/screen-writer.ts';
import { resolveTheme } from '../../../src/ui/theme/resolve.ts';
import { FakeOutput } from '../../support/fake-output.ts';
import { Keyboard } from '../../support/keyboard.ts';
import { sampleState } from '../../support/sample-state.ts';
import { openScreen } from '../open-screen.ts';

/** The program on the Overview, from its services through Ink to the bytes for a terminal; it ends with the test. */
export function startedInk(size: { readonly columns: number; readonly rows: number }) {
  const { hands, services } = openScreen('overview', sampleState(), { size });
  const { runtime } = hands;
  const { clock } = services;
  const output = new FakeOutput(size.columns, size.rows);
  const screen = new Screen({ output, theme: resolveTheme('dark', '256'), clock });
  const keyboard = new Keyboard();
  const input = keyboard.stream;
  const onCrash = (error: unknown) => expect.unreachable(String(error));
  const ink = startInk({ screen, runtime, suspendHandle: { over: undefined }, input, onCrash });
  onTestFinished(() => {
    runtime.stop();
    ink.unmount();
    screen.destroy();
  });
  return { hands, services, runtime, clock, output, screen, keyboard, ink };
}
