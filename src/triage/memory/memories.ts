import type { ClusterState } from '../../cluster/state.ts';
import type { RuleInput } from '../rule.ts';
import { serversSample } from '../samples.ts';
import type { Thresholds } from '../thresholds.ts';
import { EdgeMemory } from './edges.ts';
import { createJournalReader, type JournalPattern } from './journal.ts';
import { LinkMemory } from './links.ts';
import { StreamMemory } from './streams.ts';

/** All that triage remembers of earlier samples. The function takes the state as it is at `now` (Unix ms). */
export function createMemories(
  thresholds: Thresholds,
  journalPatterns: readonly JournalPattern[],
): (state: ClusterState, now: number) => RuleInput {
  const streams = new StreamMemory();
  const links = new LinkMemory();
  const edges = new EdgeMemory();
  const readJournal = createJournalReader(journalPatterns, {
    flap: thresholds.flapWindow,
    match: thresholds.eventFor,
  });
  return (state, now) => {
    streams.observe(state, thresholds.flapWindow);
    links.observe(state, thresholds.flapWindow);
    const journal = readJournal(state.journal, now, state.clockSkew ?? 0);
    const facts: RuleInput = { state, streams, links, edges, journal };
    edges.observe(state.servers, serversSample(facts).at, thresholds.edgeViewers);
    return facts;
  };
}
