import { MINUTE_MS } from '../../base/durations.ts';
import { median, sum } from '../../base/theil-sen.ts';
import { namedOrNone } from '../facts.ts';
import { hitStreams } from '../hit-streams.ts';
import type { Watched } from '../memory/figures.ts';
import { wholeFigures } from '../memory/whole.ts';
import { contributionOf, type Share } from '../principles/contribution.ts';
import { lostViewers } from '../problem.ts';
import type { Finding, Rule, RuleInput, Verdict } from '../rule.ts';
import { serversSample } from '../samples.ts';
import type { Thresholds } from '../threshold-families.ts';
import { levelBefore } from './level-before.ts';
import { lossFinding, lossKey } from './loss-finding.ts';
import { fallenAt, isTooEarly, lostOf } from './owned.ts';
import { leftWithTheirs, type StreamsLost, streamsLost } from './streams-lost.ts';
import { wholeLosses } from './whole-loss.ts';

const VIEWERS_LOST_KEY = lossKey('viewers');
const MOVED_KEY = 'loss:moved';
const STREAMS_LOST_KEY = lossKey('streams');

/** Fewer than this share of the whole are no loss of viewers. */
const LEAST_SHARE = 0.01;
/**
 * If this share of a loss is gained elsewhere, the viewers have moved and are not lost. It is told where this share of a
 * group moved.
 */
const MOVED_SHARE = 0.65;
const MOVED_OF_GROUP = 0.1;
const LEAST_GAIN = 0.05;
/** Who moves has arrived this long after a loss began, ms; later an audience has grown by itself. */
const ARRIVED_MS = 5 * MINUTE_MS;

/** Which viewers or streams were lost, where were they, and what do they have in common? */
export const loss: Rule = {
  name: 'loss',
  inputs: ['viewers', 'streams', 'in', 'out', 'servers', 'application load', 'stream list', 'stream viewers'],
  // A deviation has already lasted long enough when it is found.
  timing: () => ({ after: 0, clearAfter: 0, samples: 1 }),
  sample: serversSample,
  history: 'viewers or streams that are lost little by little',
  judgesOneLook: true,
  evaluate(facts, context) {
    if (isTooEarly(facts)) return wholeFigures.map((figure) => ({ key: lossKey(figure), unmeasured: true }));
    const streams = streamsLost(facts);
    const ofPlaces = [
      ...(streams ? [ofStreams(streams)] : []),
      ...viewersLost(facts, streams, context.thresholds),
    ];
    const ofWhole = wholeLosses(facts, ofPlaces, context);
    const keys = new Set(ofWhole.map(({ key }) => key));
    return [...ofPlaces.filter(({ key }) => !keys.has(key)), ...ofWhole];
  },
};

function viewersLost(
  facts: RuleInput,
  streams: StreamsLost | undefined,
  { lossViewers }: Thresholds,
): readonly Verdict[] {
  const places = facts.figures.of('viewers');
  const fallen = fallenAt(places, facts);
  const lost = sum(fallen.map(lostOf));
  const before = sum(places.map(({ usual, now }) => usual ?? now));
  if (lost < Math.max(lossViewers, LEAST_SHARE * before)) return [];
  const since = Math.min(...fallen.map(({ deviation }) => deviation?.since ?? 0));
  const targets = targetsOf(places, fallen, since, facts);
  const hasMoved = targets.length > 0;
  if (hasMoved && lost < MOVED_OF_GROUP * viewersOfGroups(fallen, places)) return [];
  const key = hasMoved ? MOVED_KEY : VIEWERS_LOST_KEY;
  const withStreams = !hasMoved && leftWithTheirs(facts, lost, since);
  if (withStreams === undefined) return [{ key, unmeasured: true }];
  const others = places.filter((one) => !fallen.includes(one));
  // The others tell how the audience changed, unless they have taken those who moved.
  const changes = hasMoved ? [] : others.flatMap((one) => changeSince(one, since, facts) ?? []);
  const common = median(changes) ?? 1;
  const shares = places.map((one): Share => {
    const before = fallen.includes(one) ? hadBefore(one, since, facts) : undefined;
    const had = before === undefined ? (one.usual ?? one.now) : common * before;
    const of = { server: one.place.server, group: one.place.group };
    return { of, had, lost: fallen.includes(one) ? Math.max(0, had - one.now) : 0 };
  });
  const gone = sum(shares.map((share) => share.lost));
  const finding = lossFinding({
    key,
    of: 'viewers',
    part: 'delivery',
    lost: gone,
    before,
    by: contributionOf(shares, ['group', 'server']),
    since,
    lastGoodAt: Math.min(...fallen.map(({ deviation }) => deviation?.lastGoodAt ?? 0)),
    servers: [...fallen.map(({ place }) => place.server), ...targets],
    ended: [],
    movedTo: namedOrNone(targets),
    severity: hasMoved ? 'warning' : undefined,
    // Who moved watches elsewhere: nobody is hit.
    hit: hasMoved ? {} : { viewers: lostViewers(gone) },
    within: streams && withStreams ? [STREAMS_LOST_KEY] : undefined,
  });
  return [finding];
}

/**
 * The servers that gained most of what others lost since then, the largest gain first; none if it is lost. All are compared
 * with their own level before: where those who moved are spread over all others, these have the gain in common.
 */
function targetsOf(
  places: readonly Watched[],
  fallen: readonly Watched[],
  since: number,
  { state: { history } }: RuleInput,
): readonly string[] {
  const losers = new Set(fallen.map(({ place }) => place.server));
  const changes = [...new Set(places.map(({ place }) => place.server))].flatMap((server) => {
    const key = `server/${server}/viewers`;
    const [before, after] = [levelBefore(history, key, since), history.last(key, since + ARRIVED_MS)];
    if (before === undefined || after === undefined) return [];
    return [{ server, before, gained: after - before, isLoser: losers.has(server) }];
  });
  const lost = -sum(changes.flatMap(({ gained, isLoser }) => (isLoser ? gained : [])));
  const gainers = changes
    .filter(({ gained, before, isLoser }) => !isLoser && gained >= LEAST_GAIN * before)
    .toSorted((a, b) => b.gained - a.gained);
  const isMove = lost > 0 && sum(gainers.map(({ gained }) => gained)) >= MOVED_SHARE * lost;
  return isMove ? gainers.map(({ server }) => server) : [];
}

function viewersOfGroups(fallen: readonly Watched[], places: readonly Watched[]): number {
  const groups = new Set(fallen.map(({ place }) => place.group));
  return sum(places.map(({ place, usual, now }) => (groups.has(place.group) ? (usual ?? now) : 0)));
}

/** The viewers of a place before the loss began. The history has them by server, so only of a server's one application. */
function hadBefore({ place }: Watched, since: number, { state }: RuleInput): number | undefined {
  const record = state.servers.find(({ name }) => name === place.server);
  const isAlone = record?.server.applications?.length === 1;
  return isAlone ? levelBefore(state.history, `server/${place.server}/viewers`, since) : undefined;
}

/** The viewers of a place now as a factor of those before. */
function changeSince(one: Watched, since: number, facts: RuleInput): number | undefined {
  const before = hadBefore(one, since, facts);
  return before ? one.now / before : undefined;
}

function ofStreams(streams: StreamsLost): Finding {
  const { ended, lost, viewers } = streams;
  return lossFinding({
    ...streams,
    key: STREAMS_LOST_KEY,
    of: 'streams',
    part: 'ingest',
    hit: {
      viewers: lostViewers(viewers || undefined),
      streams: { first: hitStreams(ended).streams?.first ?? [], count: lost },
    },
  });
}
