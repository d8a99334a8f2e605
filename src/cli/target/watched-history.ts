import { MINUTE_MS } from '../../base/durations.ts';
import type { ClusterTarget } from '../../config/resolve.ts';
import { WATCHING } from '../../history/gap-store.ts';
import type { HistoryPlace } from '../../history/shared-directory.ts';
import type { Problem } from '../../triage/problem.ts';
import type { Watched } from '../../triage/watched.ts';

/** A history whose newest figures are older than this many polls, or than this time, is not current. */
const FRESH_POLLS = 4;
const FRESH_MS = 15_000;
/** After this time of watching, usual values are known, ms. */
const NORMAL_MS = 10 * MINUTE_MS;

/**
 * What another program, such as `record`, knows about the cluster that it watches now, from its history. The
 * history is only read. Undefined if there is none, if it is not being written, or if it cannot be
 * read.
 */
export async function watchedNow(
  { url, interval }: Pick<ClusterTarget, 'url' | 'interval'>,
  { directory, shared }: HistoryPlace,
  now: number,
): Promise<Watched | undefined> {
  const [{ historyFile, openReadOnly }, { createHistoryReader }] = await Promise.all([
    import('../../history/database.ts'),
    import('../../history/reader.ts'),
  ]);
  try {
    const db = openReadOnly(historyFile(directory, url), { shared });
    try {
      const reader = createHistoryReader(db);
      const oldest = now - Math.max(FRESH_MS, FRESH_POLLS * interval * 1_000);
      const range = reader.range();
      if (!range || range.to < oldest || range.to > now + FRESH_MS) return undefined;
      const problems = reader
        .problems(oldest, now)
        .filter(({ clearedAt, seenAt }) => clearedAt === undefined && seenAt >= oldest)
        .map(
          ({ worst: _worst, seenAt: _seenAt, ...problem }): Problem => ({
            ...problem,
            acknowledged: undefined,
          }),
        );
      const from = now - NORMAL_MS;
      const breaks = reader
        .gaps(from, now)
        .filter(({ resource }) => resource === WATCHING || resource === 'dashboard');
      return { problems, knowsNormal: range.from <= from && breaks.length === 0 };
    } finally {
      db.close();
    }
  } catch {
    // The history belongs to another program, so an error in it must not prevent this program's own verdict.
    return undefined;
  }
}
