import { MINUTE_MS } from '../../base/durations.ts';
import { shownCount } from '../../base/format.ts';
import { mentions } from '../../base/mentions.ts';
import { serversNamed } from '../concerned.ts';
import { type Named, named } from '../facts.ts';
import { hitStreams } from '../hit-streams.ts';
import { streamKeyOf } from '../journal/culprit.ts';
import { recentFailures } from '../journal/recent-failures.ts';
import { measured } from '../measure.ts';
import type { Finding, Rule, RuleInput } from '../rule.ts';
import { journalSample } from '../samples.ts';
import { placesOf } from './stream-shares.ts';

declare module '../problem.ts' {
  interface KindFacts {
    /** `text` is the newest entry, `objects` are those that the entries are about. */
    readonly 'journal-failures': {
      readonly text: string;
      readonly count: number;
      readonly objects: Named;
      /** Set if they are streams of one application. */
      readonly part?: 'ingest' | undefined;
    };
  }
}

/** Longer messages are cut. */
const MAX_CHARACTERS = 200;

/** Do several objects report a failure that is new, or far more frequent than before? No figure needs to show it. */
export const journalFailures: Rule = {
  name: 'journal-failures',
  timing: () => ({ after: 0, clearAfter: MINUTE_MS, samples: 1 }),
  sample: journalSample,
  history: 'new failures in the journal',
  evaluate(facts, context) {
    const { state } = facts;
    return recentFailures(state).flatMap(({ template, text, count, objects, since, isMore }): Finding[] => {
      const key = `journal-failures:${template}`;
      if (!isMore && context.active(key) === undefined) return [];
      const servers = state.servers.filter(({ name }) => objects.some((one) => mentions(one, name)));
      const failing = failingOf(objects, facts);
      return [
        {
          key,
          severity: 'warning',
          subject: failing ? { kind: 'application', name: failing.application } : { kind: 'cluster' },
          hit: hitStreams(failing?.streams ?? []),
          names: serversNamed(servers.map(({ name }) => name)),
          kind: 'journal-failures',
          facts: {
            text: text.slice(0, MAX_CHARACTERS),
            count: shownCount(count),
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

/** Share of the objects, in percent, that are streams of one application. */
const MOST_OF_THEM_PERCENT = 80;

/** The application that most of the objects are published on, and its streams among them. */
function failingOf(objects: readonly string[], facts: RuleInput) {
  const keys = new Set(objects.flatMap((object) => streamKeyOf(object) ?? []));
  if (keys.size === 0) return undefined;
  const own = [...facts.streams.tracks.values()].filter(({ stream }) => keys.has(stream.streamKey));
  const least = (MOST_OF_THEM_PERCENT / 100) * objects.length;
  for (const [application, streams] of Map.groupBy(own, ({ stream }) => stream.application)) {
    const isIngest = placesOf(facts)
      .get(application ?? '')
      ?.some((place) => place.isIngest);
    if (application != null && isIngest && streams.length >= least) return { application, streams };
  }
  return undefined;
}
