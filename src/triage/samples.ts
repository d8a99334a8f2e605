import { resourceTable } from '../cluster/resources.ts';
import type { Resource } from '../cluster/state.ts';
import type { RuleInput, Sample } from './rule.ts';

/** The data that each rule judges, and its freshness. */

const sampleOf = ({ updatedAt, interval }: Resource<unknown>): Sample => ({
  at: updatedAt,
  interval,
  wholeAt: updatedAt,
});

export const dashboardSample = ({ state }: RuleInput): Sample => sampleOf(state.dashboard);
export const journalSample = ({ state }: RuleInput): Sample => sampleOf(state.journalResource);

/** Servers come from the dashboard or the topology, whichever is newer. */
export function serversSample({ state }: RuleInput): Sample {
  const { dashboard, topology } = state;
  const carries = dashboard.value?.topology != null;
  if (!carries || (topology.updatedAt ?? 0) > (dashboard.updatedAt ?? 0)) return sampleOf(topology);
  return sampleOf(dashboard);
}

/** New data about streams from any source. Each stream has its own time (`measuredAt`). */
export const streamsSample = ({ state, streams }: RuleInput): Sample => ({
  at: streams.newest,
  interval: state.streamSweep.interval ?? resourceTable.streamSweep.interval,
  wholeAt: state.streamSweep.value?.completedAt,
});

export const linksSample = ({ state, links }: RuleInput): Sample => ({
  at: links.newest,
  interval: state.applicationSweep.interval ?? resourceTable.applicationSweep.interval,
  wholeAt: state.applicationSweep.value?.completedAt,
});

/** For rules about the data itself: they are judged at every step, with or without new data. */
export const everyStep = (_facts: RuleInput, now: number): Sample => ({
  at: now,
  interval: 5_000,
  wholeAt: undefined,
});
