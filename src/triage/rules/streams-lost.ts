import { HOUR_MS } from '../../base/durations.ts';
import { median, sum } from '../../base/theil-sen.ts';
import { streamKeyOf } from '../journal/culprit.ts';
import { endedInJournal } from '../journal/ended-streams.ts';
import { recentFailures } from '../journal/recent-failures.ts';
import type { Watched } from '../memory/figures.ts';
import { isOfIngest } from '../memory/outages.ts';
import { type StreamTrack, SWEPT_WITHIN_MS } from '../memory/streams.ts';
import type { WatchedTotal } from '../memory/total-series.ts';
import { type Contribution, isSurprising } from '../principles/contribution.ts';
import type { Deviation } from '../principles/deviation.ts';
import { remembered } from '../remembered.ts';
import type { RuleInput } from '../rule.ts';
import { MORE_SINCE } from './aftermath.ts';
import { levelBefore } from './level-before.ts';
import type { Lost } from './loss-finding.ts';
import { type Began, beganFirst, fallenAt, isOfOutage, lostOf, usualOf } from './owned.ts';
import {
  byServer,
  factorOfPlaces,
  factorOfStreams,
  hasFactor,
  serverOf,
  serversOf,
} from './stream-shares.ts';
import { isSilent, viewersOf } from './stream-subject.ts';

/** Streams that ended unexpectedly. Times are Unix ms. */
export interface StreamsLost
  extends Pick<Lost, 'lost' | 'before' | 'by' | 'since' | 'lastGoodAt' | 'servers' | 'ended'> {
  /** Viewers of the streams that ended. */
  readonly viewers: number;
}

const LEAST_STREAMS = 3;
/** Least share of all streams that must have ended if they have nothing in common. */
const LEAST_SHARE = 0.1;
/** Least share that must be lost of what has a factor in common; otherwise some ended for other reasons. */
const LEAST_COVERED = 0.3;
/** Streams that have nothing in common are a loss if so many of them ended together: programmes end one by one. */
const TOGETHER_SHARE = 2 / 3;
/** Streams that ended explain a loss of viewers if they had at least this share of it. */
const OF_STREAMS_SHARE = 0.5;
/** How long before a loss the streams are counted, ms. */
const COUNTED_BEFORE_MS = 15_000;
/** A gap of so many usual ones lies before the beginning. */
const ALONE_GAPS = 4;
/** The journal dates what ends at once within this, ms. */
const DATED_WITHIN_MS = 10_000;
/** Streams that ended within this time are one event, if nothing else connects them, ms. */
const ENDED_WITHIN_MS = 300_000;

/** Which streams ended, beyond the usual number, and what do they have in common? Several rules ask in each step. */
export const streamsLost = remembered((facts: RuleInput): StreamsLost | undefined => {
  const now = facts.figures.newest ?? 0;
  const counts = facts.figures.of('streams');
  const ownLost = lostBesides(facts);
  const fewer = fallenAt(counts, facts).filter((one) => ownLost(one) > 0);
  const fallen = [...fewer, ...fallenAt(facts.figures.of('in'), facts)];
  const first = firstOf(fallen)?.since;
  const ended = endedSince(facts, first ?? now - ENDED_WITHIN_MS);
  const lost = Math.max(Math.round(sum(fewer.map(ownLost))), ended.length);
  if (lost < LEAST_STREAMS) return undefined;
  const before = sum(counts.map(usualOf));
  const isSwept = ended.length >= lost / 2;
  // Where streams are back already, the counts say nothing of those that ended.
  const telling = sum(fewer.map(ownLost)) >= lost / 2 ? fewer : [];
  const by = isSwept
    ? byServer(factorOfStreams(facts, refusedOf(ended, facts) ?? ended), telling, facts, ownLost)
    : // Until a sweep has shown which streams ended, the counts of the topology tell.
      factorOfPlaces(facts, (one) => (fewer.includes(one) ? ownLost(one) : 0));
  const isLarge = lost >= LEAST_SHARE * before;
  // Single streams end all the time. Only where they may be a loss is it worth reading in the journal when they ended.
  if (!(isLarge && isSurprising(lost, 0)) && !isFactor(by, facts, 0)) return undefined;
  // Until then the few that are known to have ended are others.
  const listed = isSwept ? ended : [];
  const own = ofFactor(listed, by, facts);
  const { since, lastGoodAt } = beginningFrom(facts, { ended: own, fallen, by });
  const span = now - since + SWEPT_WITHIN_MS;
  const isMuch =
    isLarge && isSurprising(lost, usuallyEnded(facts, span)) && (!isSwept || haveEndedTogether(ended, lost));
  if (!isMuch && !isFactor(by, facts, span)) return undefined;
  // Programmes that ended elsewhere meanwhile are not of it.
  const ownCount = lost - (listed.length - own.length);
  return {
    lost: ownCount,
    // Streams that came meanwhile may have ended, too.
    before: Math.max(before, lost),
    by,
    since,
    lastGoodAt,
    servers: fallen.map(({ place }) => place.server),
    ended: own,
    viewers: viewersLostWith(facts, { ended: own, lost: ownCount, since }),
  };
});

/**
 * Those of the streams that a failure in the journal names, if they are half of them: the others ended for reasons of their
 * own. Undefined if they are fewer.
 */
function refusedOf(ended: readonly StreamTrack[], { state }: RuleInput): readonly StreamTrack[] | undefined {
  const keys = new Set(
    recentFailures(state).flatMap(({ objects }) => objects.flatMap((object) => streamKeyOf(object) ?? [])),
  );
  const refused = ended.filter(({ stream }) => keys.has(stream.streamKey));
  return refused.length >= Math.max(LEAST_STREAMS, ended.length / 2) ? refused : undefined;
}

const firstOf = (places: readonly Watched[]): Deviation | undefined =>
  places.flatMap(({ deviation }) => deviation ?? []).toSorted((a, b) => a.since - b.since)[0];

/**
 * The change-point of the places that share the factor. A few streams may have ended there before for reasons of their own,
 * which matter less in the total, so the later of both is taken.
 */
function beganAt(
  total: WatchedTotal | undefined,
  fallen: readonly Watched[],
  by: Contribution | undefined,
): Deviation | undefined {
  const own = fallen.filter(({ place }) =>
    by?.values.some(({ value }) => value === place.application || value === place.server),
  );
  const first = firstOf(own.length > 0 ? own : fallen);
  const ofTotal = total?.deviation;
  if (first === undefined || ofTotal?.direction !== 'fallen') return first;
  return ofTotal.since > first.since ? ofTotal : first;
}

/** When a stream was last seen published. */
const sweptAt = ({ downSince, seenAt }: StreamTrack) => downSince ?? seenAt;

/**
 * When streams began to end: at the first of new failures in the journal, else by the ends that the journal dates, else
 * by the places that fell, else by the sweeps.
 */
function beginningFrom(
  facts: RuleInput,
  { ended, fallen, by }: Pick<StreamsLost, 'ended' | 'by'> & { readonly fallen: readonly Watched[] },
): Began {
  const servers = new Set([
    ...fallen.map(({ place }) => place.server),
    ...ended.flatMap(({ stream }) => serversOf(facts, stream.application)),
  ]);
  const { failedSince, endedAt } = endedInJournal(facts.state, {
    keys: new Set(ended.map(({ stream }) => stream.streamKey)),
    servers: [...servers],
    from: Math.min(...ended.map(({ at }) => at), beganFirst(fallen).since) - SWEPT_WITHIN_MS,
  });
  const dated = ended.flatMap(({ stream }) => endedAt.get(stream.streamKey) ?? []);
  const datedSince = dated.length > ended.length / 2 ? beginningOfMany(dated, DATED_WITHIN_MS) : undefined;
  // Publishers who are refused try again, which fails later than their streams ended.
  if (failedSince !== undefined) {
    const since = Math.min(failedSince, datedSince ?? failedSince);
    return { since, lastGoodAt: since };
  }
  // Streams that fell silent before they ended were lost then, and not when fewer were counted.
  const wereSilent = ended.filter(isSilent).length > ended.length / 2;
  const began = beganAt(wereSilent ? undefined : facts.whole.of('streams'), fallen, by);
  if (began && wereSilent) return began;
  if (datedSince !== undefined) return { since: datedSince, lastGoodAt: datedSince };
  if (began) return began;
  const earliest = beginningOfMany(ended.map(sweptAt), SWEPT_WITHIN_MS);
  return { since: earliest, lastGoodAt: earliest - SWEPT_WITHIN_MS };
}

/** Streams that ended and share the factor; all where there is none. */
export function ofFactor(
  ended: readonly StreamTrack[],
  by: Contribution | undefined,
  facts: RuleInput,
): readonly StreamTrack[] {
  const own = ended.filter((track) => by && hasFactor(track, by, facts));
  return own.length > 0 ? own : ended;
}

/** When the first of many ended; one that ended long before the others ended for a reason of its own. */
export function beginningOfMany(ends: readonly number[], within: number): number {
  const times = ends.toSorted((a, b) => a - b);
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? at));
  const usual = Math.max(within, ALONE_GAPS * (median(gaps) ?? 0));
  const alone = gaps.slice(0, Math.floor(gaps.length / 2)).findLastIndex((gap) => gap > usual);
  return times[alone + 1] ?? Number.POSITIVE_INFINITY;
}

/** Whether most of those that are lost ended between two sweeps. */
function haveEndedTogether(ended: readonly StreamTrack[], lost: number): boolean {
  const ends = ended.map(sweptAt).sort((a, b) => a - b);
  const most = Math.max(
    ...ends.map((from) => ends.filter((at) => at >= from && at - from <= SWEPT_WITHIN_MS).length),
  );
  return most >= TOGETHER_SHARE * lost;
}

/** Whether most of the streams that share the factor have ended, and far more than usual. */
function isFactor(by: Contribution | undefined, facts: RuleInput, span: number): boolean {
  if (!by || by.covers < LEAST_COVERED) return false;
  const lost = sum(by.values.map((one) => one.lost));
  const had = sum(by.values.map((one) => one.had));
  const share = Math.min(1, had / Math.max(1, facts.streams.tracks.size));
  return lost >= LEAST_STREAMS && isSurprising(lost, share * usuallyEnded(facts, span));
}

/** Whether more streams ended than usual in `span` (ms). */
export function isMoreThanUsual(lost: number, facts: RuleInput, span: number): boolean {
  return lost >= LEAST_STREAMS && isSurprising(lost, usuallyEnded(facts, span + SWEPT_WITHIN_MS));
}

/**
 * How many streams usually end in `span` (ms). As many end as begin, so it is estimated from the streams that began
 * in the last hour, plus one. Those that came back with a server did not begin.
 */
function usuallyEnded({ streams, figures, outages }: RuleInput, span: number): number {
  const now = figures.newest ?? 0;
  let begun = 0;
  for (const { key, stream } of streams.tracks.values()) {
    const isNew = (stream.startTime ?? 0) > now - HOUR_MS;
    if (isNew && !outages.incidents.some(({ lost }) => lost.has(key))) begun++;
  }
  return ((begun + 1) * span) / HOUR_MS;
}

/**
 * Whether the viewers lost since `since` (Unix ms) left because their streams ended, so that no edge lost them.
 * Undefined while fewer streams are counted than before and no sweep has shown which ones ended.
 */
export function leftWithTheirs(facts: RuleInput, lost: number, since: number): boolean | undefined {
  const { dashboard, history, streamSweep } = facts.state;
  const before = history.last('total/streams', since - COUNTED_BEFORE_MS) ?? 0;
  const now = dashboard.value?.streamStats?.total?.value ?? before;
  const sweptAt = streamSweep.value?.completedAt ?? 0;
  const passed = (facts.figures.newest ?? 0) - since;
  const isWaiting = now < before && sweptAt <= since && passed < SWEPT_WITHIN_MS;
  if (isWaiting && viewersOfLargest(facts, before - now) >= OF_STREAMS_SHARE * lost) return undefined;
  const ended = endedSince(facts, since);
  // Of many that ended together most are counted again: they are back, which the next sweep will show.
  const areBack =
    !streamsLost(facts) && before - now < ended.length / 2 && isMoreThanUsual(ended.length, facts, passed);
  return !areBack && viewersOfEnded(ended, facts.whole) >= OF_STREAMS_SHARE * lost;
}

/** The most viewers that so many streams can have had; without a list any number. */
function viewersOfLargest({ streams: { tracks }, whole }: RuleInput, count: number): number {
  if (tracks.size === 0) return Number.POSITIVE_INFINITY;
  const viewers = [...tracks.values()].map((track) => viewersOfEnded([track], whole));
  return sum(viewers.toSorted((a, b) => b - a).slice(0, count));
}

/** Edges whose viewers left because single streams ended: that is the end of a programme and not a fault. */
export function leftWithStreams(facts: RuleInput): readonly Watched[] {
  const fallen = fallenAt(facts.figures.of('viewers'), facts);
  if (fallen.length === 0 || streamsLost(facts)) return [];
  return leftWithTheirs(facts, sum(fallen.map(lostOf)), beganFirst(fallen).since) ? fallen : [];
}

/** A fall of this share of all viewers says nothing: an audience does that by itself. */
const NOISE = 0.03;
/** Viewers of streams may have gone since the sweep that counted them, by this factor. */
const FEWER_SINCE = 0.8;
/** For so long a fall of the total tells who was lost; later the audience has moved by itself, ms. */
const FALL_TELLS_MS = 300_000;

/**
 * Viewers lost with streams that ended. One answer counts the total, sweeps count streams one after another: so it is the
 * fall of the total, within what sweeps leave open.
 */
export function viewersLostWith(
  { state, figures, whole }: RuleInput,
  { ended, lost, since }: Pick<StreamsLost, 'ended' | 'lost' | 'since'>,
): number {
  const ofEnded = viewersOfEnded(ended, whole);
  const before = levelBefore(state.history, 'total/viewers', since) ?? 0;
  const fall = before - (state.history.last('total/viewers', figures.newest ?? since) ?? before);
  if (fall <= NOISE * before || (figures.newest ?? since) > since + FALL_TELLS_MS) return ofEnded;
  if (ended.length < lost / 2) return Math.round(fall);
  const known = (ofEnded * lost) / ended.length;
  return Math.round(Math.min(Math.max(fall, FEWER_SINCE * known), MORE_SINCE * known));
}

/** Of streams that ended: they had their viewers in the sweep before, or when the last bytes came. */
export const viewersOfEnded = (tracks: readonly StreamTrack[], whole: RuleInput['whole']) =>
  sum(
    tracks.map((track) => {
      const { lost, degraded } = viewersOf(track, whole);
      return Math.max(track.viewers, lost + degraded);
    }),
  );

/**
 * Streams that may have been published at `since` (Unix ms) and no longer are, without those that ended with a server. They
 * were last seen in the sweep before it.
 */
export function endedSince(facts: RuleInput, since: number): readonly StreamTrack[] {
  const { streams, figures, outages } = facts;
  const isThen = ({ at, downSince }: StreamTrack) => (downSince ?? at) >= since - SWEPT_WITHIN_MS;
  const gone = [...streams.departed.values()].filter(isThen);
  const down = streams.index.down.filter(isThen);
  if (gone.length + down.length === 0) return [];
  if (!figures.isAnyFilling && outages.incidents.length === 0) return [...gone, ...down];
  const ingests = outages.incidents.filter(isOfIngest);
  const origins = new Set(
    figures.of('streams').flatMap(({ place }) => (place.role === 'origin' ? place.application : [])),
  );
  const isWithServer = ({ key, stream, at, downSince }: StreamTrack) =>
    figures.isFilling(serverOf(facts, stream.application) ?? '') ||
    outages.incidents.some((incident) => incident.lost.has(key)) ||
    isOfOutage(facts, downSince ?? at, origins.has(stream.application ?? '') ? ingests : undefined);
  return [...gone, ...down].filter((track) => !isWithServer(track));
}

/** How many streams a place lost besides those that an outage of its servers took, and that are still missing. */
function lostBesides({ outages }: RuleInput): (one: Watched) => number {
  const missing = Map.groupBy(
    outages.incidents.flatMap((incident) => incident.missing),
    ({ stream }) => stream.application,
  );
  return (one) => Math.max(0, lostOf(one) - (missing.get(one.place.application)?.length ?? 0));
}
