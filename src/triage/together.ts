import { firstOfEach } from '../base/maps.ts';
import { isReadInPart, listedStreams } from '../cluster/copies.ts';
import { streamName } from '../cluster/figures.ts';
import { mergeHitStreams } from './hit-streams.ts';
import { measured, measureOfPlace } from './measure.ts';
import { harmOfAll, kindAndFacts, partOf, type Subject, viewersHit } from './problem.ts';
import { severityRank } from './rank.ts';
import type { Finding, Rule, RuleInput, Verdict } from './rule.ts';
import type { Thresholds } from './threshold-families.ts';

/** Most single findings that are kept. The rest is only counted, so that a storm needs no more memory than one problem. */
const MOST_KEPT = 20;
/** A row of many is part of another problem if so many of them are: the others would be a second row about the same. */
const NEARLY_ALL = 0.9;

/**
 * If a rule has more than `manyAt` findings, one for all that have a place in common stands for the single ones, or one for those
 * of each application with more than that. If that still leaves more rows, one finding for the whole cluster does.
 */
export function foldMany(
  rule: Rule,
  verdicts: readonly Verdict[],
  facts: RuleInput,
  thresholds: Thresholds,
): readonly Verdict[] {
  const { manyAt: most } = thresholds;
  if (!rule.together) return verdicts;
  const all = verdicts.filter((verdict): verdict is Finding => !verdict.unmeasured);
  if (all.length <= most) return verdicts;
  const unmeasured = verdicts.filter(({ unmeasured }) => unmeasured);
  const common = rule.placeOf?.(facts, thresholds);
  const atLeast = rule.inputs.includes('stream list') && isReadInPart(facts.state);
  const { isCopy, keyOf } = listedStreams(facts.state);
  const objectOf: Row['objectOf'] = ({ key, subject }) =>
    subject.kind === 'stream' && isCopy(subject) ? keyOf(subject) : key;
  const row = (subject: Subject, findings: readonly Finding[], name?: string) =>
    fold(
      { key: manyKey(rule.name, name), subject, atLeast, objectOf, critical: thresholds.riskCrit },
      findings,
    );
  // Those of one application share a row anyway.
  const there = common && common.applications.length > 1 ? common.applications : [];
  const isShared = ({ subject }: Finding) => there.includes(applicationName(subject) ?? '');
  const shared = all.filter(isShared);
  const others = all.filter((one) => !isShared(one));
  const places = Map.groupBy(others, ({ subject }) => applicationName(subject));
  // Findings without an application stay single, or become one row for the cluster.
  const rowsOf = ([name, { length }]: readonly [string | undefined, readonly Finding[]]) =>
    name !== undefined && length > most ? 1 : length;
  const rows = [...places].reduce((sum, place) => sum + rowsOf(place), Math.min(1, shared.length));
  if (rows > most) return [...unmeasured, ...row({ kind: 'cluster' }, all)];
  return [
    ...unmeasured,
    ...(common && shared.length > 0 ? row(common.subject, shared) : []),
    ...[...places].flatMap(([name, findings]) =>
      name === undefined || findings.length <= most
        ? findings
        : row({ kind: 'application', name }, findings, name),
    ),
  ];
}

/** Key of a rule's folded finding, for one application or, without a name, for the whole cluster. */
export function manyKey(rule: string, application?: string): string {
  return application === undefined ? `${rule}:many` : `${rule}:many/${application}`;
}

/** Name of the application that a finding about a stream belongs to. */
function applicationName(subject: Subject): string | undefined {
  return subject.kind === 'stream' ? subject.application : undefined;
}

interface Row {
  readonly key: string;
  readonly subject: Subject;
  /** There may be more. */
  readonly atLeast: boolean;
  /** Copies of a stream are one; equal keys on two applications are two. */
  readonly objectOf: (finding: Finding) => string;
  /** Streams that so many viewers watch together are as bad as one. */
  readonly critical: number;
}

/** One finding for all of these, and the first of them, which are listed again when it is over. */
function fold({ key, subject, atLeast, objectOf, critical }: Row, findings: readonly Finding[]): Finding[] {
  const ordered = findings.toSorted(
    (a, b) =>
      severityRank[b.severity] - severityRank[a.severity] ||
      (viewersHit(b.hit) ?? 0) - (viewersHit(a.hit) ?? 0),
  );
  const worstOfEach = firstOfEach(ordered, objectOf);
  const first = worstOfEach.slice(0, MOST_KEPT);
  const [worst] = ordered;
  if (!worst) return [];
  const streamNames = new Set(
    worstOfEach.flatMap(({ subject: one }) => (one.kind === 'stream' ? [streamName(one)] : [])),
  );
  const rows = [
    ...Map.groupBy(
      findings.flatMap(({ within = [] }) => within),
      (one) => one,
    ),
  ];
  const viewers = harmOfAll(findings.map(({ hit }) => hit));
  const isAtRisk = streamNames.size > 0 && (viewersHit({ viewers }) ?? 0) >= critical;
  const whole: Finding = {
    ...kindAndFacts(worst),
    key,
    severity: isAtRisk ? 'critical' : worst.severity,
    subject,
    hit: { viewers, ...mergeHitStreams(worstOfEach, streamNames) },
    streamNames,
    within: rows.filter(([, own]) => own.length >= NEARLY_ALL * findings.length).map(([one]) => one),
    figure: worstOfEach.length,
    measure:
      subject.kind === 'application'
        ? measureOfPlace(subject)
        : measured('problems', undefined, { value: worstOfEach.length }),
    folded: {
      count: worstOfEach.length,
      ...(atLeast && { atLeast }),
      first: first.map((one) => partOf(one, key)),
    },
  };
  return [whole, ...first.map((one) => ({ ...one, within: [whole.key, ...(one.within ?? [])] }))];
}
