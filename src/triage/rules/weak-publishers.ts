import { MINUTE_MS } from '../../base/durations.ts';
import { sum } from '../../base/theil-sen.ts';
import { leastKnown } from '../../cluster/figures.ts';
import { serversNamed } from '../concerned.ts';
import { hitStreams } from '../hit-streams.ts';
import { measured } from '../measure.ts';
import type { Watched } from '../memory/figures.ts';
import { lowSince } from '../memory/ingest.ts';
import type { StreamTrack } from '../memory/streams.ts';
import type { Contribution } from '../principles/contribution.ts';
import { foldedOf } from '../problem.ts';
import { remembered } from '../remembered.ts';
import type { Finding, RuleInput } from '../rule.ts';
import { isPublished } from '../stream-health.ts';
import type { Thresholds } from '../threshold-families.ts';
import { type Began, fallenAt } from './owned.ts';
import { partedKey } from './parted-key.ts';
import { byServer, factorOfStreams, hasFactor, oncePerSweep, subjectOfValue } from './stream-shares.ts';
import { isSilent, viewersOf } from './stream-subject.ts';
import { beginningOfMany } from './streams-lost.ts';
import { changedTotal, changeOf } from './whole.ts';

/** A stream is weak if its incoming rate is below this share of its usual one. */
const WEAK_SHARE = 0.85;
/** Least number of weak streams, and least share of those with the common factor; otherwise each has its own problem. */
const LEAST_WEAK = 3;
const LEAST_COVERED = 0.5;
/** If so many of all streams are weak, it is the whole cluster. */
const LEAST_OF_ALL = 0.6;
/** Weak streams explain a fall of what comes in by this share of it. */
const LEAST_OF_TOTAL = 0.6;
/** A list tells so much later what servers show at once, ms. */
const LIST_LATE_MS = 2 * MINUTE_MS;
/** A page of a sweep may be this much older than its end, ms. */
const SWEEP_TAKES_MS = 30_000;

/** Finds publishers that all send less than usual and have something in common, which is then the suspected cause. */
export function weakPublishers(facts: RuleInput, { riskCrit }: Thresholds): Finding | undefined {
  const factor = factorOf(facts);
  if (!factor) return undefined;
  const { by } = factor;
  const isOfFactor = (track: StreamTrack) => !by || hasFactor(track, by, facts);
  const weak = factor.weak.filter(isOfFactor);
  if (weak.length === 0) return undefined;
  const values = by?.values ?? [];
  const subjects = values.map(({ value }) => subjectOfValue(by?.dimension, value));
  const [only] = subjects;
  const key = partedKey('in/streams');
  const isOwn = ({ place }: Watched) =>
    !by || values.some(({ value }) => value === place.application || value === place.server);
  const fell = factor.edges ?? fallenAt(facts.figures.of('in'), facts).filter(isOwn);
  const { since, lastGoodAt } = reconnectedSince(weak, facts) ?? lowBeginning(weak, fell);
  const now = sum(weak.map((track) => rateOf(track)));
  const usual = sum(weak.map(({ ingest }) => ingest?.usual ?? 0));
  // After a reconnection viewers come back one after another, so those from before count.
  const before = facts.whole.viewersBefore(since);
  const viewers = sum(
    weak.map(({ key, viewers: most, stream }) =>
      Math.max(most, stream.viewerCount ?? 0, before?.get(key) ?? 0),
    ),
  );
  const lost = sum(weak.map((track) => viewersOf(track, facts.whole).lost));
  const base = {
    kind: 'parted',
    facts: {
      pair: 'in/streams',
      part: 'ingest',
      percent: Math.round(100 * (now / usual - 1)),
      streams: { less: weak.length, all: factor.known.filter(isOfFactor).length },
    },
    // Not lower than the severity of the single streams that it stands for.
    severity: viewers >= riskCrit ? 'critical' : 'warning',
  } as const;
  return {
    ...base,
    key,
    subject: subjects.length === 1 && only ? only : { kind: 'cluster' },
    names: serversNamed([...new Set(fell.map(({ place }) => place.server))]),
    hit: {
      viewers: { lost, degraded: Math.max(0, viewers - lost) },
      ...hitStreams(weak),
    },
    folded: foldedOf(
      key,
      subjects.map((one) => ({ ...base, subject: one })),
    ),
    figure: -base.facts.percent,
    measure: measured('in', undefined, { value: now, normal: usual }),
    since,
    lastGoodAt,
  };
}

/** The problem that a stream is within if it is one of several that are weak for the same reason. */
export function weakWithOthers(track: StreamTrack, facts: RuleInput): readonly string[] | undefined {
  const { weak = [], by } = factorOf(facts) ?? {};
  const isOne = by ? hasFactor(track, by, facts) : weak.includes(track);
  return isOne ? [partedKey('in/streams')] : undefined;
}

interface Factor {
  readonly weak: readonly StreamTrack[];
  /** Streams whose usual rate is known. */
  readonly known: readonly StreamTrack[];
  /** Undefined: all streams are weak, whatever they are published on. */
  readonly by: Contribution | undefined;
  /** Edges that send less because of them. */
  readonly edges?: readonly Watched[];
}

/** What the weak streams have in common; rules ask for each stream. */
const factorOf = remembered((facts: RuleInput): Factor | undefined => {
  const weak = weakStreams(facts);
  if (weak.length < LEAST_WEAK) return undefined;
  const known = [...facts.streams.tracks.values()].filter(({ ingest }) => ingest !== undefined);
  const began = weakBeginning(weak);
  const sick = (['in/streams', 'in'] as const)
    .flatMap((figure) => fallenAt(facts.figures.of(figure), facts))
    .filter(({ place }) => place.role === 'origin' || place.role === 'mono')
    // What fell long before did so for a reason of its own.
    .filter(({ deviation }) => (deviation?.since ?? began) >= began - LIST_LATE_MS);
  const by = byServer(factorOfStreams(facts, weak), sick, facts);
  if (by && by.covers >= LEAST_COVERED) return { weak, known, by };
  if (weak.length >= LEAST_OF_ALL * known.length) return { weak, known, by: undefined };
  if (isWhatTotalLost(weak, known, facts)) return { weak, known, by: placeOf(by) };
  // Nothing comes of some, if only of a few of their place: edges that send less since bear witness, or viewers who left.
  const silent = weak.filter(isSilent);
  const sentUntil = leastKnown(silent.map(({ stillAfter = began }) => stillAfter)) ?? began;
  const edges = fallenAt(facts.figures.of('out/viewers'), facts).filter(
    ({ deviation }) => (deviation?.since ?? began) >= sentUntil - SWEEP_TAKES_MS,
  );
  const left = silent.filter((track) => viewersOf(track, facts.whole).lost > 0);
  const isMissed = Math.max(left.length, edges.length > 0 ? silent.length : 0) >= LEAST_WEAK;
  return isMissed ? { weak: silent, known, by: placeOf(factorOfStreams(facts, silent)), edges } : undefined;
});

/** Of a type that only a few streams have in common it says nothing that they do. */
const placeOf = (by: Contribution | undefined) => (by?.dimension === 'type' ? undefined : by);

/** Whether what comes in fell, and the weak streams explain it: so they are weak for one reason, wherever they are published. */
function isWhatTotalLost(
  weak: readonly StreamTrack[],
  known: readonly StreamTrack[],
  facts: RuleInput,
): boolean {
  const total = changedTotal(facts, 'in', 'fallen');
  if (!total) return false;
  const usual = sum(known.map(({ ingest }) => ingest?.usual ?? 0));
  const lost = sum(weak.map((track) => (track.ingest?.usual ?? 0) - rateOf(track)));
  return lost >= LEAST_OF_TOTAL * -changeOf(total) * usual;
}

/** Published streams with an incoming rate below their usual one, or without one. */
const weakStreams = oncePerSweep(({ streams }: RuleInput): readonly StreamTrack[] =>
  [...streams.tracks.values()].filter((track) => {
    const { stream, ingest } = track;
    return ingest !== undefined && isPublished(stream) && rateOf(track) < WEAK_SHARE * ingest.usual;
  }),
);

/** The share of all viewers who watch streams of which nothing arrives. */
export const silentShare = oncePerSweep(({ streams }: RuleInput): number => {
  const viewersOn = (tracks: readonly StreamTrack[]) =>
    sum(tracks.map(({ stream }) => stream.viewerCount ?? 0));
  const all = [...streams.tracks.values()].filter(({ stream }) => isPublished(stream));
  return viewersOn(all.filter(isSilent)) / Math.max(1, viewersOn(all));
});

/** That nothing arrives is no sample of its bitrate. */
const rateOf = (track: StreamTrack): number => (isSilent(track) ? 0 : (track.ingest?.now ?? 0));

/** By the places whose figure fell; else by the streams themselves. */
function lowBeginning(weak: readonly StreamTrack[], fell: readonly Watched[]): Began {
  const deviations = fell.flatMap(({ deviation }) => deviation ?? []).toSorted((a, b) => a.since - b.since);
  // Of many the first ones may have fallen for reasons of their own.
  const first = deviations[Math.floor(deviations.length / 4)];
  if (first) return first;
  const since = weakBeginning(weak);
  const own = weak.filter((track) => (weakSince(track) ?? since) >= since);
  const good = own.map((track) => (isSilent(track) ? track.stillAfter : track.ingest?.low[0]?.at) ?? since);
  return { since, lastGoodAt: Math.min(...good) };
}

/**
 * When the first of these streams connected again, if most are weak since they did: the API dates that, and sweeps are a
 * minute apart.
 */
function reconnectedSince(weak: readonly StreamTrack[], { state }: RuleInput): Began | undefined {
  const starts = weak.flatMap(({ stream, ingest }) => {
    const [usual, low] = ingest?.low ?? [];
    const at = (stream.startTime ?? 0) - (state.clockSkew ?? 0);
    return usual && low && at > usual.at - SWEEP_TAKES_MS && at <= low.at ? [at] : [];
  });
  if (starts.length <= weak.length / 2) return undefined;
  const since = Math.min(...starts);
  return { since, lastGoodAt: since };
}

/** When the first of many weak streams became weak. */
const weakBeginning = (weak: readonly StreamTrack[]): number =>
  beginningOfMany(
    weak.flatMap((track) => weakSince(track) ?? []),
    SWEEP_TAKES_MS,
  );

function weakSince(track: StreamTrack): number | undefined {
  if (isSilent(track)) return track.stillSince;
  return track.ingest && lowSince(track.ingest);
}
