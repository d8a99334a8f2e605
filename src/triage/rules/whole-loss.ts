import { HOUR_MS, MINUTE_MS } from '../../base/durations.ts';
import { median, medianSlope, quantile, sum } from '../../base/theil-sen.ts';
import { type WatchedTotal, type WholeFigure, wholeFigures } from '../memory/total-series.ts';
import type { Contribution } from '../principles/contribution.ts';
import { HELD_MS } from '../principles/deviation.ts';
import { lostViewers } from '../problem.ts';
import type { Context, RuleInput, Verdict } from '../rule.ts';
import { lossFinding, lossKey } from './loss-finding.ts';
import { areOfOutages, isOfOutage, isOfRestart } from './owned.ts';
import { factorOfStreams, hasFactor, LEAST_OF_VIEWERS, leftStreams } from './stream-shares.ts';
import { endedSince, isMoreThanUsual, leftWithTheirs, viewersLostWith } from './streams-lost.ts';
import { ADDS_UP, changedSince, changedTotal, changeOf, makeupOf } from './whole.ts';

/** The shares below belong to this default of `loss.share`, in percent; with another value they scale with it. */
const DEFAULT_SHARE = 15;
/** Least share of the whole that counts as a loss, and share that is critical. */
const LEAST_SHARE = 0.08;
const CRITICAL_SHARE = 0.1;
/** If the median stream has not lost viewers, a few large streams may have ended regularly, so a larger share is needed. */
const LEAST_ALONE = 0.14;
/** If it has, waves of the audience are smaller than this. */
const LEAST_OF_ALL = 0.065;
/** The same if there are few streams, or in the first minutes. */
const LEAST_OF_FEW = 0.25;
/** Customers with fewer of all viewers than this are not the whole; so many of their streams tell of them. */
const OF_SOME = 0.9;
const LEAST_OF_CUSTOMER = 3;
/**
 * For a loss that began before the first poll less is known (neither the servers nor the usual variation), so a
 * larger share is needed.
 */
const LEAST_UNWATCHED = 0.15;
/** The waves of an audience lose nearly so much in some minutes, from all streams alike: more of a drain is critical. */
const CRITICAL_DRAINED = 0.15;
/** Without the usual variation a slow fall may be the evening: so much is critical. */
const CRITICAL_UNWATCHED = 0.3;
/** Least share of it that was lost since its change-point. */
const SINCE_SHARE = 0.4;
/** Least share of the level before its change-point that a new loss has lost since then. */
const LEAST_SINCE = 0.06;
/** Another finding about the same total replaces this one if it explains at least this share of the loss. */
const SAME_SHARE = 0.5;

/** An audience changes with the hours by less of it a minute. */
const FAST_A_MINUTE = 0.04;

const isFast = (share: number, ms: number): boolean => share >= (FAST_A_MINUTE * ms) / MINUTE_MS;

/** The least share of a total that is lost at this pace, whatever is usual. */
const leastSteep = (facts: RuleInput, figure: WholeFigure, total: WatchedTotal): number =>
  figure === 'viewers' && isOfCustomers(facts, total)
    ? LEAST_SHARE
    : Math.max(LEAST_ALONE, leastOf(facts, figure, total));

/** Totals that have fallen, suddenly or slowly, without those that `known` findings explain. */
export function wholeLosses(
  facts: RuleInput,
  known: readonly Verdict[],
  { active, thresholds }: Pick<Context, 'active' | 'thresholds'>,
): readonly Verdict[] {
  return wholeFigures.flatMap((figure) => {
    const total = changedTotal(facts, figure, 'fallen');
    const isNew = active(lossKey(figure)) === undefined;
    if (!total || (isNew && isSmall(facts, figure, total, thresholds.lossShare))) return [];
    return lossOfWhole(facts, figure, { total, known, isNew }) ?? [];
  });
}

/** Whether too little is lost. Who left is worked out only where it matters: it takes all streams. */
function isSmall(facts: RuleInput, figure: WholeFigure, total: WatchedTotal, lossShare: number): boolean {
  const isBelow = (least: number) => -changeOf(total) < (least * lossShare) / DEFAULT_SHARE;
  if (!isBelow(leastOf(facts, figure, total))) return false;
  return figure !== 'viewers' || isBelow(LEAST_SHARE) || !isOfCustomers(facts, total);
}

function isOfAllStreams({ whole }: Pick<RuleInput, 'whole'>, figure: WholeFigure): boolean {
  return figure === 'viewers' && (whole.isDrained || (whole.typicalStream ?? 1) <= 1 - LEAST_SHARE);
}

/** The least share of a total that counts as lost. Less if all streams lost the same share, which single streams never do. */
function leastOf({ whole }: Pick<RuleInput, 'whole'>, figure: WholeFigure, total: WatchedTotal): number {
  // It was large enough when it fell, and not everything is back.
  if (total.isSudden) return 0;
  const isOfViewers = figure === 'viewers' || figure === 'out';
  if (isOfViewers && whole.typicalStream === undefined) return LEAST_OF_FEW;
  if ((total.deviation?.since ?? 0) < whole.from) return LEAST_UNWATCHED;
  if (isOfAllStreams({ whole }, figure)) return whole.isDrained ? 0 : LEAST_OF_ALL;
  return isOfViewers ? LEAST_ALONE : LEAST_SHARE;
}

/** Whether viewers left some customers only, and most streams of these: a large stream that ends is of no customer. */
function isOfCustomers(facts: RuleInput, { deviation, usual }: WatchedTotal): boolean {
  const { since = 0 } = deviation ?? {};
  const by = since < facts.whole.from ? undefined : leftStreams(facts, since)?.by;
  if (!by || sum(by.values.map(({ had }) => had)) >= OF_SOME * usual) return false;
  const before = facts.whole.viewersBefore(since);
  const losses = [...facts.streams.tracks.values()].flatMap((track) => {
    const had = before?.get(track.key);
    return had && hasFactor(track, by, facts) ? 1 - (track.stream.viewerCount ?? 0) / had : [];
  });
  return losses.length >= LEAST_OF_CUSTOMER && (median(losses) ?? 0) >= LEAST_OF_VIEWERS;
}

function lossOfWhole(
  facts: RuleInput,
  figure: WholeFigure,
  {
    total,
    known,
    isNew,
  }: { readonly total: WatchedTotal; readonly known: readonly Verdict[]; readonly isNew: boolean },
): Verdict | undefined {
  if (!total.deviation) return undefined;
  const { since, lastGoodAt } = total.deviation;
  const key = lossKey(figure);
  const same = known.find((one) => one.key === key);
  const now = facts.figures.newest ?? since;
  const change = changedSince(facts, figure, total);
  const fallen = total.usual - total.now;
  // A tide that has gone far from what is usual does not hide what falls faster than it.
  const share = change.by / change.before;
  const isSteep =
    change.by < SINCE_SHARE * fallen &&
    (!isNew || isFast(share, now - since)) &&
    share >= leastSteep(facts, figure, total);
  const lost = isSteep ? change.by : fallen;
  // Programmes end one by one.
  const isFew =
    figure === 'streams' &&
    !total.isSudden &&
    !isMoreThanUsual(Math.min(lost, change.by), facts, now - since);
  // Much of it must have been lost since then; otherwise it is a wave of the audience.
  const held = heldBefore(facts, figure, since) ?? change.before;
  const leastSince = !total.isSudden && since < facts.whole.from ? LEAST_UNWATCHED : LEAST_SINCE;
  const isOfPeak = held - total.now < LEAST_SINCE * held;
  const isWave =
    change.by < SINCE_SHARE * lost ||
    (isNew && (isOfPeak || change.by < leastSince * change.before)) ||
    (isNew && !total.isSudden && oftenFell(facts, figure, { since, now, share }));
  const isKnown = isFew || isWave || same?.unmeasured || (same?.figure ?? 0) >= SAME_SHARE * lost;
  const isUnclear =
    since < facts.whole.from &&
    (facts.outages.incidents.length > 0 || hasFallenBefore(facts, figure, since, now));
  if (isKnown || isUnclear || isOfOutage(facts, since) || isOfRestart(facts, since)) return undefined;
  const withStreams = figure === 'viewers' ? leftWithTheirs(facts, lost, since) : false;
  if (withStreams === undefined) return { key, unmeasured: true };
  // Viewers whose programme has ended are not lost, and those of streams that are lost are told with these.
  if (withStreams) return undefined;
  const { by: ofServers, servers, changed } = makeupOf(facts, figure, since, -1);
  // The servers' losses since then must add up to it; otherwise the usual value was wrong.
  const addsUp = changed === undefined || changed >= ADDS_UP * lost;
  if (!addsUp && !isOfAllStreams(facts, figure)) return undefined;
  if (ofServers && areOfOutages(facts, ofServers)) return undefined;
  const { by: ofStreams, few } = ofServers ? {} : streamsIn(facts, figure, since);
  const by = ofServers ?? ofStreams ?? few;
  const gone = ofStreams && figure === 'viewers' ? goneOf(ofStreams, facts, total) : change.by;
  // Bytes, and losses of a few servers, have more specific findings; this one must not rank above them.
  const isOwn = (figure === 'viewers' || figure === 'streams') && !ofServers;
  // What is far from usual for long may be an audience that leaves in waves.
  const isLarge = total.isSudden || (!isSteep && -changeOf(total) >= criticalOf(facts.whole, since));
  return lossFinding({
    key,
    of: figure,
    part: ofStreams && 'ingest',
    lost: gone,
    before: change.before,
    by,
    since,
    lastGoodAt,
    servers: by?.dimension === 'server' ? by.values.map(({ value }) => value) : [],
    ended: [],
    alike: by || servers.length === 0 ? undefined : servers.length,
    severity: isOwn && isLarge ? 'critical' : 'warning',
    hit: { viewers: lostViewers(viewersOf(facts, figure, { lost, gone, since }) || undefined) },
  });
}

/** What the streams have in common that are lost, or that viewers left. */
function streamsIn(
  facts: RuleInput,
  figure: WholeFigure,
  since: number,
): Partial<Record<'by' | 'few', Contribution | undefined>> {
  if (figure === 'streams') return { by: factorOfStreams(facts, endedSince(facts, since)) };
  return (figure === 'viewers' && leftStreams(facts, since)) || {};
}

/** How many viewers are lost with so much of a figure; undefined where it does not tell. */
function viewersOf(
  facts: RuleInput,
  figure: WholeFigure,
  { lost, gone, since }: { readonly lost: number; readonly gone: number; readonly since: number },
): number | undefined {
  if (figure === 'viewers') return gone;
  if (figure !== 'streams') return undefined;
  return viewersLostWith(facts, { ended: endedSince(facts, since), lost, since });
}

/** The level of a total in the minutes before its change-point: a peak is no level, and its end is no loss. */
function heldBefore({ state }: RuleInput, figure: WholeFigure, since: number): number | undefined {
  const points = state.history.points(`total/${figure}`, since - HELD_MS, since);
  return median(points.flatMap(({ value }) => value ?? []));
}

/**
 * A fall is no more than a wave unless it is so many times those of the hour before, in as much time. Nine of ten of
 * these are smaller than what is compared: an incident in that hour is no wave.
 */
const MORE_THAN_WAVES = 1.3;
const USUAL_FALLS = 0.9;
/** The dashboard's own history has a value a minute, ms. */
const APART_MS = MINUTE_MS;

/** Whether a total often fell by a share in the hour before, within as long as it took now: an audience does that. */
function oftenFell(
  facts: RuleInput,
  figure: WholeFigure,
  { since, now, share }: { readonly since: number; readonly now: number; readonly share: number },
): boolean {
  const points = pointsOf(facts, figure, since - HOUR_MS, since);
  const falls = points.map(({ x, y }, index) => {
    const before = points.slice(0, index).filter((one) => one.x >= x - Math.max(now - since, APART_MS));
    return 1 - y / Math.max(y, ...before.map((one) => one.y));
  });
  const usual = quantile(Float64Array.from(falls).sort(), USUAL_FALLS) ?? 0;
  return MORE_THAN_WAVES * usual >= share;
}

/** What is read of the time before a fall that began before the first look, and the least of it that tells something, ms. */
const EARLIER_MS = 15 * MINUTE_MS;
const LEAST_EARLIER_MS = 3 * MINUTE_MS;
/** If it fell at this share of the later pace already, it is the evening, and the change-point is only where it was noticed. */
const SAME_PACE = 0.5;
/** Most points that are compared, each with all others. */
const MOST_POINTS = 60;

/** Whether a total fell before a change-point nearly as fast as since, by the history that the first look brought. */
function hasFallenBefore(facts: RuleInput, figure: WholeFigure, since: number, now: number): boolean {
  const slope = (from: number, to: number) => {
    const points = pointsOf(facts, figure, from, to);
    const isLong = (points.at(-1)?.x ?? from) - (points[0]?.x ?? to) >= LEAST_EARLIER_MS;
    return isLong ? medianSlope(points) : undefined;
  };
  const [before, after] = [slope(since - EARLIER_MS, since), slope(since, now)];
  return before !== undefined && after !== undefined && before < SAME_PACE * after;
}

/** A total in a period, as few points as are compared with each other; each stands for as long as the others. */
function pointsOf({ state: { history } }: RuleInput, figure: WholeFigure, from: number, to: number) {
  const points = history
    .points(`total/${figure}`, from, to)
    .flatMap(({ at, value }) => (value === null ? [] : { x: at, y: value }));
  let next = from;
  return points.filter(({ x }) => {
    const isNext = x >= next;
    if (isNext) next = x + (to - from) / MOST_POINTS;
    return isNext;
  });
}

/** Viewers that the named streams have lost: those until the last sweep, and since then their share of the total's loss. */
function goneOf({ values, explains }: Contribution, { state }: RuleInput, { now }: WatchedTotal): number {
  const sweptAt = state.streamSweep.value?.completedAt ?? 0;
  const then = state.history.last('total/viewers', sweptAt) ?? now;
  const known = values.reduce((sum, { lost }) => sum + lost, 0);
  return Math.max(0, known + Math.min(1, explains) * (then - now));
}

/** The share of a fall since then (Unix ms) from which on it is critical. */
function criticalOf({ from, isDrained }: RuleInput['whole'], since: number): number {
  if (since < from) return CRITICAL_UNWATCHED;
  return isDrained ? CRITICAL_DRAINED : CRITICAL_SHARE;
}
