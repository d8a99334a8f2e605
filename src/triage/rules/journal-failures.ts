import { MINUTE_MS } from '../../base/durations.ts';
import { mentions } from '../../base/mentions.ts';
import { serversNamed } from '../concerned.ts';
import { named } from '../facts.ts';
import { hitStreams } from '../hit-streams.ts';
import { streamKeyOf } from '../journal/culprit.ts';
import { recentFailures } from '../journal/recent-failures.ts';
import { measured } from '../measure.ts';
import type { StreamTrack } from '../memory/streams.ts';
import { lostViewers } from '../problem.ts';
import type { Finding, Rule, RuleInput } from '../rule.ts';
import { journalSample } from '../samples.ts';
import { levelBefore } from './level-before.ts';
import { factorOfStreams, placesOf, subjectOfValue } from './stream-shares.ts';
import { endedSince, ofFactor, viewersOfEnded } from './streams-lost.ts';

/** Longer messages are cut. */
const MAX_CHARACTERS = 200;

/** Do several objects report a failure that is new, or far more frequent than before? No figure needs to show it. */
export const journalFailures: Rule = {
  name: 'journal-failures',
  inputs: ['journal'],
  timing: () => ({ after: 0, clearAfter: MINUTE_MS, samples: 1 }),
  sample: journalSample,
  history: 'new failures in the journal',
  judgesOneLook: true,
  evaluate(facts, context) {
    const { state } = facts;
    return recentFailures(state).flatMap(({ template, text, count, objects, since, isMore }): Finding[] => {
      const key = `journal-failures:${template}`;
      if (!isMore && context.active(key) === undefined) return [];
      const servers = state.servers.filter(({ name }) => objects.some((one) => mentions(one, name)));
      const failing = failingOf(objects, since, facts);
      return [
        {
          key,
          severity: 'warning',
          subject: failing?.subject ?? { kind: 'cluster' },
          hit: failing?.hit,
          names: serversNamed(servers.map(({ name }) => name)),
          kind: 'journal-failures',
          facts: {
            text: text.slice(0, MAX_CHARACTERS),
            count,
            objects: named(objects),
            part: failing && 'ingest',
          },
          measure: measured('entries', undefined, { value: count }),
          figure: count,
          since,
        },
      ];
    });
  },
};

/** So many ended streams must have something in common, and so seldom may chance make that of as many. */
const LEAST_ENDED = 3;
const MOST_CHANCE = 0.05;
const TOTAL = 'total/streams';

/**
 * What the streams have in common that a failure is about: those that the entries name, else those that ended since
 * its beginning (Unix ms). Undefined if nothing.
 */
function failingOf(objects: readonly string[], since: number, facts: RuleInput) {
  const keys = new Set(objects.flatMap((object) => streamKeyOf(object) ?? []));
  const { tracks, departed } = facts.streams;
  if (keys.size > 0) {
    const named = [...tracks.values(), ...departed.values()].filter(({ stream }) =>
      keys.has(stream.streamKey),
    );
    const common = commonOf(named, facts);
    return common && { subject: common.subject, hit: hitStreams(common.streams) };
  }
  const ended = endedSince(facts, since);
  const common = ended.length >= LEAST_ENDED ? commonOf(ended, facts) : undefined;
  if (!common || common.byChance > MOST_CHANCE) return undefined;
  const { subject, streams } = common;
  // The sweep is up to a minute old; the dashboard counts at every poll.
  const { history } = facts.state;
  const fewer =
    (levelBefore(history, TOTAL, since) ?? 0) - (history.last(TOTAL, Number.POSITIVE_INFINITY) ?? 0);
  const count = Math.max(streams.length, fewer);
  const viewers = lostViewers(viewersOfEnded(streams, facts.whole));
  return { subject, hit: { viewers, streams: { first: hitStreams(streams).streams?.first ?? [], count } } };
}

/** What streams have in common, and how probable it is that chance makes so many of all streams share it. */
function commonOf(all: readonly StreamTrack[], facts: RuleInput) {
  const by = factorOfStreams(facts, all);
  const [value, other] = by?.values ?? [];
  if (!by || !value || other) return undefined;
  const places = placesOf(facts).get(value.value);
  if (by.dimension === 'application' && !places?.some(({ isIngest }) => isIngest)) return undefined;
  const streams = ofFactor(all, by, facts);
  const share = Math.min(1, value.had / Math.max(1, facts.streams.tracks.size));
  return { subject: subjectOfValue(by.dimension, value.value), streams, byChance: share ** streams.length };
}
