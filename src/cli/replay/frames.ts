import { systemClock } from '../../base/clock.ts';
import type { ClusterTarget } from '../../config/resolve.ts';
import type { Tape } from '../../recording/tape.ts';
import { openReplaySession } from '../../session/replay-session.ts';
import { printFrame } from '../../ui/react/print-frame.tsx';
import { backgroundIn, themeFor } from '../../ui/theme/background.ts';
import { resolveTheme } from '../../ui/theme/resolve.ts';
import { parseFrameSize } from '../options/frame-size.ts';
import type { Options } from '../options/table.ts';
import { writeOutput } from '../output.ts';
import { saveNewFile } from '../save-file.ts';
import { printedRuntime } from '../watch/printed-runtime.ts';
import type { WatchOptions } from '../watch/watch-options.ts';
import { createAsciicast } from './asciicast.ts';

/** Least time between two frames, in seconds of the recording and of the film: ten frames per second are enough. */
const LEAST_STEP_S = 1;
const LEAST_FRAME_S = 0.1;

interface Filmed {
  readonly options: Options;
  readonly target: ClusterTarget;
  readonly tape: Tape;
  readonly settings: Omit<WatchOptions, 'session'>;
}

/**
 * `castwatch replay --cast FILE`: the recording as a film for asciinema. Prints the name of the file; an existing file is
 * never overwritten.
 */
export async function writeFilm(file: string, { options, target, tape, settings }: Filmed): Promise<void> {
  const size = parseFrameSize(options.size, {});
  const theme = resolveTheme(themeFor(settings.theme, backgroundIn(settings.env) ?? 'dark'), 'truecolor');
  const look = { theme, charset: settings.charset };
  const { from = 0, to = 0 } = tape;
  // The same program as on a screen, without a terminal, frame by frame.
  const session = openReplaySession(target, tape, systemClock);
  const runtime = printedRuntime({ ...settings, session, clock: session.screenClock }, size);
  session.monitor.start();
  session.replay.pause();
  try {
    const speed = options.speed ?? 1;
    const stepS = Math.max(LEAST_STEP_S, LEAST_FRAME_S * speed);
    const title = `castwatch: ${target.name}`;
    const cast = createAsciicast(size, { title, begin: from, version: options.castVersion ?? '2' });
    for (let at = from; at < to; at += stepS * 1000) {
      session.replay.seek(at);
      await session.settled();
      runtime.draw();
      // The drawn screen may request more data.
      await session.settled();
      runtime.draw();
      cast.frame(printFrame(runtime, look), at === from ? 0 : stepS / speed);
    }
    await writeOutput(`${await saveNewFile(file, cast.text())}\n`);
  } finally {
    await session.close();
  }
}
