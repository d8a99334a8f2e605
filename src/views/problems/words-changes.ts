import { count, counted, percent, rate } from '../../base/format.ts';
import type { KindFacts, ProblemKind } from '../../triage/kind-facts.ts';
import { nameOf } from '../../triage/problem.ts';
import { measureFormat } from '../formats/measures.ts';
import { type Clauses, listing, listingOr, type Sentence, signed, type WordsOf } from './clauses.ts';

/**
 * Texts for problems that show in the figures themselves: losses, surges, and figures that no longer move together.
 */
export const changeWords = {
  loss: {
    title: ({ facts }) => (facts.movedTo ? 'Viewers moved' : lossTitles[facts.of]),
    sentence: ({ facts }, subject) => {
      const { of, lost, before, by, losers, alike, ended, movedTo } = facts;
      const [only] = losers.first;
      const share = percent((100 * lost) / before);
      const end = [...listingOr(ended, '; ended: '), ...listingOr(movedTo, '; they moved to ')];
      if (losers.count === 1 && only)
        return {
          lead: [`${by === 'stream' ? only.name : nameOf(subject)}: `],
          clauses: [`−${amount(of, only.lost)} of ${things(of, only.had)}`, `, ${share} of all`, ...end],
        };
      const named = losers.first.map(
        ({ name, lost: own, had }) => `${name} −${amount(of, own)} of ${amount(of, had)}`,
      );
      return {
        clauses: [
          `−${amount(of, lost)} of ${things(of, before)} (${share})`,
          ...moverClauses(losers.count, named, alike),
          ...end,
        ],
      };
    },
  },
  surge: {
    title: ({ facts }) => surgeTitles[facts.of],
    sentence: ({ facts: { of, gained, before, gainers, alike } }) => {
      const named = gainers.first.map(
        ({ name, gained: own, had }) => `${name} +${amount(of, own)} from ${amount(of, had)}`,
      );
      return {
        clauses: [
          `+${percent((100 * gained) / before)}: ${things(of, before + gained)}`,
          `, usual ${amount(of, before)}`,
          ...moverClauses(gainers.count, named, alike),
        ],
      };
    },
  },
  parted: {
    title: ({ facts }) => pairTitles[facts.pair],
    sentence: ({ facts }, subject): Sentence => ({
      lead: [`${nameOf(subject)}: `],
      clauses: [
        ...pairClauses(facts, nameOf(subject) === RENDITIONS ? 'renditions' : 'streams'),
        ...listingOr(facts.twins, '; unchanged: '),
      ],
    }),
  },
} satisfies Partial<WordsOf<ProblemKind>>;

const lossTitles = {
  viewers: 'Viewers lost',
  streams: 'Streams lost',
  in: 'Incoming traffic lost',
  out: 'Outgoing traffic lost',
} as const;
const surgeTitles = {
  viewers: 'Surge of viewers',
  streams: 'Surge of streams',
  in: 'Surge of incoming traffic',
  out: 'Surge of outgoing traffic',
} as const;
const noun = { viewers: 'viewer', streams: 'stream' } as const;

type Counted = KindFacts['loss']['of'];

/** `1.2k`, or a bitrate. */
const amount = (of: Counted, value: number) => measureFormat(of)(value);
/** `1.2k viewers`, or a bitrate. */
const things = (of: Counted, value: number) =>
  of === 'in' || of === 'out' ? rate(value) : counted(value, noun[of]);

/** Who lost or gained; without anybody what they have in common. */
function moverClauses(all: number, first: readonly string[], alike: number | undefined): Clauses {
  if (all > 0) return listing({ count: all, first }, ': ');
  if (alike === undefined) return ['; nothing in common is known'];
  return [alike > 1 ? `, the same share on all ${count(alike)} servers` : ', in the whole cluster'];
}

const pairTitles = {
  'out/in': 'Transcoder sends less',
  'in/streams': 'Publishers send less',
  'out/viewers': 'Viewers get less',
} as const;

/** If the traffic stays, growth of viewers by more than this, in percent, means sessions without traffic. */
const MANY_MORE_PERCENT = 10;

/** The type of stream that a transcoder makes. */
const RENDITIONS = 'CLUSTER_STREAM';

function pairClauses({ pair, percent: fallen, first, second, streams }: KindFacts['parted'], what: string) {
  const change = signed(fallen);
  if (pair === 'out/in') return [`sends ${change} for what it gets`];
  if (pair === 'in/streams') {
    // One clause: a row that is cut after the number would say nothing.
    const many = streams ? `${count(streams.less)} of ${count(streams.all)} ` : '';
    return [`${many}${what} ${fallen === -100 ? 'send nothing' : `${percent(-fallen)} thinner`}`];
  }
  if (first === undefined || second === undefined) return [`${change} a viewer`];
  const empty = second >= MANY_MORE_PERCENT ? [': sessions without traffic'] : [];
  return [`viewers ${signed(second)}`, `, out ${signed(first)}`, ...empty];
}
