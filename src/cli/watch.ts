import { render } from 'ink';
import { createElement } from 'react';
import type { ScreenName } from '../actions/commands.ts';
import { createKeymap } from '../actions/keymap.ts';
import { systemClock } from '../base/clock.ts';
import { App } from '../ui/app.tsx';
import { Runtime } from '../ui/runtime.ts';
import type { Display, Facts } from '../ui/screen.ts';
import { createUiStore } from '../ui/store.ts';
import { type EndReason, enterTerminal } from '../ui/terminal/lifecycle.ts';
import { Screen } from '../ui/terminal/screen.ts';
import { BELL, clipboardSequence, multiplexerOf } from '../ui/terminal/sequences.ts';
import { ScreenContext } from '../ui/terminal/surface.tsx';
import { unblockOutput } from '../ui/terminal/unblock.ts';
import { writeNow } from '../ui/terminal/write-now.ts';
import { detectDepth } from '../ui/theme/depth.ts';
import { resolveTheme } from '../ui/theme/resolve.ts';
import { themeNames } from '../ui/theme/themes.ts';
import type { ClusterSession } from './cluster-session.ts';
import { saveNewFile } from './save-file.ts';

export interface WatchOptions {
  readonly session: ClusterSession;
  readonly facts: Facts;
  readonly screen: ScreenName;
  readonly display: Display;
  readonly theme: string;
  readonly mouse: boolean;
  readonly keys: Readonly<Record<string, readonly string[]>>;
  readonly env: NodeJS.ProcessEnv;
  /** Least ms between two paints, for slow links. */
  readonly minInterval: number;
  /** Last work before the process ends, whatever ends it. */
  readonly onEnd: () => Promise<void>;
}

const REPORT_TO = 'https://github.com/castwatch/castwatch/issues';

/** Shows a cluster until somebody quits; resolves to the exit code. Standard output must be a terminal. */
export async function watch(options: WatchOptions): Promise<number> {
  const { session, env } = options;
  const depth = detectDepth(env, true);
  let theme = resolveTheme(options.theme, depth);
  unblockOutput(process.stdout);
  const screen = new Screen({
    output: process.stdout,
    theme,
    clock: systemClock,
    ascii: options.display.ascii,
    minInterval: options.minInterval,
  });
  const terminal = enterTerminal(screen, {
    process,
    clock: systemClock,
    input: process.stdin,
    output: process.stdout,
    writeTerminal: (data) => writeNow(process.stdout.fd, data),
    writeError: (data) => writeNow(process.stderr.fd, data),
    mouse: options.mouse,
    debug: env.CASTWATCH_DEBUG === '1',
    reportTo: REPORT_TO,
    onSuspend: () => session.monitor.pause(),
    onResume: () => session.monitor.resume(),
    onEnd: (_reason: EndReason) => options.onEnd(),
  });
  const multiplexer = multiplexerOf(env);
  let quit: () => void = () => {};
  const runtime = new Runtime(
    {
      clock: systemClock,
      cluster: session.store,
      triage: session.triage,
      monitor: session.monitor,
      actions: { monitor: session.monitor },
      keymap: createKeymap(options.keys),
      facts: options.facts,
      copy: (text) => screen.control(clipboardSequence(text, multiplexer)),
      saveFile: saveNewFile,
      bell: () => screen.control(BELL),
      repaint: () => screen.repaint(),
      setTheme: (name) => {
        const next =
          name ?? themeNames[(themeNames.indexOf(theme.name) + 1) % themeNames.length] ?? theme.name;
        if (!themeNames.includes(next)) return `There is no theme ‘${next}’: ${themeNames.join(', ')}.`;
        theme = resolveTheme(next, depth);
        screen.setTheme(theme);
        return `Theme: ${next}.`;
      },
      switchProfile: () => {},
      readAudit: async () => [],
      suspend: () => terminal.suspend(),
    },
    createUiStore(options.screen, options.display),
    { columns: screen.columns, rows: screen.rows },
    () => quit(),
  );
  screen.on('resize', () => runtime.resize({ columns: screen.columns, rows: screen.rows }));
  const ink = render(
    createElement(ScreenContext.Provider, { value: screen }, createElement(App, { runtime })),
    {
      stdout: screen as unknown as NodeJS.WriteStream,
      stdin: process.stdin,
      // Whole frames for the screen writer; it is the one that decides what reaches the terminal.
      debug: true,
      exitOnCtrlC: false,
      patchConsole: false,
      // Ink takes a set CI variable for "not interactive"; the terminal has already been looked at.
      interactive: true,
      isScreenReaderEnabled: false,
    },
  );
  quit = () => ink.unmount();
  runtime.start();
  session.monitor.start();
  try {
    await ink.waitUntilExit();
    return 0;
  } catch (error) {
    terminal.crash(error);
    return 1;
  } finally {
    runtime.stop();
    terminal.dispose();
    screen.destroy();
    await options.onEnd();
  }
}
