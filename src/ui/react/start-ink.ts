import { type Instance, render } from 'ink';
import { createElement } from 'react';
import { createMouse, parseMouse } from '../program/mouse.ts';
import type { Runtime } from '../program/runtime.ts';
import { filteredInput } from '../terminal/filtered-input.ts';
import { mouseReports } from '../terminal/mouse-reports.ts';
import type { Screen } from '../terminal/screen-writer.ts';
import { ScreenContext } from '../terminal/surface.tsx';
import { App, type SuspendHandle } from './app.tsx';
import { CrashBoundary } from './crash-boundary.tsx';

interface InkOptions {
  readonly screen: Screen;
  readonly runtime: Runtime;
  readonly suspendHandle: SuspendHandle;
  readonly input: NodeJS.ReadStream;
  readonly onCrash: (error: unknown) => void;
}

/** Starts Ink: from now on the screen shows the runtime's panes, and keys reach the runtime. */
export function startInk({ screen, runtime, suspendHandle, input, onCrash }: InkOptions): Instance {
  const mouse = createMouse(runtime);
  const click = (report: string) => {
    const event = parseMouse(report);
    if (event) mouse(event);
  };
  return render(
    createElement(
      CrashBoundary,
      { onCrash },
      createElement(
        ScreenContext.Provider,
        { value: screen },
        createElement(App, { runtime, suspendHandle }),
      ),
    ),
    {
      stdout: screen as unknown as NodeJS.WriteStream,
      stdin: filteredInput(input, mouseReports(click)),
      // Ink must not move the cursor or erase lines around its frames: the screen writer draws all cells.
      debug: true,
      exitOnCtrlC: false,
      patchConsole: false,
      // Ink assumes "not interactive" if the variable CI is set; the terminal was checked earlier.
      interactive: true,
      isScreenReaderEnabled: false,
    },
  );
}
