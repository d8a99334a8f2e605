import { alwaysPolled } from '../cluster/resources.ts';
import type { ClusterState } from '../cluster/state.ts';
import type { JudgedFigure } from './coverage/inputs.ts';
import { foldStreams } from './fold.ts';
import { ProblemPlaces } from './incidents/place-problems.ts';
import type { LimitClimb } from './memory/climbs.ts';
import type { JournalPattern } from './memory/journal.ts';
import { createMemories } from './memory/memories.ts';
import type { Problem } from './problem.ts';
import { severityRank } from './rank.ts';
import { beginningFound, byFigure, type Finding, type Rule, type RuleInput } from './rule.ts';
import { allRules } from './rules/index.ts';
import { staleKey } from './rules/stale.ts';
import type { Thresholds } from './threshold-families.ts';
import { foldMany } from './together.ts';
import { problemFrom } from './tracker.ts';

/** One complete reading of a cluster, finished at `at` (Unix ms). It has no information from earlier readings. */
export interface Look {
  readonly state: ClusterState;
  readonly at: number;
}

export interface OneShot {
  /** Worst first. */
  readonly problems: readonly Problem[];
  /** Figures that rise towards their limits, by the key of their series, if the cluster provides its own history. */
  readonly climbs: ReadonlyMap<string, LimitClimb>;
  /** What can only be judged over time and was therefore not judged, in words. */
  readonly notJudged: readonly string[];
}

/**
 * Finds problems from a few readings, for commands that do not watch. A finding is a problem if every reading has
 * it, with its mildest severity, however much time lies between them: hold times need a continuous watch. With
 * `concerns` only matching findings are judged.
 */
export function judgeLooks(
  looks: readonly Look[],
  thresholds: Thresholds,
  patterns: readonly JournalPattern[],
  concerns?: (finding: Pick<Finding, 'key' | 'kind' | 'subject'>) => boolean,
): OneShot {
  const inputs = looks.map(
    (look): Input => ({
      ...look,
      facts: createMemories(thresholds, patterns)(look.state, look.at),
    }),
  );
  const rules = allRules(patterns);
  const notJudged = rules.flatMap(({ history }) => history ?? []);
  const [first, last] = [inputs[0], inputs.at(-1)];
  if (!first || !last) return { problems: [], climbs: new Map(), notJudged };
  const found = new Map<string, Finding>();
  for (const rule of rules) {
    if (rule.history !== undefined && !rule.judgesOneLook) continue;
    const all = inEveryLook(rule, inputs, thresholds);
    // A check of one object must not be answered with a problem that stands for many objects.
    const lasting = concerns ? all.filter(concerns) : foldMany(rule, all, last.facts, thresholds);
    for (const verdict of lasting) {
      if (!verdict.unmeasured) found.set(verdict.key, verdict);
    }
  }
  const unread = unreadFindings(looks, first.at, last);
  for (const one of concerns ? unread.filter(concerns) : unread) found.set(one.key, one);
  const problems = problemsOf(found, first.at, last);
  const streamNamesOf = (key: string) => found.get(key)?.streamNames;
  // A check of one object names it: streams are not folded into one row.
  const rows = concerns ? problems : foldStreams(problems, last.state, streamNamesOf).problems;
  return {
    problems: new ProblemPlaces().place(rows, last.state, last.at),
    climbs: last.facts.climbs,
    notJudged,
  };
}

/**
 * What the rule reads for a kind of problem, or for a problem's key, which starts with its kind. Undefined for any
 * other name: then all figures count.
 */
export function inputsOfProblem(problem: string): readonly JudgedFigure[] | undefined {
  return allRules([]).find(({ name }) => problem === name || problem.startsWith(`${name}:`))?.inputs;
}

/** Resources that no reading could read, as a screen shows them after waiting. Without a dashboard nothing is judged. */
function unreadFindings(looks: readonly Look[], since: number, { state: last }: Look): readonly Finding[] {
  return alwaysPolled.flatMap(({ key, name }): Finding[] => {
    const { error } = last[key];
    if (!error || key === 'dashboard' || !looks.every(({ state }) => state[key].error)) return [];
    return [
      {
        key: staleKey(name),
        kind: 'stale',
        facts: { of: 'unread', name, error: error.message },
        severity: 'warning',
        subject: { kind: 'resource', name },
        since,
      },
    ];
  });
}

interface Input extends Look {
  readonly facts: RuleInput;
}

/** Findings that every reading has. A reading without the resource or without a measurement of the key is skipped. */
function inEveryLook(rule: Rule, inputs: readonly Input[], thresholds: Thresholds): readonly Finding[] {
  const judged = inputs.filter(({ facts, at }) => rule.sample(facts, at).at !== undefined);
  const context = { thresholds, active: () => undefined, isOneLook: true };
  const verdicts = judged.flatMap(({ facts, at }) => rule.evaluate(facts, { ...context, now: at }));
  const milder = (a: Finding, b: Finding) =>
    (severityRank[b.severity] - severityRank[a.severity] || byFigure(a, b)) > 0 ? a : b;
  return [...Map.groupBy(verdicts, ({ key }) => key).values()].flatMap((own) => {
    const found = own.filter((one) => !one.unmeasured);
    return found.length > 0 && own.length === judged.length ? found.reduce(milder) : [];
  });
}

/** The findings as problems, without those that are in the row of another one. */
function problemsOf(
  found: ReadonlyMap<string, Finding>,
  openedAt: number,
  { state, at: now }: Look,
): readonly Problem[] {
  const rows = Map.groupBy(found.values(), ({ within = [] }) => within.find((key) => found.has(key)));
  return (rows.get(undefined) ?? []).map((finding) =>
    problemFrom(finding, {
      severity: finding.severity,
      since: beginningFound(finding) ?? { at: openedAt, known: 'before' },
      trend: 'steady',
      state,
      now,
      hits: (rows.get(finding.key) ?? []).map(({ hit }) => hit),
    }),
  );
}
