import type { Clock } from '../base/clock.ts';
import { safeJson } from '../base/safe-markup.ts';
import type { HistoryReader } from '../history/reader.ts';
import { capacityOf } from '../history/report/capacity.ts';
import { reportOf } from '../history/report/report.ts';
import type { HistoryAccess, StoredReads } from '../views/history-access.ts';
import { reportJson, reportMarkdown } from '../views/report/markdown.ts';
import type { KeptHistory } from './kept-history.ts';

export interface HistoryAccessOptions {
  readonly kept: KeptHistory;
  readonly reads: StoredReads;
  readonly clock: Clock;
  readonly cluster: string;
  /** User names that reports leave out. */
  readonly users: () => Promise<readonly string[]>;
}

/** What screens may request of the history while it is written. */
export function createHistoryAccess({
  kept,
  reads,
  clock,
  cluster,
  users,
}: HistoryAccessOptions): HistoryAccess {
  const reader = (): HistoryReader => {
    if (kept.reader) return kept.reader;
    throw new Error('The history is not open.');
  };
  return {
    reads,
    facts: () => kept.facts(),
    capacity: async () => capacityOf(reader().series, clock.now()),
    async report(from, to) {
      const report = reportOf(reader(), cluster, { from, to });
      const style = { withhold: true, users: await users() };
      const json = safeJson(reportJson(report, style));
      return { markdown: reportMarkdown(report, style), json };
    },
  };
}
