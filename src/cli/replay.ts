import { systemClock } from '../base/clock.ts';
import { tellError } from '../base/tell-error.ts';
import type { ClusterTarget } from '../config/resolve.ts';
import { openTape } from '../recording/open-tape.ts';
import { openReplaySession } from '../session/replay-session.ts';
import { recordedInterval } from '../session/replay-stack.ts';
import { bareTarget } from './bare-target.ts';
import { UNREACHABLE, USAGE } from './exit-codes.ts';
import type { Arguments } from './options.ts';
import { readConfig } from './target.ts';
import { watch } from './watch.ts';
import { watchSettings, whyNoScreen } from './watch-settings.ts';

/** `castwatch replay FILE`: the same screens on a recording. Nothing is sent anywhere, and nothing can be changed. */
export async function replayCommand(args: Arguments, env: NodeJS.ProcessEnv): Promise<number> {
  const path = args.input[0] ?? '';
  const config = await readConfig(args);
  const tape = await openTape(path);
  try {
    if (tape.from === undefined || tape.to === undefined) {
      tellError(`there is nothing in the recording ${path}`);
      return USAGE;
    }
    const noScreen = whyNoScreen(env);
    if (noScreen !== undefined) {
      tellError(`${noScreen} A replay is drawn on one.`);
      return UNREACHABLE;
    }
    const target: ClusterTarget = {
      // The address is never used: requests go to the recording.
      ...bareTarget(tape.cluster, 'https://recording.invalid'),
      readOnly: true,
      interval: recordedInterval(tape),
      thresholds: config.file.defaults?.thresholds ?? {},
    };
    const session = openReplaySession(target, tape, systemClock, args.options.speed);
    return await watch({ session, clock: session.faceClock, ...watchSettings(args, env, config, target) });
  } finally {
    await tape.close();
  }
}
