import { MINUTE_MS } from '../../base/durations.ts';
import { count, counted, duration, percent, rate, whole } from '../../base/format.ts';
import type { KindFacts, ProblemKind } from '../../triage/kind-facts.ts';
import { nameOf } from '../../triage/problem.ts';
import type { Silence } from '../../triage/stream-health.ts';
import {
  againstUsual,
  type Clauses,
  listingOr,
  publisherClauses,
  streamLead,
  type WordsOf,
} from './clauses.ts';

/** Texts for problems about streams, and about the links of applications to the cluster manager. */
export const streamWords = {
  'stream-flap': {
    title: () => 'Stream flaps',
    sentence: ({ facts: { applications, times, within, lastAgo, publisher } }, subject) => {
      const where = listingOr(applications, ' on ').join('');
      return {
        lead: [`${nameOf(subject)}${where} `],
        clauses: [
          `restarted ${times} times within ${duration(within)}`,
          `, the last time ${lastAgo < MINUTE_MS ? 'just now' : `${duration(lastAgo)} ago`}`,
          ...publisherClauses(publisher),
        ],
      };
    },
  },
  'stream-zombie': {
    title: () => 'Zombie stream',
    sentence: ({ facts: { viewers, stillFor, publisher } }, subject) => ({
      lead: streamLead(subject),
      clauses: [
        // One clause, because ‘is published’ alone would mean that all is well.
        `is published, but received no byte for ${duration(stillFor)}`,
        ...(viewers ? [`; ${counted(viewers, 'viewer')} wait for it`] : []),
        ...publisherClauses(publisher),
      ],
    }),
  },
  'ingest-bitrate': {
    title: ({ facts: { swings } }) => `Ingest bitrate ${swings ? 'swings' : 'low'}`,
    sentence: ({ facts }, subject) => ({
      lead: streamLead(subject),
      clauses: [...bitrateClauses(facts), ...publisherClauses(facts.publisher)],
    }),
  },
  'stream-unhealthy': {
    title: () => 'Stream unhealthy',
    sentence: ({ facts }, subject) => ({
      lead: streamLead(subject),
      clauses: [
        ...healthClauses(facts),
        ...(facts.atRisk === undefined || facts.viewers === 0
          ? []
          : [`; ${counted(facts.atRisk, 'viewer')} of ${count(facts.viewers)} at risk`]),
        ...(facts.copiesFine ? ['; its copies elsewhere are fine'] : publisherClauses(facts.publisher)),
      ],
    }),
  },
  link: {
    title: () => 'Cluster link',
    sentence: ({ facts }, subject) => {
      const name = `${nameOf(subject)}${facts.server === undefined ? '' : ` on ${facts.server}`}`;
      const to = `to ${facts.manager ?? 'the cluster manager'}`;
      switch (facts.fault) {
        case 'lost': {
          const { state } = facts;
          return {
            lead: [`${name} `],
            clauses: [`has no link ${to}`, ...(state === undefined ? [] : [` (${state})`])],
          };
        }
        case 'stalled':
          return {
            clauses: [`no packets in or out on the link of ${name} ${to} for ${facts.polls} polls`],
          };
        case 'slow':
          return {
            clauses: [
              `the link of ${name} ${to} has ${whole(facts.latency)} ms latency`,
              ` (slow from ${whole(facts.slowFrom)} ms)`,
            ],
          };
      }
    },
  },
  reconnect: {
    title: () => 'Link reconnected',
    sentence: ({ facts: { times } }, subject) => ({
      clauses: [
        `the link of ${nameOf(subject)} to the cluster manager was reconnected${times === 1 ? '' : ` ${times} times`}`,
      ],
    }),
  },
} satisfies Partial<WordsOf<ProblemKind>>;

const silenceWords: Readonly<Record<Silence, string>> = {
  'no data': 'has no data',
  'no bytes in': 'receives no bytes',
  'no bytes out': 'sends no bytes',
};

function healthClauses({ silent, score, grade }: KindFacts['stream-unhealthy']): Clauses {
  if (silent) return [silenceWords[silent]];
  const words = [
    ...(score === undefined ? [] : [String(Math.round(score))]),
    ...(grade === undefined ? [] : [grade]),
  ];
  const [first = '', second] = words;
  return [`has a health of ${first}`, ...(second === undefined ? [] : [`, ${second}`])];
}

function bitrateClauses(facts: KindFacts['ingest-bitrate']): Clauses {
  const { swings, usual, mean } = facts;
  if (swings) {
    const { times, within, by } = swings;
    return [
      `fell ${times} times within ${duration(within)} by more than ${percent(by)} of its usual ${rate(usual)}`,
    ];
  }
  const [figure, share] = againstUsual(facts);
  return [`receives ${figure}`, share, ...(mean === undefined ? [] : [`, its mean of ${duration(mean)}`])];
}
