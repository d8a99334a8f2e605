import { count, counted, ofLimit, percent, rate } from '../../base/format.ts';
import { limitChangeWords } from '../../cluster/limit-changes.ts';
import type { KindFacts } from '../../triage/kind-facts.ts';
import {
  type Clauses,
  climbClauses,
  measureWords,
  poorerClauses,
  signed,
  standstillClauses,
  type WordsOf,
} from './clauses.ts';

/** Texts for problems about limits, and about unusual loads. */
export const limitWords: WordsOf<
  'limit' | 'limit-changed' | 'plateau' | 'application-limit' | 'transcoders' | 'unusual-load' | 'health'
> = {
  limit: {
    title: ({ form, facts: { used = 0 } }) =>
      form === 'blocked' ? 'Blocked by a limit of 0' : `Limit ${nearOrReached(used)}`,
    sentence: ({ facts: { measure, group = 'the cluster', value, limit, used, climb } }) => {
      const show = measure === 'in' || measure === 'out' ? rate : count;
      const what = `${measureWords[measure]} of ${group}`;
      if (used === undefined)
        return { clauses: [`${what}: the limit is 0`, ', so nothing is accepted', ` (now ${show(value)})`] };
      return {
        clauses: [
          `${what} at ${percent(used)} of the limit`,
          ` (${ofLimit(value, limit, show)})`,
          ...climbClauses(climb),
        ],
      };
    },
  },
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
  plateau: {
    title: () => 'Viewers refused at a limit',
    sentence: ({ facts: { measure, group = 'the cluster', used, standstill } }) => ({
      clauses: [
        `${measureWords[measure]} of ${group} at ${percent(used)} of the limit`,
        ...standstillClauses(standstill),
      ],
    }),
  },
  'application-limit': {
    title: ({ facts: { used } }) => `Application ${used < 100 ? 'nearly full' : 'full'}`,
    sentence: ({ facts: { server, measure, used, value, cap, climb } }, subject) => ({
      lead: [`${'name' in subject ? subject.name : ''} `],
      clauses: [
        `on ${server} at ${percent(used)} of its ${measure}`,
        ` (${ofLimit(value, cap)})`,
        ...climbClauses(climb),
      ],
    }),
  },
  transcoders: {
    title: ({ facts: { used } }) => `Transcode limit ${nearOrReached(used)}`,
    sentence: ({ facts: { group, value, limit, used, climb, streams } }) => ({
      clauses: [
        `${ofLimit(value, limit)} transcode tasks${group === undefined ? '' : ` of ${group}`} are in use`,
        ` (${percent(used)})`,
        ...climbClauses(climb),
        ...(streams
          ? [`; ${count(streams.transcoded)} of ${count(streams.total)} streams are transcoded`]
          : []),
      ],
    }),
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
};

const sideWords = { ingest: 'both are bad', delivery: 'streams are fine' } as const;

function sharingClauses({ sharing }: KindFacts['limit-changed']): Clauses {
  if (!sharing) return [];
  const { viewers, refusals } = sharing;
  const refused = refusals
    ? `${counted(refusals.count, 'refusal')} in the journal: ${refusals.text}`
    : 'no refusals in the journal yet';
  return [`; ${counted(viewers, 'viewer')} share it`, `, ${refused}`];
}

/** `used` is in percent. */
function nearOrReached(used: number): string {
  return used < 100 ? 'near' : 'reached';
}
