import { noSpread, type Spread } from '../../src/cluster/window.ts';
import type { Handover } from '../../src/history/report/handover.ts';
import { noPeriodData, sessionPeriods } from '../../src/history/sessions/availability.ts';
import type { HistoryAccess, StoredReads } from '../../src/views/history-access.ts';
import { sampleNow } from './sample-state.ts';

/** A time in which all was watched, and nothing happened. */
export function emptyHandover(from: number, to: number): Handover {
  return { from, to, incidents: [], unchanged: 0, changes: [], searchedFrom: from, unknown: [] };
}

/** A stored history that is empty except for what a test gives. */
export function fakeHistory(access: Partial<HistoryAccess> = {}): HistoryAccess {
  return {
    facts: () => ({ path: '/state/history.db', bytes: 31_400_000, writing: 'writing', since: sampleNow }),
    handover: async (from, to) => emptyHandover(from, to),
    report: async () => ({ markdown: '', json: '' }),
    ...access,
  };
}

/** Stored figures: none except for what a test gives. */
export function fakeReads(reads: Partial<StoredReads> = {}): StoredReads {
  return {
    window: () => ({ ...noSpread, resolution: undefined }),
    usual: () => undefined,
    sessionPeriods: () => sessionPeriods(noPeriodData, { from: sampleNow, to: sampleNow }),
    problems: () => [],
    reading: false,
    ...reads,
  };
}

/** A figure of which these values were measured, one for each part. */
export function spreadOfValues(values: readonly (number | null)[]): Spread {
  const value = values.reduce<number>((most, each) => Math.max(most, each ?? 0), 0);
  return { values, least: values, most: values, peak: { value, at: sampleNow } };
}
