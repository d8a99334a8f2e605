import { systemClock } from '../base/clock.ts';
import { openClusterSession } from './cluster-session.ts';
import { UNREACHABLE } from './exit-codes.ts';
import type { Arguments } from './options.ts';
import { readConfig, readTarget } from './target.ts';
import { watch } from './watch.ts';
import { watchSettings } from './watch-settings.ts';

/** `castwatch`: watches a cluster. Undefined where nobody named one. */
export async function monitorCommand(args: Arguments, env: NodeJS.ProcessEnv): Promise<number | undefined> {
  const config = await readConfig(args);
  const found = await readTarget(args, env, config, systemClock);
  if (!found) return undefined;
  const { target, login } = found;
  const session = openClusterSession({ target, clock: systemClock, ...login });
  if (!process.stdout.isTTY || !process.stdin.isTTY) {
    // Nobody could press a key: say whether the cluster answers, and how to get data into a pipe.
    try {
      await session.connection.api.topology();
      process.stderr.write(
        'castwatch: this is not a terminal. For scripts: castwatch snapshot, castwatch check.\n',
      );
      return UNREACHABLE;
    } finally {
      await session.close();
    }
  }
  return watch({
    session,
    ...watchSettings(args, env, config, target),
    onEnd: () => session.close(),
  });
}
