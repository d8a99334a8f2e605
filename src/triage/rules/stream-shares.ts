import { sum } from '../../base/theil-sen.ts';
import { listedStreams } from '../../cluster/copies.ts';
import type { KindFacts } from '../kind-facts.ts';
import type { Watched } from '../memory/figures.ts';
import type { StreamTrack } from '../memory/streams.ts';
import {
  type Contribution,
  contributionOf,
  LEAST_EXPLAINED,
  type Share,
} from '../principles/contribution.ts';
import { isIngest } from '../principles/place-figures.ts';
import type { Subject } from '../problem.ts';
import { remembered } from '../remembered.ts';
import type { CommonPlace, RuleInput } from '../rule.ts';
import { isUnhealthy } from '../stream-health.ts';
import type { Thresholds } from '../threshold-families.ts';
import { usualOf } from './owned.ts';

/** What streams may have in common. If two dimensions explain the same, the first is named. */
const streamDimensions = ['application', 'server', 'type'] as const;
export type LossDimension = KindFacts['loss']['by'];

/** What was worked out of the streams is kept until something new is known about them. Further arguments must stay the same. */
export function oncePerSweep<More extends readonly unknown[], Value>(
  work: (facts: RuleInput, ...more: More) => Value,
): (facts: RuleInput, ...more: More) => Value {
  const known = new WeakMap<
    RuleInput['streams'],
    { readonly newest: number | undefined; readonly value: Value }
  >();
  return (facts, ...more) => {
    const { streams } = facts;
    const kept = known.get(streams);
    if (kept && kept.newest === streams.newest) return kept.value;
    const value = work(facts, ...more);
    known.set(streams, { newest: streams.newest, value });
    return value;
  };
}

/** Streams that lost a smaller share of their viewers are no common factor: single streams vary as much. */
export const LEAST_OF_VIEWERS = 0.15;

const placesIn = remembered((servers: RuleInput['state']['servers']) =>
  Map.groupBy(
    servers.flatMap(({ name: server, server: { applications } }) =>
      (applications ?? []).map((one) => ({ application: one.name, server, isIngest: isIngest(one) })),
    ),
    ({ application }) => application,
  ),
);

/** The servers that run each application. Rules ask for thousands of streams. */
export const placesOf = ({ state }: RuleInput) => placesIn(state.servers);

/** The server of an application that runs on only one server. */
export function serverOf(facts: RuleInput, application: string | null | undefined): string | undefined {
  const [only, other] = placesOf(facts).get(application ?? '') ?? [];
  return other ? undefined : only?.server;
}

/** Whether a stream has a common factor. Where its application runs on several servers, any of them may carry it. */
export function hasFactor(
  { stream }: StreamTrack,
  { dimension, values }: Contribution,
  facts: RuleInput,
): boolean {
  const own =
    dimension === 'server'
      ? serversOf(facts, stream.application)
      : [stream[dimension as 'application' | 'type']];
  return values.some(({ value }) => own.includes(value));
}

/** All servers that run an application. */
export function serversOf(facts: RuleInput, application: string | null | undefined): readonly string[] {
  return (placesOf(facts).get(application ?? '') ?? []).map(({ server }) => server);
}

/** Streams of one application and type have the same values, so they are one share. */
interface Alike {
  readonly of: Share['of'];
  count: number;
}

/** By application, then by type: a joined key for each of thousands of streams would take most of the time. */
type Streams = Map<string | undefined, Map<string | undefined, Alike>>;

function alikeIn(all: Streams, { stream }: StreamTrack, facts: RuleInput): Alike {
  const [application, type] = [stream.application ?? undefined, stream.type ?? undefined];
  const types = all.get(application) ?? new Map<string | undefined, Alike>();
  const alike = types.get(type) ?? {
    of: { application, type, server: serverOf(facts, application) },
    count: 0,
  };
  all.set(application, types.set(type, alike));
  return alike;
}

const allStreams = oncePerSweep((facts: RuleInput): Streams => {
  const all: Streams = new Map();
  for (const track of facts.streams.tracks.values()) alikeIn(all, track, facts).count++;
  return all;
});

/** All streams as shares of a change that affects some of them. */
function streamShares(facts: RuleInput, hit: Iterable<StreamTrack>): readonly Share[] {
  const all = allStreams(facts);
  const { tracks } = facts.streams;
  const own = Map.groupBy(new Set(hit), (track) => alikeIn(all, track, facts));
  return [...all.values()].flatMap((types) =>
    [...types.values()].map((alike): Share => {
      const lost = own.get(alike) ?? [];
      // Those that have ended are no longer among all streams.
      const ended = lost.filter((track) => tracks.get(track.key) !== track);
      return { of: alike.of, had: alike.count + ended.length, lost: lost.length };
    }),
  );
}

/** A type with at least this share of all is no factor: it is only how streams are published here. */
const TYPE_OF_ALL = 0.9;

function factorOf(
  shares: readonly Share[],
  dimensions: readonly string[] = streamDimensions,
): Contribution | undefined {
  const by = contributionOf(shares, dimensions);
  const had = sum((by?.values ?? []).map((one) => one.had));
  const isOfAll = by?.dimension === 'type' && had >= TYPE_OF_ALL * sum(shares.map((one) => one.had));
  return isOfAll ? undefined : by;
}

/** What the affected streams have in common. */
export const factorOfStreams = (facts: RuleInput, hit: readonly StreamTrack[]): Contribution | undefined =>
  factorOf(streamShares(facts, hit));

/** Fewer sick streams may have an application in common by chance. */
const LEAST_SICK = 3;

/** Streams of which one row is sick, as the others may have been read before. */
export const sickStreams = oncePerSweep((facts, { healthBad }: Thresholds): readonly StreamTrack[] => {
  const { keyOf } = listedStreams(facts.state);
  const { tracks, copies } = facts.streams;
  const keys = new Set<string>();
  for (const { stream } of [...tracks.values(), ...copies.tracks.values()])
    if (isUnhealthy(stream, healthBad)) keys.add(keyOf(stream));
  return keys.size === 0 ? [] : [...tracks.values()].filter(({ stream }) => keys.has(stream.streamKey));
});

/**
 * The application or server that nearly all sick streams have in common; of several applications the only server that runs
 * them all. Undefined where there is none.
 */
export const sickPlace = oncePerSweep((facts, t: Thresholds): CommonPlace | undefined => {
  const sick = sickStreams(facts, t);
  if (sick.length < LEAST_SICK) return undefined;
  const by = factorOfStreams(facts, sick);
  const [only, other] = by?.values.map(({ value }) => value) ?? [];
  if (by?.dimension === 'application' && only !== undefined && other === undefined)
    return { subject: subjectOfValue(by.dimension, only), applications: [only] };
  return serverOfAll(facts, sick);
});

/** The only server that runs the applications of nearly all of these streams. */
function serverOfAll(facts: RuleInput, sick: readonly StreamTrack[]): CommonPlace | undefined {
  const byServer = new Map<string, { streams: number; readonly applications: string[] }>();
  for (const [application, own] of Map.groupBy(sick, ({ stream }) => stream.application ?? '')) {
    for (const server of serversOf(facts, application)) {
      const known = byServer.get(server) ?? { streams: 0, applications: [] };
      known.streams += own.length;
      known.applications.push(application);
      byServer.set(server, known);
    }
  }
  const explaining = [...byServer].filter(([, { streams }]) => streams >= LEAST_EXPLAINED * sick.length);
  const [only, other] = explaining;
  if (!only || other) return undefined;
  const [name, { applications }] = only;
  return { subject: { kind: 'server', name }, applications };
}

/**
 * What the places with a fault have in common, by the streams on each. A stream is known only by its application, which
 * may run on several servers; the topology tells them apart.
 */
export function factorOfPlaces(facts: RuleInput, lostAt: (one: Watched) => number): Contribution | undefined {
  const shares = facts.figures.of('streams').map((one): Share => {
    const { application, server } = one.place;
    return { of: { application, server }, had: usualOf(one), lost: lostAt(one) };
  });
  return contributionOf(shares, ['application', 'server']);
}

/**
 * The server at fault in place of the applications that `by` names, if these run on several servers and only those on this
 * one are sick. `lostAt`: how many streams of a sick place are hit.
 */
export function byServer(
  by: Contribution | undefined,
  sick: readonly Watched[],
  facts: RuleInput,
  lostAt: (one: Watched) => number = usualOf,
): Contribution | undefined {
  if (sick.length === 0 || (by && by.dimension !== 'application')) return by;
  if (by?.values.every(({ value }) => serverOf(facts, value) !== undefined)) return by;
  const keys = new Set(sick.map(({ place }) => place.key));
  const places = factorOfPlaces(facts, (one) => (keys.has(one.place.key) ? lostAt(one) : 0));
  return places?.dimension === 'server' && places.covers > (by?.covers ?? 0) ? places : by;
}

/** Of viewers that are lost since then (Unix ms): which streams they left. Undefined if no sweep tells. */
export function leftStreams(facts: RuleInput, since: number) {
  const before = facts.whole.viewersBefore(since);
  if (!before) return undefined;
  const shares = [...facts.streams.tracks.values()].map(({ key, stream }): Share => {
    const had = before.get(key) ?? 0;
    const application = stream.application ?? undefined;
    const of = { application, type: stream.type ?? undefined, server: serverOf(facts, application) };
    return { of: { ...of, stream: stream.streamKey }, had, lost: had - (stream.viewerCount ?? 0) };
  });
  const best = factorOf(shares, [...streamDimensions, 'stream']);
  const isFew = best?.dimension === 'stream';
  return {
    /** Whose streams they watched, or which few ones; undefined if all lost the same share. */
    by: best && !isFew && best.covers >= LEAST_OF_VIEWERS ? best : undefined,
    few: isFew ? best : undefined,
  };
}

/** How many viewers left streams between two moments (Unix ms), or came to others, whichever is less. */
export function changedStreams({ whole, streams }: RuleInput, since: number, until: number): number {
  const before = whole.viewersBefore(since);
  const after = whole.viewersBefore(until);
  if (!before) return 0;
  const changes = [...streams.tracks.values()].map(
    ({ key, stream }) => ((after ? after.get(key) : stream.viewerCount) ?? 0) - (before.get(key) ?? 0),
  );
  return Math.min(...[1, -1].map((sign) => sum(changes.map((change) => Math.max(0, sign * change)))));
}

/** The object that a dimension's value names. */
export function subjectOfValue(dimension: string | undefined, name: string): Subject {
  if (dimension === 'type') return { kind: 'stream type', name };
  if (dimension === 'group' || dimension === 'application') return { kind: dimension, name };
  return { kind: 'server', name };
}
