import { systemClock } from '../../base/clock.ts';
import { tellError } from '../../base/tell-error.ts';
import { openTape } from '../../recording/open-tape.ts';
import { openReplaySession } from '../../session/replay-session.ts';
import { recordedTarget } from '../cluster/bare-target.ts';
import { readConfig } from '../cluster/cluster-target.ts';
import { UNREACHABLE, USAGE } from '../exit-codes.ts';
import { type Arguments, UsageError } from '../options/options.ts';
import { hasScreen, watchSettings } from '../watch/settings.ts';
import { watch } from '../watch/watch.ts';

/** `castwatch replay FILE`: the same screens for a recording. Nothing is sent, and nothing can be changed. */
export async function replayCommand(args: Arguments, env: NodeJS.ProcessEnv): Promise<number> {
  const path = args.input[0] ?? '';
  const { cast, size } = args.options;
  if (size !== undefined && cast === undefined) throw new UsageError('--size needs --cast FILE');
  const config = await readConfig(args);
  const tape = await openTape(path);
  try {
    if (tape.from === undefined) {
      tellError(`the recording ${path} is empty`);
      return USAGE;
    }
    const target = recordedTarget(tape, config.file.defaults?.thresholds);
    const settings = watchSettings(args, env, config, target);
    if (cast !== undefined) {
      const { writeFilm } = await import('./frames.ts');
      await writeFilm(cast, { options: args.options, target, tape, settings });
      return 0;
    }
    if (!hasScreen(env, 'A replay is drawn on one; --cast FILE needs none.')) return UNREACHABLE;
    const session = openReplaySession(target, tape, systemClock, args.options.speed);
    return await watch({ session, clock: session.screenClock, ...settings });
  } finally {
    await tape.close();
  }
}
