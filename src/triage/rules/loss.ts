import { shownCount } from '../../base/format.ts';
import { serversNamed } from '../concerned.ts';
import { type Named, namedOrNone } from '../facts.ts';
import { hitStreams, streamKeys } from '../hit-streams.ts';
import { measureOfPlace } from '../measure.ts';
import type { StreamTrack } from '../memory/streams.ts';
import { type Contribution, contributionOf, type Share } from '../principles/contribution.ts';
import { partOf, type Subject, viewersHit } from '../problem.ts';
import type { Finding, Rule, RuleInput, Verdict } from '../rule.ts';
import { serversSample } from '../samples.ts';
import { causesAt, fallenAt, isTooEarly, lostOf, sum } from './owned.ts';
import { type LossDimension, subjectOfValue } from './stream-shares.ts';
import { leftWithTheirs, type StreamsLost, streamsLost } from './streams-lost.ts';

declare module '../problem.ts' {
  interface KindFacts {
    /** Lost viewers or streams, sudden or gradual, and where they were. */
    readonly loss: {
      readonly of: 'viewers' | 'streams';
      /** The part of the media path that lost them. */
      readonly part: 'ingest' | 'delivery';
      readonly lost: number;
      /** The usual number in the whole cluster. */
      readonly before: number;
      /**
       * What the objects with losses have in common. Undefined if they have nothing in common because all lost the
       * same share.
       */
      readonly by?: LossDimension | undefined;
      readonly losers: {
        readonly count: number;
        readonly first: readonly { readonly name: string; readonly lost: number; readonly had: number }[];
      };
      /** Streams that ended. */
      readonly ended?: Named | undefined;
    };
  }
}

export const VIEWERS_LOST_KEY = 'loss:viewers';
export const STREAMS_LOST_KEY = 'loss:streams';

/** A loss of this share of the whole is critical, in percent. */
const CRITICAL_PERCENT = 10;
/** Least loss of viewers, as a share of the whole and as a number. */
const LEAST_SHARE = 0.01;
const LEAST_VIEWERS = 50;
/** If this share of a loss is gained elsewhere, the viewers have moved and are not lost. */
const MOVED_SHARE = 0.65;

/** Which viewers or streams were lost, where were they, and what do they have in common? */
export const loss: Rule = {
  name: 'loss',
  // A deviation has already lasted long enough when it is found.
  timing: () => ({ after: 0, clearAfter: 0, samples: 1 }),
  sample: serversSample,
  history: 'viewers or streams that are lost little by little',
  evaluate(facts) {
    if (isTooEarly(facts))
      return [VIEWERS_LOST_KEY, STREAMS_LOST_KEY].map((key) => ({ key, unmeasured: true }));
    const streams = streamsLost(facts);
    return [...(streams ? [ofStreams(streams, facts)] : []), ...viewersLost(facts, streams)];
  },
};

function viewersLost(facts: RuleInput, streams: StreamsLost | undefined): readonly Verdict[] {
  const places = facts.figures.of('viewers');
  const fallen = fallenAt(places, facts);
  const lost = sum(fallen.map(lostOf));
  const before = sum(places.map(({ usual, now }) => usual ?? now));
  if (lost < Math.max(LEAST_VIEWERS, LEAST_SHARE * before)) return [];
  const gained = sum(places.map(({ usual, now }) => Math.max(0, now - (usual ?? now))));
  if (gained >= MOVED_SHARE * lost) return [];
  const since = Math.min(...fallen.map(({ deviation }) => deviation?.since ?? 0));
  const withStreams = leftWithTheirs(facts, lost, since);
  if (withStreams === undefined) return [{ key: VIEWERS_LOST_KEY, unmeasured: true }];
  const shares = places.map(
    (one): Share => ({
      of: { server: one.place.server, group: one.place.group },
      had: one.usual ?? one.now,
      lost: fallen.includes(one) ? lostOf(one) : 0,
    }),
  );
  const causes = streams && withStreams ? [STREAMS_LOST_KEY] : [];
  const finding = findingOf({
    key: VIEWERS_LOST_KEY,
    of: 'viewers',
    part: 'delivery',
    lost,
    before,
    by: contributionOf(shares, ['group', 'server']),
    since,
    lastGoodAt: Math.min(...fallen.map(({ deviation }) => deviation?.lastGoodAt ?? 0)),
    servers: fallen.map(({ place }) => place.server),
    ended: [],
    hit: { viewers: viewersHit(shownCount(lost), 'lost') },
    explainedBy: [...causes, ...causesAt(facts, since)],
  });
  return [finding];
}

function ofStreams(streams: StreamsLost, facts: RuleInput): Finding {
  const { ended, lost, viewers, since } = streams;
  return findingOf({
    ...streams,
    key: STREAMS_LOST_KEY,
    of: 'streams',
    part: 'ingest',
    hit: {
      viewers: viewersHit(viewers > 0 ? shownCount(viewers) : undefined, 'lost'),
      streams: { first: hitStreams(ended).streams?.first ?? [], count: lost },
    },
    explainedBy: causesAt(facts, since),
  });
}

interface Lost extends Pick<Finding, 'key' | 'hit' | 'explainedBy'> {
  readonly of: 'viewers' | 'streams';
  readonly part: 'ingest' | 'delivery';
  readonly lost: number;
  readonly before: number;
  readonly by: Contribution | undefined;
  readonly since: number;
  readonly lastGoodAt: number;
  readonly servers: readonly string[];
  readonly ended: readonly StreamTrack[];
}

const MOST_LOSERS = 4;

function findingOf({ key, hit, explainedBy, since, lastGoodAt, ...of }: Lost): Finding {
  const { lost, before, by } = of;
  const values = by?.values ?? [];
  const dimension = by?.dimension as LossDimension | undefined;
  const subjects = values.map(({ value }) => subjectOfValue(dimension, value));
  const [only] = subjects;
  const subject: Subject = subjects.length === 1 && only ? only : { kind: 'cluster' };
  const first = values
    .slice(0, MOST_LOSERS)
    .map(({ value, lost: own, had }) => ({ name: value, lost: shownCount(own), had: shownCount(had) }));
  const base = {
    kind: 'loss',
    facts: {
      of: of.of,
      part: of.part,
      lost: shownCount(lost),
      before: shownCount(before),
      by: dimension,
      losers: { count: values.length, first },
      ended: namedOrNone(streamKeys(of.ended)),
    },
    severity: 100 * lost >= CRITICAL_PERCENT * before ? 'critical' : 'warning',
  } as const;
  const members = subjects.map((one, index) =>
    partOf(
      {
        ...base,
        facts: { ...base.facts, losers: { count: 1, first: first.slice(index, index + 1) } },
        subject: one,
      },
      { parent: key },
    ),
  );
  return {
    ...base,
    key,
    subject,
    names: serversNamed([...new Set(of.servers)]),
    measure: measureOfPlace(subject),
    hit,
    folded: members.length > 1 ? { count: members.length, first: members } : undefined,
    figure: lost,
    since,
    lastGoodAt,
    explainedBy,
  };
}
