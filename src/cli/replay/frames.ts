import { systemClock } from '../../base/clock.ts';
import type { ClusterTarget } from '../../config/resolve.ts';
import type { Tape } from '../../recording/tape.ts';
import { openReplaySession } from '../../session/replay-session.ts';
import { holdSession } from '../../session/session-holder.ts';
import type { Size } from '../../ui/program/layout.ts';
import { Runtime } from '../../ui/program/runtime.ts';
import { printFrame } from '../../ui/react/print-frame.tsx';
import { createUiStore } from '../../ui/store.ts';
import type { TextLook } from '../../ui/theme/paint-line.ts';
import { noFrontend } from '../watch/no-frontend.ts';
import { watchServices } from '../watch/services.ts';
import type { WatchOptions } from '../watch/watch-options.ts';

export interface ReplayFrames {
  /** The screen at a moment of the recording, Unix ms, one line per row. Fastest if moments are in order. */
  at(moment: number): Promise<string>;
  close(): Promise<void>;
}

/** Plays a recording without a terminal: the same program as on a screen, frame by frame. */
export function openReplayFrames(
  target: ClusterTarget,
  tape: Tape,
  settings: Omit<WatchOptions, 'session'>,
  { size, look }: { readonly size: Size; readonly look: TextLook },
): ReplayFrames {
  const session = openReplaySession(target, tape, systemClock);
  const options = { ...settings, session, clock: session.screenClock };
  const runtime: Runtime = new Runtime(
    watchServices(
      options,
      holdSession(session),
      { frontend: noFrontend, multiplexer: undefined },
      () => runtime,
    ),
    createUiStore(settings.screen, settings.display),
    size,
    () => {},
  );
  session.monitor.start();
  session.replay.pause();
  return {
    async at(moment) {
      session.replay.seek(moment);
      await session.settled();
      runtime.draw();
      // The drawn screen may request more data.
      await session.settled();
      runtime.draw();
      return printFrame(runtime, look);
    },
    close: () => session.close(),
  };
}
