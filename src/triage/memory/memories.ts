import type { ClusterState } from '../../cluster/state.ts';
import type { RuleInput } from '../rule.ts';
import { leftWithStreams } from '../rules/streams-lost.ts';
import { serversSample } from '../samples.ts';
import type { Thresholds } from '../threshold-families.ts';
import type { UsualOf } from '../usual-load.ts';
import { ClimbMemory } from './climbs.ts';
import { FigureMemory } from './figures.ts';
import { createJournalReader, type JournalPattern } from './journal.ts';
import { LinkMemory } from './links.ts';
import { OutageMemory } from './outages.ts';
import { StandingAnswers } from './standing.ts';
import { StreamMemory } from './streams.ts';
import { ViewerHealth } from './viewer-health.ts';
import { ViewersTotal } from './viewers-total.ts';
import { WholeMemory } from './whole.ts';

/** Everything that triage remembers of earlier samples. The returned function takes the state at `now` (Unix ms). */
export function createMemories(
  thresholds: Thresholds,
  journalPatterns: readonly JournalPattern[],
  usual: UsualOf = () => undefined,
): (state: ClusterState, now: number) => RuleInput {
  const streams = new StreamMemory();
  const links = new LinkMemory();
  const figures = new FigureMemory();
  const climbs = new ClimbMemory();
  const standing = new StandingAnswers();
  const outages = new OutageMemory();
  const whole = new WholeMemory();
  const viewers = new ViewersTotal();
  const viewerHealth = new ViewerHealth();
  const readJournal = createJournalReader(journalPatterns, thresholds);
  return (cluster, now) => {
    const state = viewers.observe(cluster);
    streams.observe(state, thresholds);
    links.observe(state, thresholds.flapWindow);
    standing.observe(state.dashboard);
    viewerHealth.observe(state.dashboard);
    whole.observe(state, now, usual, thresholds);
    climbs.observe(state, now, thresholds);
    outages.observe(state, { streams, figures }, now, thresholds);
    const facts: RuleInput = {
      state,
      streams,
      links,
      figures,
      standing: standing.standing,
      outages,
      climbs: climbs.climbs,
      whole,
      viewerHealth,
      usual,
      journal: readJournal(state.journal, now, state.clockSkew ?? 0),
    };
    figures.observe(state, serversSample(facts).at, whole.deviates);
    figures.accept(leftWithStreams(facts), 'viewers');
    return facts;
  };
}
