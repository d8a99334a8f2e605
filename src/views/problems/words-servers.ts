import { count, counted, duration, ofLimit, percent, rate } from '../../base/format.ts';
import type { Aftermath, Carried } from '../../triage/facts.ts';
import type { KindFacts, ProblemKind } from '../../triage/kind-facts.ts';
import { nameOf } from '../../triage/problem.ts';
import {
  after,
  type Clauses,
  climbClauses,
  listing,
  listingOr,
  poorerClauses,
  type Sentence,
  type WordsOf,
} from './clauses.ts';

/** What runs an application of each role. */
const roleNouns = { origin: 'origin', transcode: 'transcoder', edge: 'edge' } as const;

/** Texts for problems about servers, and about losses at the same time. */
export const serverWords = {
  'server-gone': {
    title: ({ facts }) => outageTitles[facts.of],
    sentence: ({ facts }, subject) => {
      if (facts.of === 'many') return { clauses: [] };
      return facts.of === 'group'
        ? groupOutage(facts, nameOf(subject))
        : serverOutage(facts, nameOf(subject));
    },
  },
  'server-hot': {
    // The same title for a server that is hot and one that will be.
    title: () => 'Server load',
    sentence: ({ facts: { measures } }, subject) => ({
      lead: [`${nameOf(subject)}: `],
      clauses: measures.flatMap((measure, index) =>
        index === 0 ? measureClauses(measure) : after(' · ', measureClauses(measure)),
      ),
    }),
  },
  'edge-delivery': {
    title: () => 'Edge delivery',
    sentence: ({ facts: { viewers, out } }, subject) => ({
      lead: [`${nameOf(subject)} `],
      clauses: [`has ${counted(viewers, 'viewer')} but sends ${rate(out)}`],
    }),
  },
  'group-short': {
    title: () => 'Group short of servers',
    sentence: ({ facts: { role, has, wanted, gone } }, subject) => ({
      lead: [`${nameOf(subject)}: `],
      clauses: [
        `${wanted - has} of ${counted(wanted, roleNouns[role])} missing`,
        ...listingOr(gone, '; ', ' gone'),
      ],
    }),
  },
  restart: {
    title: ({ facts }) => (facts.of === 'journal' ? 'Journal restarted' : 'Restarted'),
    sentence: ({ facts }, subject) => {
      const lead = [`${nameOf(subject)}: `];
      if (facts.of === 'journal') return { lead, clauses: [facts.event] };
      const { event, loss, back, missing } = facts;
      return {
        lead,
        clauses: [
          event,
          ...(loss ? [`; ${count(loss.lost)} of ${counted(loss.before, 'viewer')}`, ' lost'] : []),
          ...listingOr(back, `; ${counted(back?.count ?? 0, 'stream')} published again: `),
          ...listingOr(missing, '; still missing: '),
        ],
      };
    },
  },
  manager: {
    title: ({ form }) => (form === 'none' ? 'No cluster manager' : 'Single cluster manager'),
    sentence: ({ facts: { only, gone } }) => {
      const was = listingOr(gone, '; ', gone?.count === 1 ? ' is gone' : ' are gone');
      if (only !== undefined) {
        const said = [`${only} is the only cluster manager`, ...was];
        return { clauses: [...said.slice(0, -1), `${said.at(-1)}: a single point of failure`] };
      }
      const none = 'no server says that it is the cluster manager';
      return { clauses: [none, ...was, '; the cluster cannot coordinate itself'] };
    },
  },
} satisfies Partial<WordsOf<ProblemKind>>;

const outageTitles = { server: 'Server outage', group: 'Group outage', many: 'Server outages' } as const;

const measureNames = { cpu: 'CPU', mem: 'memory' } as const;

function measureClauses({ figure, used, usage, cap, climb }: KindFacts['server-hot']['measures'][number]) {
  const climbs = climbClauses(climb);
  if (figure === 'cpu' || figure === 'mem') return [`${measureNames[figure]} ${percent(used)}`, ...climbs];
  return [`${figure} ${percent(used)} of cap`, ` (${ofLimit(usage, cap, rate)})`, ...climbs];
}

type OutageFacts<Of> = Extract<KindFacts['server-gone'], { readonly of: Of }>;

function serverOutage(
  { group, missedFor, times, carried, after: left, poorer }: OutageFacts<'server'>,
  name: string,
): Sentence {
  const what =
    missedFor === undefined
      ? ['missing from the topology', ...again(times), ...(group === undefined ? [] : [`, group ${group}`])]
      : [`missing for ${duration(missedFor)} and back`, ...again(times)];
  return {
    // Without the name, in a row that has it already, the verb is not needed either.
    lead: [`${name} ${missedFor === undefined ? 'is' : 'was'} `],
    clauses: [
      ...what,
      ...carriedClauses(carried, '; it was idle', '; it had '),
      ...aftermathClauses(left),
      ...poorerClauses(poorer),
    ],
  };
}

const again = (times: number | undefined) =>
  times === undefined ? [] : [`, ${count(times)} times in a row`];

function groupOutage(
  { servers, back, times, carried, after: left }: OutageFacts<'group'>,
  name: string,
): Sentence {
  const together = `${counted(servers.count, 'server')} of ${name} went missing together${again(times).join('')}`;
  const returned = `, ${back === servers.count ? 'all' : count(back)} are back`;
  return {
    lead: back === 0 ? [`${together}: `] : [together, `${returned}: `],
    clauses: [
      ...listing(servers),
      ...carriedClauses(carried, '; they were idle', '; they had '),
      ...aftermathClauses(left),
    ],
  };
}

/** Such as `; it had 100 viewers`, `, 4 streams`. */
function carriedClauses({ viewers, streams, isManager }: Carried, idle: string, had: string): Clauses {
  const parts = [
    ...(viewers > 0 ? [counted(viewers, 'viewer')] : []),
    ...(streams > 0 ? [counted(streams, 'stream')] : []),
    ...(isManager ? ['the role of a cluster manager'] : []),
  ];
  return parts.length === 0 ? [idle] : listing({ count: parts.length, first: parts }, had);
}

export function aftermathClauses({ streams, viewers }: Aftermath): Clauses {
  return [...(streams ? streamClauses(streams) : []), ...(viewers ? viewerClauses(viewers) : [])];
}

function streamClauses({ lost, missing, isUnread, viewers }: NonNullable<Aftermath['streams']>): Clauses {
  if (missing.count === 0) return [`; all ${counted(lost, 'stream')} are back`];
  if (isUnread) return listing(missing, '; not checked again yet: ');
  if (missing.count === lost) return listing(missing, '; missing: ');
  return [
    `; ${count(lost - missing.count)} of ${counted(lost, 'stream')} are back`,
    ...listing(missing, ', still missing: '),
    ...(viewers === undefined ? [] : [` (${counted(viewers, 'viewer')})`]),
  ];
}

function viewerClauses({ hit, back, isMeasured }: NonNullable<Aftermath['viewers']>): Clauses {
  if (hit === 0) return ['; the others took over its viewers'];
  const viewers = counted(hit, 'viewer');
  const lost = isMeasured ? `; the cluster lost ${viewers}` : `; ${viewers} lost`;
  return back > 0 ? [lost, `, ${count(back)} came back`] : [lost];
}
