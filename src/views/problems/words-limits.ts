import { count, counted, ofLimit, percent } from '../../base/format.ts';
import { limitChangeWords } from '../../cluster/limit-changes.ts';
import type { KindAndFactsOf, KindFacts, ProblemKind } from '../../triage/kind-facts.ts';
import type { Subject } from '../../triage/problem.ts';
import { measureFormat } from '../formats/measures.ts';
import {
  type Clauses,
  climbClauses,
  measureWords,
  poorerClauses,
  type Sentence,
  signed,
  standstillClauses,
  type WordsOf,
} from './clauses.ts';

/** Texts for problems about limits, and about unusual loads. */
export const limitWords = {
  limit: { title: limitTitle, sentence: limitSentence },
  'limit-changed': {
    title: () => 'Limit changed',
    sentence: ({ facts }) => {
      const { level, object, used, climb, poorer, standstill } = facts;
      return {
        lead: level === 'cluster' ? [] : [`${object}: `],
        clauses: [
          ...limitChangeWords(facts),
          ...(used === undefined ? [] : [`; now ${percent(used)} of it in use`]),
          ...climbClauses(climb),
          ...poorerClauses(poorer),
          ...(standstill ? standstillClauses(standstill) : sharingClauses(facts)),
        ],
      };
    },
  },
  'unusual-load': {
    title: () => 'Unusual load',
    sentence: ({ facts: { measure, percent: change, now, usual } }) => ({
      clauses: [
        `${measure} ${signed(change)} against this hour of other weeks: ${count(now)}`,
        `, usual ${count(usual)}`,
      ],
    }),
  },
  health: {
    title: () => 'Viewers unhealthy',
    sentence: ({ facts: { share, bad, graded, streamShare, side, of } }) => ({
      clauses: [
        `${percent(share)} of the viewers`,
        ` (${ofLimit(bad, graded)}) have bad health`,
        ...(streamShare === undefined || side === undefined
          ? []
          : [`, ${percent(streamShare)} of the streams: ${side}`, `, ${sideWords[side]}`]),
        ...(of === undefined ? [] : [`; the sick streams are those of ${of}`]),
      ],
    }),
  },
} satisfies Partial<WordsOf<ProblemKind>>;

function limitTitle({ form, facts: { measure, server, used = 0, standstill } }: KindAndFactsOf<'limit'>) {
  if (form === 'blocked') return 'Blocked by a limit of 0';
  if (standstill) return 'Viewers refused at a limit';
  const isFull = used >= 100;
  if (server !== undefined) return `Application ${isFull ? 'full' : 'nearly full'}`;
  return `${measure === 'transcode' ? 'Transcode limit' : 'Limit'} ${isFull ? 'reached' : 'near'}`;
}

function limitSentence({ facts }: KindAndFactsOf<'limit'>, subject: Subject): Sentence {
  const { measure, group, server, value, limit, used, climb, standstill, streams } = facts;
  const what = `${measureWords[measure]} of ${group ?? 'the cluster'}`;
  const show = measureFormat(measure);
  if (used === undefined)
    return { clauses: [`${what}: the limit is 0`, ', so nothing is accepted', ` (now ${show(value)})`] };
  if (server !== undefined)
    return {
      lead: [`${'name' in subject ? subject.name : ''} `],
      clauses: [
        `on ${server} at ${percent(used)} of its ${measure}`,
        ` (${ofLimit(value, limit)})`,
        ...climbClauses(climb),
      ],
    };
  if (measure === 'transcode')
    return {
      clauses: [
        `${ofLimit(value, limit)} transcode tasks${group === undefined ? '' : ` of ${group}`} are in use`,
        ` (${percent(used)})`,
        ...climbClauses(climb),
        ...(streams
          ? [`; ${count(streams.transcoded)} of ${count(streams.total)} streams are transcoded`]
          : []),
      ],
    };
  return {
    clauses: [
      `${what} at ${percent(used)} of the limit`,
      ` (${ofLimit(value, limit, show)})`,
      ...(standstill ? standstillClauses(standstill) : climbClauses(climb)),
    ],
  };
}

const sideWords = { ingest: 'both are bad', delivery: 'streams are fine' } as const;

function sharingClauses({ sharing }: KindFacts['limit-changed']): Clauses {
  if (!sharing) return [];
  const { viewers, refusals } = sharing;
  const refused = refusals
    ? `${counted(refusals.count, 'refusal')} in the journal: ${refusals.text}`
    : 'no refusals in the journal yet';
  return [`; ${counted(viewers, 'viewer')} share it`, `, ${refused}`];
}
