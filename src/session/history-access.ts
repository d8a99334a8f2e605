import type { Clock } from '../base/clock.ts';
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
  /** Names that reports withhold. */
  readonly users: () => readonly string[];
}

/** What screens may ask of a history that is kept while they are open. */
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
      const report = reportOf(reader(), cluster, from, to);
      const style = { withhold: true, users: users() };
      const json = `${JSON.stringify(reportJson(report, style), null, 2)}\n`;
      return { markdown: reportMarkdown(report, style), json };
    },
  };
}
