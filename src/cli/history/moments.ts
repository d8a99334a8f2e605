import type { Moment } from '../../actions/time-travel.ts';
import { systemClock } from '../../base/clock.ts';
import { dateTime } from '../../base/format.ts';
import { errorMessage } from '../../base/system-error.ts';
import { createHistory } from '../../cluster/create-history.ts';
import { emptyState } from '../../cluster/store.ts';
import type { ClusterTarget } from '../../config/resolve.ts';
import { momentAt } from '../../session/past/moment-at.ts';
import { mergeThresholds } from '../../triage/thresholds.ts';
import { type Arguments, UsageError } from '../options/options.ts';
import { parseMoment } from '../options/time-spec.ts';
import { eachHistory, type Histories } from './source.ts';

/** What the history of a cluster has of a moment. */
export interface StoredCluster {
  readonly target: ClusterTarget;
  readonly moment: Moment;
}

/**
 * The named clusters at the time of `--at`, from their histories; undefined if none was named. Throws a `UsageError` or a
 * `HistoryError` about one cluster; of a fleet, what is missing is among its errors.
 */
export async function eachMoment(
  args: Arguments,
  env: NodeJS.ProcessEnv,
  time: string,
): Promise<Histories<StoredCluster> | undefined> {
  const now = systemClock.now();
  const at = parseMoment('--at', time, now);
  if (at > now) throw new UsageError(`--at: ${dateTime(at)} is in the future`);
  return eachHistory(args, env, '1h', async ({ reader, target }) => {
    if (!target) throw new UsageError('--at: which cluster? Name one with --url or --profile');
    const { name, url, thresholds } = target;
    const live = emptyState({ name, url }, createHistory());
    const known = momentAt(reader, at, { live, thresholds: mergeThresholds(thresholds) });
    const moment = await known.catch((error: unknown) => {
      throw new UsageError(`--at: ${errorMessage(error)}`);
    });
    return { target, moment };
  });
}
