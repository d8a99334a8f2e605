import { type Instance, render } from 'ink';
import { createElement } from 'react';
import { createMouse, parseMouse } from '../program/mouse.ts';
import type { Runtime } from '../program/runtime.ts';
import { filteredInput } from '../terminal/filtered-input.ts';
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

/** Start and end of a bracketed paste, and whole mouse reports (SGR 1006). */
const PARTS = /\x1b\[20[01]~|\x1b\[<\d{1,4};\d{1,5};\d{1,5}[Mm]/g;
/** The first part of a report; no key starts like this. */
const HALF = /\x1b\[<[\d;]{0,16}$/;

/**
 * Removes mouse reports from the input, also if a report is split over two chunks, because Ink would drop them as
 * unknown sequences. Pasted text is kept as it is: a report in it is text, not a click.
 */
export function mouseReports(take: (report: string) => void): (chunk: string) => string {
  let pasting = false;
  let half = '';
  return (chunk) => {
    const typed = (half + chunk).replace(PARTS, (part) => {
      if (part.startsWith('\x1b[<')) {
        if (pasting) return part;
        take(part);
        return '';
      }
      pasting = part === '\x1b[200~';
      return part;
    });
    half = pasting ? '' : (HALF.exec(typed)?.[0] ?? '');
    return typed.slice(0, typed.length - half.length);
  };
}
