import type { ServerRecord } from '../../src/cluster/state.ts';
import type { StreamTrack } from '../../src/triage/memory/streams.ts';
import type { Severity } from '../../src/triage/problem.ts';
import type { Finding, Rule, RuleInput } from '../../src/triage/rule.ts';
import { context } from './evaluate-rule.ts';
import { bench, remembered } from './support.ts';

const empty = bench().state();

/** The data that rules about streams read; the journal names the publisher of `news`, and when it published. */
export interface StreamScene {
  readonly tracks?: readonly StreamTrack[];
  /** Those that ended. */
  readonly departed?: readonly StreamTrack[];
  readonly servers?: readonly ServerRecord[];
  readonly publishes?: readonly number[];
  readonly standing?: Severity;
}

export function streamFacts({ tracks = [], departed, servers = [], publishes }: StreamScene): RuleInput {
  return {
    state: { ...empty, servers },
    streams: remembered(tracks, departed),
    journal: {
      publishes: new Map(publishes && [['news', publishes]]),
      publishers: new Map([['news', '203.0.113.77:41200']]),
    },
  } as unknown as RuleInput;
}

export function found(rule: Rule, scene: StreamScene): readonly Finding[] {
  return rule.evaluate(streamFacts(scene), context({ active: () => scene.standing })) as readonly Finding[];
}
