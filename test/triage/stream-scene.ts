import type { ServerRecord } from '../../src/cluster/state.ts';
import type { StreamTrack } from '../../src/triage/memory/streams.ts';
import { WholeMemory } from '../../src/triage/memory/whole.ts';
import type { Severity } from '../../src/triage/problem.ts';
import type { Rule } from '../../src/triage/rule.ts';
import { context, factsOf, findingsOf } from './evaluate-rule.ts';
import { remembered } from './support.ts';

/** The data that rules about streams read; the journal names the publisher of `news`, and when it published. */
export interface StreamScene {
  readonly tracks?: readonly StreamTrack[];
  /** Those that ended. */
  readonly departed?: readonly StreamTrack[];
  readonly servers?: readonly ServerRecord[];
  readonly publishes?: readonly number[];
  readonly standing?: Severity;
}

const scene = ({ tracks = [], departed, servers = [], publishes }: StreamScene) => ({
  state: { servers },
  streams: remembered(tracks, departed),
  whole: new WholeMemory(),
  journal: {
    publishes: new Map(publishes && [['news', publishes]]),
    publishers: new Map([['news', '203.0.113.77:41200']]),
  },
});

export const streamFacts = (of: StreamScene) => factsOf(scene(of));

export const found = (rule: Rule, of: StreamScene) =>
  findingsOf(rule, scene(of), context({ active: () => of.standing }));
