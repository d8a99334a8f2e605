import { DAY_MS } from '../base/durations.ts';
import { safeJson } from '../base/safe-markup.ts';
import type { ServerDescription } from '../history/description-store.ts';
import type { HistoryReader } from '../history/reader.ts';
import { type Capacity, capacityLimits, capacityOf, TREND_DAYS } from '../history/report/capacity.ts';
import { handoverOf } from '../history/report/handover.ts';
import { reportOf } from '../history/report/report.ts';
import type { SeriesId } from '../history/samples/kinds.ts';
import type { SeriesReader } from '../history/samples/series.ts';
import type { HistoryAccess } from '../views/history-access.ts';
import { reportJson, reportMarkdown } from '../views/report/markdown.ts';
import type { KeptHistory } from './kept-history.ts';
import type { RemoteSeries } from './prometheus.ts';

/** Most servers or groups whose past is asked for. */
const MOST_REMOTE = 20;

/** The trend of the limits, also of days that only the remote series know; applications are named as on `servers`. */
export async function capacityWith(
  local: SeriesReader,
  remote: RemoteSeries | undefined,
  now: number,
  servers: readonly ServerDescription[],
): Promise<readonly Capacity[]> {
  if (!remote) return capacityOf(local, now, servers);
  const joined = remote.over(local);
  // The limits of the cluster first; of the servers as many as an operator would read.
  const wanted = capacityLimits.flatMap(({ kind, figure, limit }) =>
    joined
      .names(kind)
      .slice(0, MOST_REMOTE)
      .flatMap((name): [SeriesId, number][] => [
        [{ kind, name, column: limit }, now - DAY_MS],
        [{ kind, name, column: figure }, now - TREND_DAYS * DAY_MS],
      ]),
  );
  for (const [id, from] of wanted) {
    if (!hasGap(local, id, from, now)) continue;
    await remote.fill(id, from, now);
    // One that does not answer is not asked for each figure.
    if (remote.failure !== undefined) break;
  }
  return capacityOf(joined, now, servers);
}

/** Whether the file knows nothing of a day or longer. */
function hasGap(local: SeriesReader, id: SeriesId, from: number, now: number): boolean {
  const { points } = local.read(id, from, now);
  const times = [from, ...points.flatMap(({ at, mean }) => (mean === null ? [] : [at])), now];
  return times.some((at, index) => at - (times[index - 1] ?? at) >= DAY_MS);
}

/** What screens may request of the history while it is written. `users`: names that reports leave out. */
export function createHistoryAccess(
  kept: KeptHistory,
  cluster: string,
  users: () => Promise<readonly string[]>,
): HistoryAccess {
  const reader = (): HistoryReader => {
    if (kept.reader) return kept.reader;
    throw new Error('The history is not open.');
  };
  return {
    facts: () => kept.facts(),
    handover: async (from, to) => handoverOf(reader(), { from, to }),
    async report(from, to) {
      const report = reportOf(reader(), cluster, { from, to });
      const style = { withhold: true, users: await users() };
      const json = safeJson(reportJson(report, style));
      return { markdown: reportMarkdown(report, style), json };
    },
  };
}
