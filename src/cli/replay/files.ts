import type { ClusterTarget } from '../../config/resolve.ts';
import type { Tape } from '../../recording/tape.ts';
import { toSvg } from '../../ui/picture/svg.ts';
import { textCells } from '../../ui/picture/text-cells.ts';
import { backgroundIn, themeFor } from '../../ui/theme/background.ts';
import { resolveTheme } from '../../ui/theme/resolve.ts';
import { themeNamed } from '../../ui/theme/themes.ts';
import { parseFrameSize } from '../options/frame-size.ts';
import { UsageError } from '../options/options.ts';
import type { Options } from '../options/table.ts';
import { parseMoment } from '../options/time-spec.ts';
import { writeOutput } from '../output.ts';
import { saveNewFile } from '../save-file.ts';
import type { WatchOptions } from '../watch/watch-options.ts';
import { createAsciicast } from './asciicast.ts';
import { openReplayFrames } from './frames.ts';

/** Least time between two frames, in seconds of the recording and of the film: ten frames per second are enough. */
const LEAST_STEP_S = 1;
const LEAST_FRAME_S = 0.1;

/**
 * `castwatch replay --cast FILE`, `--svg FILE`: the recording as a film for asciinema, or one moment of it as a
 * picture. Prints the names of the files; an existing file is never overwritten.
 */
export async function writeReplayFiles(
  options: Options,
  target: ClusterTarget,
  tape: Tape,
  settings: Omit<WatchOptions, 'session'>,
): Promise<void> {
  const size = parseFrameSize(options.size, {});
  const theme = themeNamed(themeFor(settings.theme, backgroundIn(settings.env) ?? 'dark'));
  const look = { theme: resolveTheme(theme.name, 'truecolor'), charset: settings.charset };
  const { from = 0, to = 0 } = tape;
  const title = `castwatch: ${target.name}`;
  const frames = openReplayFrames(target, tape, settings, { size, look });
  try {
    if (options.svg !== undefined) {
      const moment = options.at === undefined ? to : parseMoment('--at', options.at, to);
      const frame = await frames.at(moment);
      const picture = toSvg(textCells(frame, size), size, theme, title);
      await save(options.svg, picture);
    }
    if (options.cast !== undefined) {
      const speed = options.speed ?? 1;
      const stepS = Math.max(LEAST_STEP_S, LEAST_FRAME_S * speed);
      const cast = createAsciicast(size, { title, begin: from, version: options.castVersion ?? '2' });
      for (let at = from; at < to; at += stepS * 1000) {
        cast.frame(await frames.at(at), at === from ? 0 : stepS / speed);
      }
      await save(options.cast, cast.text());
    }
  } finally {
    await frames.close();
  }
}

async function save(name: string, text: string): Promise<void> {
  const path = await saveNewFile(name, text).catch((error: Error) => {
    throw new UsageError(error.message);
  });
  await writeOutput(`${path}\n`);
}
