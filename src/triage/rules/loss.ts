import { MINUTE_MS } from '../../base/durations.ts';
import { median, sum } from '../../base/theil-sen.ts';
import { namedOrNone } from '../facts.ts';
import { hitStreams } from '../hit-streams.ts';
import { paceBefore } from '../memory/cut-off.ts';
import type { Watched } from '../memory/figures.ts';
import { wholeFigures } from '../memory/total-series.ts';
import { contributionOf, type Share } from '../principles/contribution.ts';
import { lostViewers } from '../problem.ts';
import type { Finding, Rule, RuleInput, Verdict } from '../rule.ts';
import { serversSample } from '../samples.ts';
import type { Thresholds } from '../threshold-families.ts';
import { levelBefore } from './level-before.ts';
import { lossFinding, lossKey } from './loss-finding.ts';
import { beganFirst, fallenAt, isTooEarly, lostOf, usualOf } from './owned.ts';
import { changedStreams, leftStreams } from './stream-shares.ts';
import { leftWithTheirs, type StreamsLost, streamsLost } from './streams-lost.ts';
import { wholeLosses } from './whole-loss.ts';

const VIEWERS_LOST_KEY = lossKey('viewers');
const MOVED_KEY = 'loss:moved';
const STREAMS_LOST_KEY = lossKey('streams');

/** Fewer than this share of the whole are no loss of viewers. */
const LEAST_SHARE = 0.01;
/**
 * Who came to other servers is not lost, where it is this share of a loss. From the other share on all have moved, which is told
 * where it is this share of a group.
 */
const LEAST_MOVED = 0.25;
const MOVED_SHARE = 0.65;
/** The same where what is left is too little to be told as a loss. */
const MOSTLY_MOVED = 0.5;
const MOVED_OF_GROUP = 0.1;
const NEARLY_ALL = 0.9;
/** A server with less of what it had fell for a reason of its own. */
const FELL_ALONE = 0.9;
/** In minutes so many of all change the stream that they watch. */
const CHANGED_SHARE = 0.03;
/** Who moves has arrived this long after a loss began, ms; later an audience has grown by itself. */
const ARRIVED_MS = 2.5 * MINUTE_MS;

/** Which viewers or streams were lost, where were they, and what do they have in common? */
export const loss: Rule = {
  name: 'loss',
  inputs: ['viewers', 'streams', 'in', 'out', 'servers', 'application load', 'stream list', 'stream viewers'],
  // A deviation has already lasted long enough when it is found.
  timing: () => ({ after: 0, clearAfter: 0, samples: 1, recurs: true }),
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
  const all = sum(places.map(usualOf));
  const least = Math.max(lossViewers, LEAST_SHARE * all);
  if (sum(fallen.map(lostOf)) < least) return [];
  // Who moved minutes before another place lost its viewers has still moved.
  const around = { facts, streams, places, fallen, all, least };
  const falls = apart(fallen).map((own) => judgedFall(own, around));
  return [true, false].flatMap((hasMoved) => {
    const own = falls.filter((fall) => fall.hasMoved === hasMoved);
    return (own.length > 0 && toldOf(own, hasMoved, around)) || [];
  });
}

interface Around {
  readonly facts: RuleInput;
  readonly streams: StreamsLost | undefined;
  readonly places: readonly Watched[];
  readonly fallen: readonly Watched[];
  /** The usual viewers of all places, and how many of them are a loss. */
  readonly all: number;
  readonly least: number;
}

/** Places that fell, those apart of which the fall began later than another one by this, ms. */
const APART_MS = MINUTE_MS;

function apart(fallen: readonly Watched[]): readonly (readonly Watched[])[] {
  const groups: Watched[][] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const one of fallen.toSorted((a, b) => sinceOf(a) - sinceOf(b))) {
    if (sinceOf(one) - last > APART_MS) groups.push([]);
    groups.at(-1)?.push(one);
    last = sinceOf(one);
  }
  return groups;
}

const sinceOf = ({ deviation }: Watched): number => deviation?.since ?? 0;

/** Places that fell together, and whether their viewers have moved to others. */
function judgedFall(own: readonly Watched[], around: Around) {
  const move = moveOf(own, around);
  const isRestSmall = move.moved >= MOSTLY_MOVED && (1 - move.moved) * sum(own.map(lostOf)) < around.least;
  return { ...move, own, hasMoved: move.moved >= MOVED_SHARE || isRestSmall };
}

/** One finding for all that moved, and one for all that is lost. */
function toldOf(
  falls: readonly ReturnType<typeof judgedFall>[],
  hasMoved: boolean,
  { facts, streams, places, all, least }: Around,
): Verdict | undefined {
  const { history } = facts.state;
  const fallen = falls.flatMap(({ own }) => own);
  const lost = sum(fallen.map(lostOf));
  if (hasMoved && lost < MOVED_OF_GROUP * viewersOfGroups(fallen, places)) return undefined;
  const { since, lastGoodAt } = beganFirst(fallen);
  const key = hasMoved ? MOVED_KEY : VIEWERS_LOST_KEY;
  const withStreams = !hasMoved && leftWithTheirs(facts, lost, since);
  if (withStreams === undefined) return { key, unmeasured: true };
  // The history has viewers by server, so only of a server's one application.
  const onServer = Map.groupBy(places, ({ place }) => place.server);
  const hadBefore = ({ place: { server } }: Watched) =>
    onServer.get(server)?.length === 1 ? levelBefore(history, `server/${server}/viewers`, since) : undefined;
  // The others tell how the audience changed, unless many have come to them.
  const changes = places.flatMap((one) => {
    const had = fallen.includes(one) || falls.some(({ came }) => came > 0) ? undefined : hadBefore(one);
    return had ? one.now / had : [];
  });
  const common = median(changes) ?? 1;
  // An application that nearly all watch says nothing.
  const [main] =
    [...Map.groupBy(places, ({ place }) => place.application)].find(
      ([, own]) => sum(own.map(usualOf)) >= NEARLY_ALL * all,
    ) ?? [];
  const shares = places.map((one): Share => {
    const fall = falls.find(({ own }) => own.includes(one));
    const counted = !fall || hasMoved ? 1 : 1 - fall.moved;
    const before = fall && hadBefore(one);
    const had = before === undefined ? usualOf(one) : common * before;
    const { server, group, application } = one.place;
    const of = { server, group, application: application === main ? undefined : application };
    return { of, had, lost: fall ? counted * Math.max(0, had - one.now) : 0 };
  });
  const gone = sum(shares.map((share) => share.lost));
  if (gone < least) return undefined;
  const ofPlaces = contributionOf(shares, ['server', 'group', 'application']);
  const ofStreams = hasMoved ? undefined : leftStreams(facts, since)?.by;
  // A customer may be refused on some servers only: it lost a larger share of its viewers than these.
  const isOfStreams = ofStreams && ofStreams.covers > (ofPlaces?.covers ?? 0);
  const targets = falls.flatMap((one) => one.targets);
  return lossFinding({
    key,
    of: 'viewers',
    part: 'delivery',
    lost: gone,
    before: levelBefore(history, 'total/viewers', since) ?? all,
    by: isOfStreams ? ofStreams : ofPlaces,
    since,
    lastGoodAt,
    servers: [...fallen.map(({ place }) => place.server), ...(hasMoved ? targets : [])],
    ended: [],
    movedTo: hasMoved ? namedOrNone(targets) : undefined,
    severity: hasMoved ? 'warning' : undefined,
    // Who moved watches elsewhere: nobody is hit.
    hit: hasMoved ? {} : { viewers: lostViewers(gone) },
    within: streams && withStreams ? [STREAMS_LOST_KEY] : undefined,
  });
}

/**
 * Which share of the viewers that servers lost since then came to others, beyond the pace before, which share has moved there,
 * and to which, the largest gain first. All are compared with their own level before, as the others have the gain in common.
 */
function moveOf(own: readonly Watched[], { facts, places, fallen, all }: Around) {
  const { state, figures } = facts;
  const { history } = state;
  const { since } = beganFirst(own);
  const until = Math.min(figures.newest ?? since, since + ARRIVED_MS);
  const losers = new Set(own.map(({ place }) => place.server));
  const fell = new Set(fallen.map(({ place }) => place.server));
  const servers = new Set(places.map(({ place }) => place.server));
  const changes = [...servers].flatMap((server) => {
    const key = `server/${server}/viewers`;
    const [before, after] = [levelBefore(history, key, since), history.last(key, until)];
    if (before === undefined || after === undefined) return [];
    // Who left another place meanwhile says nothing of those who came.
    const isOther = !losers.has(server) && (fell.has(server) || after < FELL_ALONE * before);
    return isOther ? [] : { server, gained: after - before };
  });
  const others = changes.filter(({ server }) => !losers.has(server));
  const gained = sum(others.map((one) => one.gained));
  const lost = gained - sum(changes.map((one) => one.gained));
  const share = (gained - paceBefore(state, since) * (until - since)) / lost;
  if (!(lost > 0 && share >= LEAST_MOVED)) return { came: 0, moved: 0, targets: [] };
  // Where as many watch other streams than before, those who came are others.
  const isOfOthers = changedStreams(facts, since, until) >= Math.max(MOVED_SHARE * lost, CHANGED_SHARE * all);
  const gainers = others.filter((one) => one.gained > 0).toSorted((a, b) => b.gained - a.gained);
  return {
    came: share,
    moved: isOfOthers ? 0 : Math.min(1, share),
    targets: gainers.map(({ server }) => server),
  };
}

function viewersOfGroups(fallen: readonly Watched[], places: readonly Watched[]): number {
  const groups = new Set(fallen.map(({ place }) => place.group));
  return sum(places.filter(({ place }) => groups.has(place.group)).map(usualOf));
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
