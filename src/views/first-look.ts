import type { ClusterState } from '../cluster/state.ts';
import { EdgeMemory } from '../triage/memory/edges.ts';
import { createJournalReader, type JournalPattern } from '../triage/memory/journal.ts';
import { LinkMemory } from '../triage/memory/links.ts';
import { StreamMemory } from '../triage/memory/streams.ts';
import { severityRank } from '../triage/rank.ts';
import type { Finding, RuleInput } from '../triage/rule.ts';
import { allRules } from '../triage/rules/index.ts';
import { serversSample } from '../triage/samples.ts';
import type { Thresholds } from '../triage/thresholds.ts';

/** A finding, and which rule it is of. */
interface RuleFinding extends Finding {
  readonly rule: string;
}

/**
 * What the rules find in one single state at `now` (Unix ms), worst first, each thing once. Nobody can tell from one
 * look whether it lasts, or see what shows only in change: that takes the triage engine.
 */
export function firstLook(
  state: ClusterState,
  thresholds: Thresholds,
  patterns: readonly JournalPattern[],
  now: number,
): readonly RuleFinding[] {
  const streams = new StreamMemory();
  const links = new LinkMemory();
  const edges = new EdgeMemory();
  streams.observe(state, thresholds.flapWindow);
  links.observe(state, thresholds.flapWindow);
  const readJournal = createJournalReader(patterns, {
    flap: thresholds.flapWindow,
    match: thresholds.eventFor,
  });
  const journal = readJournal(state.journal, now, state.clockSkew ?? 0);
  const facts: RuleInput = { state, streams, links, edges, journal };
  edges.observe(state.servers, serversSample(facts).at, thresholds.edgeViewers);
  const found = new Map<string, RuleFinding>();
  for (const rule of allRules(patterns)) {
    for (const verdict of rule.evaluate(facts, { now, thresholds, active: () => undefined })) {
      if (!('unmeasured' in verdict)) found.set(verdict.key, { ...verdict, rule: rule.name });
    }
  }
  return [...found.values()]
    .filter(
      ({ explainedBy = [], severity }) => !explainedBy.some((key) => isAtLeast(found.get(key), severity)),
    )
    .sort((a, b) => severityRank[b.severity] - severityRank[a.severity] || (a.key < b.key ? -1 : 1));
}

function isAtLeast(cause: Finding | undefined, severity: Finding['severity']): boolean {
  return cause !== undefined && severityRank[cause.severity] >= severityRank[severity];
}
