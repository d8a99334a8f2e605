import { render } from 'ink';
import { createElement } from 'react';
import { systemClock } from '../../base/clock.ts';
import { holdSession } from '../../session/session-holder.ts';
import type { SuspendHandle } from '../../ui/react/app.tsx';
import { Reader } from '../../ui/react/reader.tsx';
import { createReaderFeed } from '../../ui/react/reader-feed.ts';
import { withoutReplies } from '../../ui/terminal/without-replies.ts';
import type { Frontend } from './frontend.ts';
import { createRuntime } from './services.ts';
import type { WatchOptions } from './watch-options.ts';

/** The size that dialogs are laid out for; they are not drawn. */
const WINDOW = { columns: 160, rows: 60 };

/** The same program in words, on the normal screen, for screen readers (`--screen-reader`). */
export async function readAloud(options: WatchOptions): Promise<number> {
  const holder = holdSession(options.session);
  const suspendHandle: SuspendHandle = { over: undefined };
  let quit: () => void = () => {};
  const frontend: Frontend = {
    control: (sequence) => process.stdout.write(sequence),
    repaint: () => {},
    toggleMouse: () => undefined,
    suspend: () => process.kill(process.pid, 'SIGTSTP'),
    setTheme: () => ({ theme: undefined, message: 'There are no colours for a screen reader.' }),
    handOver: async (work) => suspendHandle.over?.(work),
  };
  const runtime = createRuntime(options, holder, frontend, { size: WINDOW, quit: () => quit() });
  runtime.start();
  (options.fleet ?? holder.current.monitor).start();
  const detach = (options.attach ?? []).map((attach) => attach(runtime));
  const ink = render(createElement(Reader, { runtime, feed: createReaderFeed(runtime), suspendHandle }), {
    stdin: withoutReplies(process.stdin, systemClock),
    exitOnCtrlC: false,
    interactive: true,
    isScreenReaderEnabled: true,
  });
  quit = () => ink.unmount();
  const signals = ['SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, quit);
  try {
    await ink.waitUntilExit();
    return 0;
  } finally {
    for (const signal of signals) process.off(signal, quit);
    const ended = detach.map((end) => end());
    runtime.stop();
    await Promise.all(ended);
    await (options.fleet ?? holder.current).close();
    await options.onEnd?.();
  }
}
