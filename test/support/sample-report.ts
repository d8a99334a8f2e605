import type { Report } from '../../src/history/report/report.ts';

/** An hour from `from` (Unix ms) on in which nothing happened. */
export function emptyReport(cluster: string, from: number): Report {
  return {
    cluster,
    from,
    to: from + 3_600_000,
    problems: [],
    events: [],
    changes: [],
    journal: [],
    journalHeldBack: 0,
    figures: { viewers: [], streams: [], in: [], out: [] },
    summary: undefined,
    streams: [],
    objects: [],
    gaps: [],
    missing: [],
  };
}
