import { count, counted, percent } from '../../base/format.ts';
import { type KindFacts, nameOf } from '../../triage/problem.ts';
import { type Clauses, listing, listingOr, type Sentence, signed, type WordsOf } from './clauses.ts';

/** Texts for problems that show in the figures themselves: losses, and figures that no longer move together. */
export const changeWords: WordsOf<'loss' | 'parted'> = {
  loss: {
    title: ({ facts }) => lossTitles[facts.of],
    sentence: ({ facts }, subject) => {
      const { of, lost, before, losers, ended } = facts;
      const [only] = losers.first;
      const share = percent((100 * lost) / before);
      const end = listingOr(ended, '; ended: ');
      if (losers.count === 1 && only)
        return {
          lead: [`${nameOf(subject)}: `],
          clauses: [`−${count(only.lost)} of ${counted(only.had, noun[of])}`, `, ${share} of all`, ...end],
        };
      const named = losers.first.map(({ name, lost: own, had }) => `${name} −${count(own)} of ${count(had)}`);
      return {
        clauses: [
          `−${count(lost)} of ${counted(before, noun[of])} (${share})`,
          ...(losers.count === 0
            ? ['; nothing in common: all lost the same share']
            : listing({ count: losers.count, first: named }, ': ')),
          ...end,
        ],
      };
    },
  },
  parted: {
    title: ({ facts }) => pairTitles[facts.pair],
    sentence: ({ facts }, subject): Sentence => ({
      lead: [`${nameOf(subject)}: `],
      clauses: [...pairClauses(facts), ...listingOr(facts.twins, '; unchanged: ')],
    }),
  },
};

const lossTitles = { viewers: 'Viewers lost', streams: 'Streams lost' } as const;
const noun = { viewers: 'viewer', streams: 'stream' } as const;

const pairTitles = {
  'out/in': 'Transcoder sends less',
  'in/streams': 'Publishers send less',
  'out/viewers': 'Viewers get less',
} as const;

/** If the traffic stays, growth of viewers by more than this, in percent, means sessions without traffic. */
const MANY_MORE_PERCENT = 10;

function pairClauses({ pair, percent: fallen, first, second }: KindFacts['parted']): Clauses {
  const change = signed(fallen);
  if (pair === 'out/in') return [`sends ${change} for what it gets`];
  if (pair === 'in/streams')
    return [`${change} a stream`, ...(second === undefined ? [] : [`; streams ${signed(second)}`])];
  if (first === undefined || second === undefined) return [`${change} a viewer`];
  const empty = second >= MANY_MORE_PERCENT ? [': sessions without traffic'] : [];
  return [`viewers ${signed(second)}`, `, out ${signed(first)}`, ...empty];
}
