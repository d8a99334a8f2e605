import { count, counted, duration, percent, rate } from '../../base/format.ts';
import type { KindFacts, ProblemKind } from '../../triage/kind-facts.ts';
import { nameOf } from '../../triage/problem.ts';
import { type Clauses, listing, type WordsOf } from './clauses.ts';

const witnesses = { list: 'the stream list', groups: 'its groups', servers: 'the servers' } as const;

const witnessed = {
  viewers: [' viewers', count],
  streams: [' streams', count],
  in: [' incoming', (value: number) => rate(value)],
  out: [' outgoing', (value: number) => rate(value)],
  transcode: [' transcode tasks', count],
  'bad streams': [' streams of bad health', count],
} as const satisfies Record<string, readonly [what: string, show: (value: number) => string]>;

/** Texts for problems about castwatch's own data: the login, late or contradictory data, the journal. */
export const dataWords = {
  session: {
    title: ({ form }) => (form === 'refused' ? 'Login refused' : 'Login does not succeed'),
    sentence: ({ facts: { status, username, message } }) => {
      const who = username === undefined ? '' : ` as ${username}`;
      const reason = message === undefined ? '' : `: ${message}`;
      if (status === 'waiting')
        return { clauses: [`the login${who} is delayed`, ` (five a minute are allowed)${reason}`] };
      return {
        clauses: [
          {
            refused: `the server refused the login${who}`,
            failed: `the login${who} fails`,
            'logging-in': `the login${who} gets no answer`,
          }[status] + reason,
        ],
      };
    },
  },
  stale: {
    title: ({ facts }) => (facts.of === 'all' ? 'No fresh data' : 'Data stale'),
    sentence: ({ facts }) => {
      if (facts.of === 'unread') return { lead: [`${facts.name}: `], clauses: [facts.error] };
      if (facts.of === 'resource') return { lead: [`${facts.name} `], clauses: [staleWords(facts)] };
      const { cluster, first, others } = facts;
      return {
        clauses: [
          `nothing new from ${cluster}: ${first.name} ${staleWords(first)}`,
          ...listing(others, ' (also ', ')'),
          '; the last good values are shown',
        ],
      };
    },
  },
  'topology-doubt': {
    title: ({ form }) => (form === 'mockup' ? 'Topology is a mockup' : 'Topology is empty'),
    sentence: ({ facts: { doubt, known } }) => {
      if (doubt === 'mockup')
        return { clauses: ['the server reports mockupEnabled: its servers are not real'] };
      const before: Clauses =
        known > 0 ? [`; ${counted(known, 'server was', 'servers were')} there before`] : [];
      return {
        clauses: ['the server lists no servers at all', ...before, '; doubted', ', not counted as an outage'],
      };
    },
  },
  totals: {
    title: ({ facts }) => {
      if (!('standing' in facts)) return 'Totals disagree';
      return facts.standing === 'journal' ? 'Journal is silent' : 'Answers stand still';
    },
    sentence: ({ facts }) => {
      if ('standing' in facts && facts.standing === 'journal')
        return {
          clauses: [
            'the journal has no new line, although it is read',
            `; its longest pause before was ${duration(facts.longest)}`,
          ],
        };
      if ('standing' in facts)
        return {
          clauses: [
            facts.standing === 'figures'
              ? 'the dashboard repeats its totals, although its answers are new'
              : 'the dashboard repeats its time (generatedAt), although its figures change',
          ],
        };
      const { of, by, listed, counted: total, apart } = facts;
      const [what, show] = witnessed[of];
      return {
        clauses: [
          `the dashboard counts ${show(total)}${what}`,
          `, ${witnesses[by]} ${show(listed)}`,
          `: they differ by ${percent(apart)}`,
          ...(by === 'list' ? [' (the list may cover only the server that answers)'] : []),
        ],
      };
    },
  },
  'journal-failures': {
    title: () => 'New failures in the journal',
    sentence: ({ facts: { text, count: times, objects } }) => ({
      clauses: [
        `“${text}”`,
        ` on ${counted(objects.count, 'object')}, ${count(times)} times`,
        ...listing(objects, ': '),
      ],
    }),
  },
  'journal-storm': {
    title: () => 'Journal storm',
    sentence: ({ facts: { perMinute, usual } }, subject) => ({
      lead: [`${nameOf(subject) || 'an object without a name'} `],
      clauses: [
        `wrote ${count(perMinute)} journal entries in a minute`,
        ...(usual === undefined ? [] : [`; usually ${count(usual)}`]),
      ],
    }),
  },
  'journal-pattern': {
    title: ({ facts }) => facts.title,
    sentence: ({ facts: { count: matches, text } }) => ({
      clauses: [
        `${matches === 1 ? 'one recent journal entry' : `${count(matches)} recent journal entries`}`,
        `, the newest: ${text}`,
      ],
    }),
  },
  'slow-pattern': {
    title: () => 'Journal pattern not used',
    sentence: ({ facts }) => ({
      clauses: [`the pattern of “${facts.title}” takes too long on a journal entry`, ': simplify it'],
    }),
  },
  range: {
    title: ({ facts }) => facts.label,
    sentence: ({ facts: { value, unit, range } }) => ({
      clauses: [`${value}${unit} violates the range ${range}`],
    }),
  },
  missing: {
    title: ({ facts }) => `No such ${facts.object}`,
    sentence: (_problem, subject) => ({ lead: [`${nameOf(subject)} `], clauses: ['is not there'] }),
  },
} satisfies Partial<WordsOf<ProblemKind>>;

function staleWords({ answered, age, error }: Extract<KindFacts['stale'], { readonly of: 'resource' }>) {
  const reason = error === undefined ? '' : `: ${error}`;
  if (!answered) return `was never answered${reason}`;
  return `is ${age === undefined ? 'stale' : `${duration(age)} old`}${reason}`;
}
