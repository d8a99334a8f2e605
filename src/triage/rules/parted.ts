import { sum } from '../../base/theil-sen.ts';
import type { ServerRecord } from '../../cluster/state.ts';
import { serversNamed } from '../concerned.ts';
import { namedOrNone } from '../facts.ts';
import { measured } from '../measure.ts';
import type { Place, Watched } from '../memory/figures.ts';
import type { WholeFigure } from '../memory/total-series.ts';
import { type PlaceFigure, type Role, roleOf } from '../principles/place-figures.ts';
import { degradedViewers, foldedOf, type Hit, nameOf, type Subject, viewersHit } from '../problem.ts';
import type { Finding, Rule, RuleInput } from '../rule.ts';
import { serversSample } from '../samples.ts';
import { beganFirst, fallenAt, isTooEarly } from './owned.ts';
import { type PartedPair, partedKey } from './parted-key.ts';
import { goneKey, hotKey } from './servers.ts';
import { streamsLost } from './streams-lost.ts';
import { silentShare, weakPublishers } from './weak-publishers.ts';
import { changedTotal, changeOf, changeOn } from './whole.ts';

interface PairRow {
  readonly pair: PartedPair;
  readonly roles: readonly Role[];
  readonly part: 'ingest' | 'transcode' | 'delivery';
}

/** The pairs that show a fault of the place itself. */
const rows: readonly PairRow[] = [
  { pair: 'out/in', roles: ['transcode'], part: 'transcode' },
  { pair: 'out/viewers', roles: ['edge', 'mono'], part: 'delivery' },
];

/** If an edge's input per stream changed by at least this share of the change of its output, the edge is not at fault. */
const UPSTREAM_SHARE = 0.2;
/** Streams of which nothing comes may have been asked for more than others by this factor. */
const SILENT_MORE = 1.25;
/** A change above this share is more than noise. */
const UPSTREAM_LEAST = 0.025;
/** If viewers grew by at least these shares (of the usual, of the fall per viewer), new sessions without traffic came. */
const LEAST_GAIN = 0.1;
const GAIN_OF_FALL = 0.5;

/** Which figures that usually move together no longer do? Finds parts whose output falls although their input does not. */
export const parted: Rule = {
  name: 'parted',
  inputs: ['servers', 'application load', 'application traffic', 'stream list', 'stream viewers'],
  timing: () => ({ after: 0, clearAfter: 0, samples: 1, recurs: true }),
  sample: serversSample,
  history: 'figures that ceased to move together',
  evaluate(facts, { thresholds }) {
    if (isTooEarly(facts)) return rows.map(({ pair }) => ({ key: partedKey(pair), unmeasured: true }));
    const publishers = weakPublishers(facts, thresholds);
    return [
      ...(publishers ? [publishers] : []),
      ...rows.flatMap((row) => {
        const all = facts.figures.of(row.pair).filter(({ place }) => row.roles.includes(place.role));
        const places = fallenAt(all, facts).filter((one) => fallOf(one) >= UPSTREAM_LEAST);
        const isOwn = row.pair === 'out/viewers' ? deliversLess(places, all, facts) : sendsLess(facts);
        return ofPlaces(row, places.filter(isOwn), facts) ?? [];
      }),
    ];
  },
};

/** So many of all edges that fall do so for one reason, and in the mean as much as it explains. */
const ALIKE_SHARE = 0.5;

/** What edges send for a viewer changes so soon after streams end, or viewers leave, with what is watched, ms. */
const MIX_AFTER_MS = 60_000;

/**
 * Whether an edge sends less for a reason of its own: it does not get less, and who watches a stream of which nothing comes gets
 * nothing, wherever. Where streams end, or viewers of some leave, what is left to watch may be thinner.
 */
function deliversLess(
  places: readonly Watched[],
  all: readonly Watched[],
  facts: RuleInput,
): (one: Watched) => boolean {
  const silent = silentShare(facts);
  const explained = silent > 0 ? UPSTREAM_LEAST + SILENT_MORE * silent : 0;
  const mean = places.length >= ALIKE_SHARE * all.length ? sum(all.map(fallOf)) / all.length : undefined;
  const least = mean === undefined ? UPSTREAM_SHARE : 0;
  const ended = streamsLost(facts);
  const watching = sum(facts.figures.of('viewers').map(({ now }) => now));
  const mixes = [
    { since: ended?.since, share: ended ? ended.viewers / (ended.viewers + watching) : 0 },
    viewersLeft(facts),
  ];
  const isOfMix = ({ deviation }: Watched, fall: number) =>
    mixes.some(
      ({ since = 0, share }) => Math.abs((deviation?.since ?? 0) - since) <= MIX_AFTER_MS && fall <= share,
    );
  return (one) => {
    const fall = mean ?? fallOf(one);
    return fall > explained && !isOfMix(one, fall) && !comesFromAbove(one, least, facts);
  };
}

/** Which share of all viewers left, and since when (Unix ms). */
function viewersLeft(facts: RuleInput): { readonly since: number | undefined; readonly share: number } {
  const total = changedTotal(facts, 'viewers', 'fallen');
  return { since: total?.deviation?.since, share: total ? -changeOf(total) : 0 };
}

/** What is made of a stream may be so many times its share of what a transcoder gets, and of what edges take. */
const GOT_OF_ONE = 2;
const TAKEN_OF_ONE = 5;

/**
 * Whether a transcoder sends less than before, and neither what it gets nor what edges take explains that, nor viewers who left
 * before. A stream that begins comes in at once, and what is made of it follows; others have fewer renditions, and each edge that
 * takes a stream is sent all.
 */
function sendsLess(facts: RuleInput): (one: Watched) => boolean {
  const { servers } = facts.state;
  const edges = servers.filter(({ server }) =>
    server.applications?.some(({ type }) => roleOf(type) === 'edge'),
  );
  const changeOf = (records: readonly ServerRecord[], figure: WholeFigure, since: number) => {
    const changes = records.flatMap((record) => changeOn(record, figure, since, facts) ?? []);
    if (changes.length === 0) return undefined;
    return sum(changes.map(({ now }) => now)) / sum(changes.map(({ had }) => had)) - 1;
  };
  const left = viewersLeft(facts);
  const isAfterLoss = (since: number, fall: number) =>
    left.since !== undefined &&
    left.since < since &&
    since <= left.since + MIX_AFTER_MS &&
    fall <= left.share;
  // Transcoders that fall together ask for the same sum.
  const taken = new Map<number, number>();
  const takenSince = (since: number) => {
    const known = taken.get(since) ?? changeOf(edges, 'streams', since) ?? 0;
    taken.set(since, known);
    return known;
  };
  return (one) => {
    const own = servers.filter(({ name }) => name === one.place.server);
    const since = one.deviation?.since ?? 0;
    const fall = fallOf(one);
    return (
      (changeOf(own, 'out', since) ?? -1) < -UPSTREAM_LEAST &&
      fall > GOT_OF_ONE * Math.abs(changeOf(own, 'in', since) ?? 0) &&
      fall > -TAKEN_OF_ONE * takenSince(since) &&
      !isAfterLoss(since, fall)
    );
  };
}

/** What changes so much later does not explain a place, ms. */
const LATER_MS = 30_000;

/** Whether the input per stream has changed, too, and not long after the output. */
function comesFromAbove(one: Watched, least: number, facts: RuleInput): boolean {
  const above = figureAt('in/streams', one.place, facts);
  const began = one.deviation?.since ?? 0;
  const isLater = (above?.deviation?.since ?? began) > began + LATER_MS;
  const fall = above && !isLater ? fallOf(above) : 0;
  return fall >= Math.max(UPSTREAM_LEAST, least * fallOf(one));
}

function ofPlaces(row: PairRow, places: readonly Watched[], facts: RuleInput): Finding | undefined {
  const worst = places.toSorted((a, b) => fallOf(b) - fallOf(a));
  const key = partedKey(row.pair);
  const parts = worst.map(
    (one) =>
      ({
        kind: 'parted',
        facts: factsOf(row, one, facts),
        severity: 'warning',
        subject: subjectOf(one.place, facts.state.servers),
        hit: hitOf(row, one, facts),
      }) as const,
  );
  const [first] = parts;
  const [lead] = worst;
  const subjects = new Set(parts.map(({ subject }) => nameOf(subject)));
  if (!first || !lead) return undefined;
  const { place } = lead;
  const servers = [...new Set(worst.map((one) => one.place.server))];
  const viewers = sum(parts.map(({ hit }) => viewersHit(hit) ?? 0));
  const streams = sum(parts.map(({ hit }) => hit.streams?.count ?? 0));
  return {
    ...first,
    key,
    subject: subjects.size === 1 ? first.subject : commonSubject(row, lead, servers, facts),
    names: serversNamed(servers),
    hit: {
      viewers: degradedViewers(viewers || undefined),
      streams: streams > 0 ? { count: streams, first: [] } : undefined,
    },
    folded: foldedOf(key, parts),
    figure: -first.facts.percent,
    measure: measured('out', `server/${place.server}/out`),
    ...beganFirst(worst),
    within:
      servers.length === 1
        ? [hotKey(place.server), goneKey(place.server), `edge-delivery:${place.server}`]
        : [],
  };
}

function factsOf({ pair, part }: PairRow, one: Watched, facts: RuleInput) {
  const [, second = ''] = pair.split('/');
  const figure = second as PlaceFigure;
  const watched = figureAt(figure, one.place, facts);
  const change = watched?.usual ? 100 * (watched.now / watched.usual - 1) : undefined;
  const fallen = -100 * fallOf(one);
  return {
    pair,
    part,
    percent: Math.round(fallen),
    // The pair is a quotient, so the change of the first figure follows from those of the quotient and the second.
    first: change === undefined ? undefined : Math.round(100 * ((1 + fallen / 100) * (1 + change / 100) - 1)),
    second: change === undefined ? undefined : Math.round(change),
    twins: namedOrNone(twinsOf(one, pair, facts)),
  };
}

function twinsOf({ place }: Watched, pair: PartedPair, { figures }: RuleInput): readonly string[] {
  const twins = figures
    .of(pair)
    .filter(
      (other) => other.place.role === place.role && other.place.group === place.group && !other.deviation,
    )
    .map((other) => other.place.server);
  return [...new Set(twins)].filter((server) => server !== place.server);
}

/** All viewers of the place are affected, or the streams of a transcoder; if sessions without traffic came, only those. */
function hitOf({ pair }: PairRow, one: Watched, facts: RuleInput): Hit {
  if (pair === 'out/in') {
    const streams = streamsOn(one.place, facts.state.servers);
    return streams ? { streams: { count: streams, first: [] } } : {};
  }
  const viewers = figureAt('viewers', one.place, facts);
  const { now = 0, usual } = viewers ?? {};
  const gained = usual ? now - usual : 0;
  // Who came without more traffic; where as many watch as usual, nobody did.
  const isOfNew = usual && gained >= LEAST_GAIN * usual && gained >= GAIN_OF_FALL * fallOf(one) * now;
  return { viewers: degradedViewers(isOfNew ? gained : viewers?.now) };
}

function streamsOn({ server, application }: Place, servers: readonly ServerRecord[]): number | undefined {
  const record = servers.find(({ name }) => name === server);
  return record?.server.applications?.find(({ name }) => name === application)?.streams?.count ?? undefined;
}

/** Several applications of one server, or of all servers of one group: it is at fault, and none of them. */
function commonSubject(
  { pair }: PairRow,
  { place: { server: name, group, role } }: Watched,
  servers: readonly string[],
  { figures }: RuleInput,
): Subject {
  if (servers.length === 1) return { kind: 'server', name };
  const alike = figures.of(pair).filter(({ place }) => place.role === role);
  const isFallen = ({ place }: Watched) => servers.includes(place.server);
  const isOfGroup = alike.every((one) => isFallen(one) === (one.place.group === group));
  return group !== undefined && isOfGroup && !alike.every(isFallen)
    ? { kind: 'group', name: group }
    : { kind: 'cluster' };
}

function subjectOf({ server, application }: Place, servers: readonly ServerRecord[]): Subject {
  const record = servers.find(({ name }) => name === server);
  return record?.server.applications?.length === 1
    ? { kind: 'server', name: server }
    : { kind: 'application', name: application };
}

function figureAt(figure: PlaceFigure, { key }: Place, { figures }: RuleInput): Watched | undefined {
  return figures.of(figure).find(({ place }) => place.key === key);
}

function fallOf({ now, usual }: Watched): number {
  return usual ? Math.max(0, 1 - now / usual) : 0;
}
