import { count } from '../../base/format.ts';
import { cutWords, textWidth } from '../../base/width.ts';
import type { StreamKind } from '../../triage/facts.ts';
import type { KindAndFacts, KindAndFactsOf, ProblemKind } from '../../triage/kind-facts.ts';
import { type Folded, type ManyKind, nameOf, type Subject } from '../../triage/problem.ts';
import { after, type Clauses, leastWords, listing, type Sentence, type WordsOf } from './clauses.ts';
import { changeWords } from './words-changes.ts';
import { dataWords } from './words-data.ts';
import { limitWords } from './words-limits.ts';
import { serverWords } from './words-servers.ts';
import { streamWords } from './words-streams.ts';

/** The only place that makes text of problems: titles, sentences, and sentences that fit in a width. */

/** The members of a problem, or of one of its parts, that the text is made from. */
export type Describable = KindAndFacts & {
  readonly subject: Subject;
  readonly folded?: Folded | undefined;
  readonly names?: readonly Subject[] | undefined;
};

const kindWords: WordsOf<Exclude<ProblemKind, 'streams'>> = {
  ...serverWords,
  ...limitWords,
  ...streamWords,
  ...dataWords,
  ...changeWords,
};

/** Kinds of which many at a time are one problem: its title, the noun that is counted, and a short form. */
const manyWords = {
  limit: { title: 'Application limits', what: 'applications are near their caps' },
  'server-hot': { title: 'Load of several servers', what: 'servers became hot together' },
  'edge-delivery': { title: 'Edges do not deliver', what: 'edges deliver too little' },
  link: { title: 'Cluster links', what: 'links to the cluster manager have trouble' },
  reconnect: { title: 'Links reconnected', what: 'links were reconnected' },
  'journal-storm': { title: 'Journal storm', what: 'objects flood the journal' },
  'stream-flap': { title: 'Streams flap', what: 'streams flap', short: 'flapping' },
  'stream-zombie': {
    title: 'Zombie streams',
    what: 'streams are published but receive no data',
    short: 'zombie',
  },
  'ingest-bitrate': {
    title: 'Ingest bitrate low',
    what: 'streams receive less than usual',
    short: 'with a low bitrate',
  },
  'stream-unhealthy': { title: 'Streams unhealthy', what: 'streams are unhealthy', short: 'unhealthy' },
} as const satisfies Readonly<Record<ManyKind, { readonly title: string; readonly what: string }>> &
  Readonly<Record<StreamKind, { readonly short: string }>>;

function hasMany(kind: ProblemKind): kind is keyof typeof manyWords {
  return Object.hasOwn(manyWords, kind);
}

/** A short title, such as `Server load`. */
export function problemTitle(problem: KindAndFacts & { readonly folded?: Folded | undefined }): string {
  if (problem.kind === 'streams')
    return problem.form === 'mixed' ? 'Streams in trouble' : manyWords[problem.form].title;
  return problem.folded && hasMany(problem.kind) ? manyWords[problem.kind].title : kindTitle(problem);
}

function kindTitle<K extends Exclude<ProblemKind, 'streams'>>(problem: KindAndFactsOf<K>): string {
  return kindWords[problem.kind].title(problem);
}

/** The sentence with figures that says what is wrong and why. */
export function problemSentence(problem: Describable): string {
  return fullClauses(problem).join('');
}

/** Title and sentence: `Server load: edge-1: CPU 95%`. */
export function problemInFull(problem: Describable): string {
  return `${problemTitle(problem)}: ${problemSentence(problem)}`;
}

export function fullClauses(problem: Describable): Clauses {
  const { lead = [], clauses } = sentenceOf(problem);
  return [...lead.slice(0, -1), ...after(lead.at(-1) ?? '', clauses)];
}

/** The same without what a row shows in its other columns: the object's name, or the number of objects. */
export function shortClauses(problem: Describable): Clauses {
  return sentenceOf(problem).clauses;
}

function sentenceOf(problem: Describable): Sentence {
  const { folded, subject, names = [] } = problem;
  if (problem.kind === 'streams') return streamsSentence(problem, subject, folded);
  if (folded && problem.kind === 'server-gone' && problem.facts.of === 'many')
    return {
      lead: [`${count(folded.count)} outages at once`, '; the worst: '],
      clauses: folded.first[0] ? fullClauses(folded.first[0]) : [],
    };
  if (folded && hasMany(problem.kind)) return manySentence(manyWords[problem.kind].what, subject, folded);
  const sentence = kindSentence(problem, subject);
  if (!folded || problem.kind !== 'parted') return sentence;
  // One application is on many servers: those of one are named by it, those of several by their servers. Publishers have their own names.
  const servers = names.filter(({ kind }) => kind === 'server').map(nameOf);
  const isOwn = subject.kind === 'server' || problem.facts.pair === 'in/streams';
  const places = isOwn ? namesOf(folded) : { count: servers.length, first: servers.slice(0, MOST_NAMED) };
  const of = subject.kind === 'cluster' ? [] : [`${nameOf(subject)}: `];
  return { ...sentence, lead: [...of, ...listing(places, '', ': the worst: ')] };
}

function kindSentence<K extends Exclude<ProblemKind, 'streams'>>(
  problem: KindAndFactsOf<K>,
  subject: Subject,
): Sentence {
  return kindWords[problem.kind].sentence(problem, subject);
}

function manySentence(what: string, subject: Subject, folded: Folded): Sentence {
  const [worst] = folded.first;
  return {
    lead: [
      ...(subject.kind === 'server' ? [`${subject.name}: `] : []),
      `${leastWords(folded)}${count(folded.count)} ${what}: `,
    ],
    clauses: [...listing(namesOf(folded)), ...(worst ? after('; the worst: ', fullClauses(worst)) : [])],
  };
}

/** Such as `live: 2 unhealthy`, `, 1 flapping: a`, `, b`, `; the worst: a on live receives no bytes`. */
function streamsSentence({ facts }: KindAndFactsOf<'streams'>, subject: Subject, folded: Folded | undefined) {
  if (!folded) return { clauses: [] };
  const counts = facts.counts.map(
    ({ kind, count: times }) => `${leastWords(folded)}${count(times)} ${manyWords[kind].short}`,
  );
  const all = listing({ count: counts.length, first: counts }, '', ': ');
  return {
    lead: [`${nameOf(subject)}: `],
    clauses: [
      ...all.slice(0, -1),
      ...after(all.at(-1) ?? '', listing(namesOf(folded))),
      ...(folded.worst ? after('; the worst: ', fullClauses(folded.worst)) : []),
    ],
  };
}

const MOST_NAMED = 3;

function namesOf({ count: all, first, atLeast }: Folded) {
  return { count: all, atLeast, first: first.slice(0, MOST_NAMED).map(({ subject }) => nameOf(subject)) };
}

/** If whole clauses fill less than this share of the room, the text is cut at the end of the room instead. */
const LEAST_SHARE = 1 / 3;

/** The text of as many clauses as fit in this many cells, because half a figure is misleading. */
export function fitClauses(clauses: Clauses, width: number): string {
  const text = clauses.join('');
  if (textWidth(text) <= width) return text;
  let whole = '';
  for (let index = 1; index < clauses.length; index++) {
    const part = `${clauses.slice(0, index).join('')} …`;
    if (textWidth(part) > width) break;
    whole = part;
  }
  return textWidth(whole) >= width * LEAST_SHARE && whole !== '' ? whole : cutWords(text, width);
}

/** Such as ` by anna`: who acknowledged a problem or announced work, where a team shares that. */
export function byWords({ by }: { readonly by?: string | null | undefined }): string {
  return by == null ? '' : ` by ${by}`;
}
