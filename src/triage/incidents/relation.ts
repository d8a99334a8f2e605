import { mentions } from '../../base/mentions.ts';
import { isReadInPart } from '../../cluster/copies.ts';
import type { ClusterState, ServerRecord } from '../../cluster/state.ts';
import { ownObjects } from '../concerned.ts';
import { chainsOf, rolesOf } from '../fold.ts';
import type { ProblemKind } from '../kind-facts.ts';
import { SWEPT_WITHIN_MS } from '../memory/streams.ts';
import { applicationNamed, nameOf, type Problem, type Subject, viewersHit } from '../problem.ts';
import { isStandingRemark } from '../rank.ts';
import { remembered } from '../remembered.ts';
import { isOfBytes, isOfTranscoding } from './cause-rank.ts';

/** An effect may be seen this much before its cause, because they are polled at different times, and this much after it, ms. */
const BEFORE_MS = 15_000;
const AFTER_MS = 300_000;
/** Load moves to servers of other groups within this time, ms. */
const AT_ONCE_MS = 15_000;
/** A problem of the whole cluster follows from one that began at most this long before it, ms. */
const WHOLE_AFTER_MS = 60_000;

/** Two ways to count the same viewers differ by less than this factor. */
const ABOUT_AS_MANY = 1.25;

/** Problems about castwatch's own data, or about no object of the cluster, belong to no other incident. */
const standaloneKinds: ReadonlySet<ProblemKind> = new Set([
  'session',
  'stale',
  'topology-doubt',
  'totals',
  'range',
  'missing',
]);

/** So many servers of one role with the same problem, one soon after the other, are one incident, even without a common path. */
const LEAST_ALIKE = 3;

/** Kinds of problem that take a server or its service away, so that others take over its load. */
const removingKinds: ReadonlySet<ProblemKind> = new Set(['server-gone', 'restart', 'link', 'loss']);
/** Kinds of problem that higher load causes. */
const loadEffects: ReadonlySet<ProblemKind> = new Set(['server-hot', 'limit']);
const publisherKinds: ReadonlySet<ProblemKind> = new Set(['stream-flap', 'stream-zombie', 'ingest-bitrate']);
const sickKinds: ReadonlySet<ProblemKind> = new Set(['stream-unhealthy', 'streams']);
/** Figures and failures of the whole cluster, which change with anything in it. */
const wholeClusterKinds: ReadonlySet<ProblemKind> = new Set(['health', 'journal-failures', 'unusual-load']);

export const isOfLoad = ({ kind }: Problem): boolean => loadEffects.has(kind);

/** Whether a problem can be a part of an incident with others. */
export function mayBelong(problem: Problem): boolean {
  return problem.severity !== 'info' && !standaloneKinds.has(problem.kind) && !isStandingRemark(problem);
}

/** Whether one problem may follow from another: they share a time and a path. */
export function mayFollow(effect: Problem, cause: Problem, state: ClusterState): boolean {
  if (!isInTime(effect, cause, AFTER_MS) || isUpstream(effect, cause)) return false;
  if (isSymptom(effect, cause) || isTooSmall(effect, cause, state)) return false;
  return (
    sharesObject(effect, cause) ||
    hasMember(effect, cause, state) ||
    hasMember(cause, effect, state) ||
    isOfTheWhole(effect, cause) ||
    isOfOneRush(effect, cause) ||
    (removingKinds.has(cause.kind) && loadEffects.has(effect.kind) && takesOver(effect, cause, state)) ||
    isFedBy(effect, cause, state) ||
    isOfPlace(effect, cause, state)
  );
}

/** What only counts what is missing or unhealthy causes nothing, nor a single manager; servers that are too few load the others. */
function isSymptom({ kind }: Problem, cause: Problem): boolean {
  const isManager = cause.kind === 'manager' && cause.form === 'single';
  const isOfFew = isManager || (cause.kind === 'group-short' && !loadEffects.has(kind));
  return isOfFew || cause.kind === 'health' || cause.kind === 'unusual-load';
}

/**
 * Streams hit whoever watches them, and nobody else: what hits ten times as many does not follow from them. Of a list that is
 * read in part, the sick ones are not all known.
 */
function isTooSmall(effect: Problem, cause: Problem, state: ClusterState): boolean {
  const isSick = sickKinds.has(cause.kind) && !(effect.kind === 'health' && isReadInPart(state));
  const own = publisherKinds.has(cause.kind) || isSick ? viewersHit(cause.hit) : undefined;
  return own !== undefined && (viewersHit(effect.hit) ?? 0) > 10 * own;
}

/** A problem of a stream's publisher cannot be caused downstream of the origin. */
function isUpstream(effect: Problem, { parts }: Problem): boolean {
  if (parts.length === 0 || parts.includes('ingest')) return false;
  const isOfDelivery = parts.every((part) => part === 'delivery' || part === 'limits');
  return publisherKinds.has(effect.kind) || (isOfDelivery && effect.parts.join() === 'ingest');
}

/** Unix ms between which the problem began. */
function rangeOf({ since }: Problem): readonly [from: number, to: number] {
  if (since.known === 'before') return [Number.NEGATIVE_INFINITY, since.at];
  return [since.known === 'between' ? since.from : since.at, since.at];
}

function isInTime(effect: Problem, cause: Problem, after: number): boolean {
  const [from, to] = rangeOf(effect);
  const [causeFrom, causeTo] = rangeOf(cause);
  return to >= causeFrom - BEFORE_MS && from <= causeTo + after;
}

const idOf = (subject: Subject): string => `${subject.kind} ${nameOf(subject)}`;

function sharesObject(a: Problem, b: Problem): boolean {
  const names = (one: Problem, other: Problem) => {
    const named = new Set([...ownObjects(one), ...one.names].map(idOf));
    return ownObjects(other).some((own) => own.kind !== 'cluster' && named.has(idOf(own)));
  };
  if (names(a, b) || names(b, a)) return true;
  const { subject } = a;
  return subject.kind === 'journal' && b.names.some((one) => mentions(subject.object, nameOf(one)));
}

/** Whether one problem is about a group and the other about a member of it. */
function hasMember({ subject, kind }: Problem, other: Problem, { servers }: ClusterState): boolean {
  if (subject.kind !== 'group') return false;
  const members = serversOf(other, servers);
  const isMember = ({ server }: ServerRecord) => server.groupName === subject.name;
  // Load that rises in several groups, also of sessions without traffic, comes near the limits of each.
  const isOfRise = loadEffects.has(kind) && (loadEffects.has(other.kind) || other.kind === 'parted');
  return isOfRise ? members.some(isMember) : members.length > 0 && members.every(isMember);
}

function isOfTheWhole(effect: Problem, cause: Problem): boolean {
  if (effect.subject.kind !== 'cluster') return false;
  // Viewers leave streams that are weak or gone.
  const areLeaving =
    effect.kind === 'loss' &&
    effect.facts.of === 'viewers' &&
    cause.parts.includes('ingest') &&
    effect.facts.lost <= ABOUT_AS_MANY * (viewersHit(cause.hit) ?? 0);
  const isTold = areLeaving || isOfBytes(effect) || wholeClusterKinds.has(effect.kind);
  if (isWhole(cause) && cause.key !== effect.key && (isTold || isWhole(effect))) return true;
  return isTold && isInTime(effect, cause, WHOLE_AFTER_MS);
}

/**
 * Whether both come from a rise of the viewers of the whole cluster: the surge, and what it makes hot or full.
 * Transcoding does not depend on the number of viewers.
 */
function isOfOneRush(effect: Problem, cause: Problem): boolean {
  const mayBeOfRush = (one: Problem) => isOfLoad(one) && !isOfTranscoding(one);
  if (!mayBeOfRush(effect)) return false;
  if (cause.kind === 'surge') return true;
  const isOfCluster = effect.subject.kind === 'cluster' || cause.subject.kind === 'cluster';
  return isOfCluster && mayBeOfRush(cause) && isInTime(effect, cause, WHOLE_AFTER_MS);
}

/** Whether a problem is only about the whole cluster. */
function isWhole(problem: Problem): boolean {
  return problem.subject.kind === 'cluster' && ownObjects(problem).every(({ kind }) => kind === 'cluster');
}

/**
 * Whether a server of the effect has the role of one of the cause, so that it may have taken over its load: at any time in the
 * same group, else only at once.
 */
function takesOver(effect: Problem, cause: Problem, { servers }: ClusterState): boolean {
  const isAtOnce = isInTime(effect, cause, AT_ONCE_MS);
  const gone = serversOf(cause, servers);
  // The tasks of one transcoder go to all others.
  if (isOfTranscoding(effect) && gone.some(({ server }) => rolesOf(server).includes('transcode')))
    return true;
  return serversOf(effect, servers).some(({ server: taker }) =>
    gone.some(
      ({ server }) =>
        rolesOf(server) === rolesOf(taker) && (isAtOnce || server.groupName === taker.groupName),
    ),
  );
}

/** Most servers that run the application of a problem for it to count as a problem of these servers. */
const MOST_PLACES = 3;

function serversOf(
  problem: Problem,
  servers: ClusterState['servers'],
  most = MOST_PLACES,
): readonly ServerRecord[] {
  const own = ownObjects(problem);
  const named = new Set(own.flatMap((one) => (one.kind === 'server' ? [one.name] : [])));
  const applications = new Set(own.flatMap((one) => applicationNamed(one) ?? []));
  const found = servers.filter(({ name }) => named.has(name));
  if (applications.size === 0) return found;
  const running = servers.filter(({ server }) =>
    server.applications?.some(({ name }) => name != null && applications.has(name)),
  );
  return running.length <= most ? [...found, ...running] : found;
}

/**
 * Whether the cause is trouble of a server that the streams on it have, too, and the effect that of streams of an application
 * there, on however many others it runs. Sick ones are known by the next sweep.
 */
function isOfPlace(effect: Problem, cause: Problem, { servers }: ClusterState): boolean {
  const isOfPublishers = publisherKinds.has(effect.kind) && cause.kind === 'server-gone';
  // What a part makes of its input gets worse slowly, until it is sick.
  const isOfSick =
    cause.kind === 'parted' || (sickKinds.has(cause.kind) && isInTime(effect, cause, SWEPT_WITHIN_MS));
  if (!isOfPublishers && !(isOfSick && sickKinds.has(effect.kind))) return false;
  const places = ownObjects(cause).filter(({ kind }) => kind === 'server');
  return serversOf(effect, servers, Number.POSITIVE_INFINITY).some((one) =>
    places.some((place) => nameOf(place) === one.name),
  );
}

/** Whether the cause is on a source that feeds the servers of the effect, by their uplinks. */
function isFedBy(effect: Problem, cause: Problem, { servers }: ClusterState): boolean {
  // No trouble of a source loads those that it feeds.
  if (loadEffects.has(effect.kind)) return false;
  const feeders = serversOf(cause, servers);
  if (feeders.length === 0) return false;
  const names = feeders.flatMap(namesOn);
  return serversOf(effect, servers).some((record) => {
    const links = upLinksOf(record);
    return !feeders.includes(record) && names.some((name) => mentions(links, name));
  });
}

export const namesOn = ({ name, server }: ServerRecord): readonly string[] => [
  name,
  ...(server.applications ?? []).flatMap((one) => one.name ?? []),
];

/** What the applications of a server say of their uplinks. */
export const upLinksOf = remembered(({ server }: ServerRecord) =>
  JSON.stringify((server.applications ?? []).map(({ upLinks }) => upLinks ?? [])),
);

/** Finds servers of one role with the same problem at the same time; returns a name for each such set. */
export function alikeOf(problems: readonly Problem[], { servers }: ClusterState) {
  const roleOf = new Map(servers.map(({ name, server }) => [name, rolesOf(server)]));
  const ofServers = problems.filter(({ subject }) => subject.kind === 'server');
  const kinds = Map.groupBy(ofServers, ({ kind, subject }) => `${kind} ${roleOf.get(nameOf(subject))}`);
  return new Map(
    [...kinds].flatMap(([kind, own]) =>
      chainsOf(own)
        .filter(({ length }) => length >= LEAST_ALIKE)
        .flatMap((set) => set.map(({ key }) => [key, `${kind} ${set[0]?.since.at}`] as const)),
    ),
  );
}
