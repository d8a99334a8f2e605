import { tableOf } from '../base/table.ts';
import { sum } from '../base/theil-sen.ts';
import type { ClusterState } from '../cluster/state.ts';
import { concernedBy } from './concerned.ts';
import type { Trend } from './facts.ts';
import { closedGate, feed, type Gate, type GateSample, isIdle } from './gate.ts';
import { partsHit } from './part-hit.ts';
import {
  type Beginning,
  beginningAt,
  firstBeginning,
  type Hit,
  kindAndFacts,
  type Problem,
  type Severity,
  severitySchema,
  viewersHit,
} from './problem.ts';
import { severityRank } from './rank.ts';
import { beginningFound, type Finding, type Timing } from './rule.ts';

const severities = severitySchema.options;

/**
 * What is remembered of one key over time. Each severity (at least info, at least warning, critical) has its own
 * gate: a rise to critical must last before it counts, and so must a fall to a lower severity. Immutable.
 */
export interface Tracker {
  /** The newest finding. While the problem is clearing, the last one. */
  readonly finding: Finding;
  /** Number of samples in a row with the finding, up to the newest sample. */
  readonly seen: number;
  /** The first sample since without it, Unix ms. */
  readonly missedAt?: number | undefined;
  readonly gates: Readonly<Record<Severity, Gate>>;
  readonly figures: Figures;
  readonly beats?: Beats | undefined;
}

/** A problem that went and came back: from the third beat on it stands between them as it was at the worst moment of the last. */
export interface Beats {
  readonly count: number;
  /** Until it is away for so long, it is expected back, ms. */
  readonly apartMs: number;
  /** When the finding that is kept was made, Unix ms. */
  readonly worstAt: number;
}

/** What is away for less does not recur but flickers, and what for longer is new, ms; else it is expected back for so many pauses. */
const RECURS_AFTER_MS = 6_000;
const RECURS_WITHIN_MS = 300_000;
const EXPECTED_FOR = 2;
/** What came back once may have been told by another problem meanwhile. */
const LEAST_BEATS = 3;
/** A beat that is below this share of the worst moment fades, or only begins: it is told by that moment, at least for so long, ms. */
const FADES_BELOW = 0.9;
const TOLD_FOR_MS = 60_000;

/** The beats of a problem that was away since `missedAt` (Unix ms) and is found again; undefined after a long time. */
export function beatsAfter(
  { missedAt = Number.NEGATIVE_INFINITY, beats }: Tracker,
  at: number,
): Beats | undefined {
  const pause = at - missedAt;
  if (pause < RECURS_AFTER_MS) return beats;
  if (pause > RECURS_WITHIN_MS) return undefined;
  const apartMs = Math.max(beats?.apartMs ?? 0, EXPECTED_FOR * pause);
  return { count: (beats?.count ?? 1) + 1, apartMs: Math.min(apartMs, RECURS_WITHIN_MS), worstAt: at };
}

const closedGates = tableOf(severities, () => closedGate);

export function newTracker(finding: Finding, beats?: Beats): Tracker {
  return { finding, seen: 0, gates: closedGates, figures: [], beats };
}

/** Applies a sample in which the rule found the problem. */
export function found(tracker: Tracker, finding: Finding, sample: GateSample, timing: Timing): Tracker {
  const { at } = sample;
  const isNew = tracker.gates.info.at !== at;
  const rank = severityRank[finding.severity];
  const beats = timing.recurs && tracker.missedAt !== undefined ? beatsAfter(tracker, at) : tracker.beats;
  const patient = patientFor(timing, beats);
  const gates = feedAll(tracker.gates, (severity) => severityRank[severity] <= rank, sample, patient);
  const figures =
    finding.figure === undefined || !isNew ? tracker.figures : addFigure(tracker.figures, at, finding.figure);
  const next = { ...tracker, missedAt: undefined, seen: tracker.seen + (isNew ? 1 : 0), gates, figures };
  const isFading =
    doesRecur(beats) &&
    beats.worstAt > at - Math.max(beats.apartMs, TOLD_FOR_MS) &&
    (finding.figure ?? 0) < FADES_BELOW * (tracker.finding.figure ?? 0);
  return isFading ? { ...next, beats } : { ...next, finding, beats: beats && { ...beats, worstAt: at } };
}

const doesRecur = (beats: Beats | undefined): beats is Beats => (beats?.count ?? 1) >= LEAST_BEATS;

const patientFor = (timing: Timing, beats: Beats | undefined): Timing =>
  doesRecur(beats) ? { ...timing, clearAfter: Math.max(timing.clearAfter, beats.apartMs) } : timing;

/** Applies a sample in which the rule did not find the problem. */
export function missed(tracker: Tracker, sample: GateSample, timing: Timing): Tracker {
  const { missedAt = sample.at, finding } = tracker;
  // What hits nobody need not stand between its beats.
  const beats = viewersHit(finding.hit) ? tracker.beats : undefined;
  const gates = feedAll(tracker.gates, () => false, sample, patientFor(timing, beats));
  return { ...tracker, missedAt, seen: 0, gates };
}

/** Restarts the durations from zero, because the problem is part of another one. */
export function restarted(tracker: Tracker): Tracker {
  return tracker.gates === closedGates ? tracker : { ...tracker, gates: closedGates };
}

/** Severity of the current problem; undefined if there is none. */
export function standing(tracker: Tracker): Severity | undefined {
  return severities.findLast((severity) => tracker.gates[severity].on);
}

/** No severity is reported and no bad time is counted, so the tracker can be dropped. */
export function isOver(tracker: Tracker): boolean {
  return severities.every((severity) => isIdle(tracker.gates[severity]));
}

/** The problem that is reported. `before` is the same problem in the previous step, `began` when what it stands for did. */
export function problemOf(
  tracker: Tracker,
  before: Problem | undefined,
  began: readonly Beginning[],
  step: Pick<Step, 'severity' | 'state' | 'now' | 'hits'>,
): Problem {
  const { finding, beats, missedAt, figures } = tracker;
  const { now } = step;
  const isDated = before && (doesRecur(beats) || !isRedated(finding, before, now));
  const since = isDated ? before.since : firstBeginning([beginningOf(tracker, now), ...began]);
  // A problem keeps its title as long as it lasts.
  const titled = { ...finding, form: before?.form ?? finding.form } as Finding;
  return {
    ...problemFrom(titled, { ...step, since, trend: trendOf(figures) }),
    noticedAt: before?.noticedAt ?? now,
    clearing: missedAt,
    beats: beats?.count,
  };
}

interface Step {
  readonly severity: Severity;
  readonly since: Beginning;
  readonly trend: Trend;
  readonly state: ClusterState;
  /** Unix ms. */
  readonly now: number;
  /** Whom the findings hit that it stands for. */
  readonly hits: readonly (Hit | undefined)[];
}

/** A finding as a problem that is reported from now on. */
export function problemFrom(finding: Finding, { severity, since, trend, state, now, hits }: Step): Problem {
  return {
    ...kindAndFacts(finding),
    key: finding.key,
    severity,
    subject: finding.subject,
    names: concernedBy(finding),
    parts: partsHit(finding, state),
    hit: hitOfRow([finding.hit, ...hits]),
    folded: finding.folded,
    since,
    noticedAt: now,
    measure: finding.measure && { ...finding.measure, trend },
    state: 'standing',
  };
}

/** What the problem itself hits; else the most of what its members hit, as that may be the same. */
function hitOfRow([own, ...others]: readonly (Hit | undefined)[]): Hit {
  const [most] = others.toSorted((a, b) => (viewersHit(b) ?? 0) - (viewersHit(a) ?? 0));
  const { streams } = [own, ...others].find((one) => one?.streams) ?? {};
  return { viewers: viewersHit(own) ? own?.viewers : (most?.viewers ?? own?.viewers), streams };
}

/** The change-point of a figure is found better while its deviation grows, for so long after it was noticed, ms. */
const REDATED_FOR_MS = 180_000;

function isRedated({ kind, since }: Finding, { noticedAt }: Problem, now: number): boolean {
  const isByFigures = kind === 'loss' || kind === 'parted' || kind === 'surge';
  return isByFigures && since !== undefined && now - noticedAt <= REDATED_FOR_MS;
}

/** When it began: as the rule says, else at the first bad sample. */
export function beginningOf({ finding, gates }: Tracker, now: number): Beginning {
  const { since = now, beganBefore, lastGoodAt } = gates.info;
  return beginningFound(finding) ?? beginningAt(since, lastGoodAt, beganBefore);
}

function feedAll(
  gates: Readonly<Record<Severity, Gate>>,
  isBad: (severity: Severity) => boolean,
  sample: GateSample,
  timing: Timing,
): Readonly<Record<Severity, Gate>> {
  return tableOf(severities, (severity) => feed(gates[severity], isBad(severity), sample, timing));
}

/** Figures of one problem over the last minutes, oldest first. */
export type Figures = readonly { readonly at: number; readonly value: number }[];

const SPAN_MS = 300_000;
const APART_MS = 5_000;
/** Smaller changes of the mean count as steady. */
const STEADY_SHARE = 0.04;

/** Adds a figure, and removes those older than five minutes. */
function addFigure(figures: Figures, at: number, value: number): Figures {
  const last = figures.at(-1);
  if (last && at - last.at < APART_MS) return figures;
  return [...figures.filter((one) => one.at > at - SPAN_MS), { at, value }];
}

/** Compares the last third of the figures with the first third. */
export function trendOf(figures: Figures): Trend {
  if (figures.length < 3) return 'steady';
  const third = Math.floor(figures.length / 3);
  const before = mean(figures.slice(0, third));
  const after = mean(figures.slice(-third));
  const least = STEADY_SHARE * Math.max(Math.abs(before), Math.abs(after));
  if (Math.abs(after - before) <= least) return 'steady';
  return after > before ? 'rising' : 'falling';
}

const mean = (figures: Figures): number => sum(figures.map(({ value }) => value)) / figures.length;
