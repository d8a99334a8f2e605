import { HOUR_MS, MINUTE_MS } from '../../base/durations.ts';
import { count, counted, duration, percent, rate } from '../../base/format.ts';
import type { LimitedMeasure } from '../../protocol/dashboard.ts';
import type { AgainstUsual, ClimbFacts, Named, Publisher, Standstill } from '../../triage/facts.ts';
import type { KindAndFactsOf, ProblemKind } from '../../triage/kind-facts.ts';
import type { Subject } from '../../triage/problem.ts';

/** Types and helpers for sentences about problems. */

/** Parts of a sentence, each with the punctuation before it. The sentence may be cut after any of them. */
export type Clauses = readonly string[];

/** A sentence. `lead` is the part that a row already shows in other columns, such as the object's name. */
export interface Sentence {
  readonly lead?: Clauses | undefined;
  readonly clauses: Clauses;
}

export type WordsOf<Kinds extends ProblemKind> = {
  readonly [K in Kinds]: {
    readonly title: (problem: KindAndFactsOf<K>) => string;
    readonly sentence: (problem: KindAndFactsOf<K>, subject: Subject) => Sentence;
  };
};

/** The clauses with a text before the first one. */
export function after(text: string, [first = '', ...rest]: Clauses): Clauses {
  return [text + first, ...rest];
}

export function withoutStart(clauses: Clauses, characters: number): Clauses {
  let left = characters;
  return clauses.flatMap((clause) => {
    const kept = clause.slice(Math.max(0, left));
    left -= clause.length;
    return kept === '' ? [] : [kept];
  });
}

/** Of which there may be more than are counted: not all of the list was read. */
interface Counted {
  readonly atLeast?: true | undefined;
}

/** What stands before such a number. */
export const leastWords = ({ atLeast }: Counted): string => (atLeast ? 'at least ' : '');

/** Such as `a, b, c and 4 more`; `before` comes before the first name, `behind` after the last. */
export function listing(named: Named & Counted, before = '', behind = ''): Clauses {
  const { count: all, first } = named;
  const more = all > first.length ? ` and ${leastWords(named)}${count(all - first.length)} more` : '';
  return first.map((name, index) => {
    const start = index === 0 ? before : ', ';
    return `${start}${name}${index === first.length - 1 ? more + behind : ''}`;
  });
}

/** The same; empty if there are no names. */
export function listingOr(names: Named | undefined, before: string, behind = ''): Clauses {
  return names ? listing(names, before, behind) : [];
}

/** Such as `, +12%/min`, `, 97% in about 4 min`; for 100 %, `, full in about 4 min`. */
export function climbClauses(climb: ClimbFacts | undefined): Clauses {
  if (!climb) return [];
  const { perMinute, full, left } = climb;
  const pace = perMinute < 9.95 ? perMinute.toFixed(1) : perMinute.toFixed(0);
  return [`, +${pace}%/min`, `, ${full === 100 ? 'full' : percent(full)} ${untilWords(left)}`];
}

/** Such as `in under a minute`, `in about 4 min`, `in about 1h 20m`. */
function untilWords(ms: number): string {
  if (ms < MINUTE_MS) return 'in under a minute';
  return `in about ${ms < HOUR_MS ? `${Math.round(ms / MINUTE_MS)} min` : duration(ms)}`;
}

/** Bytes per second and the usual ones, in one unit: `0.98 of usual 2.80 Mbit/s`, ` (35%)`. */
export function againstUsual({ now, usual }: AgainstUsual): readonly [string, string] {
  const whole = rate(usual);
  const digits = whole.split(' ')[0] ?? '';
  const decimals = digits.split('.')[1]?.length ?? 0;
  const share = now / usual;
  const figure = (share * Number(digits)).toFixed(Math.max(decimals, 2));
  return [`${figure} of usual ${whole}`, ` (${percent(100 * share)})`];
}

/** Such as `; publisher 203.0.113.77:41200 on origin-1`. */
export function publisherClauses(publisher: Publisher | undefined): Clauses {
  if (!publisher) return [];
  const { address, server } = publisher;
  return [`; publisher ${address}${server === undefined ? '' : ` on ${server}`}`];
}

/** Such as `; viewers stay at 17.1k`, `, 4 refusals in the journal: Viewer refused`. */
export function standstillClauses({ viewers, refusals }: Standstill): Clauses {
  return [
    `; viewers stay at ${count(viewers)}`,
    `, ${counted(refusals.count, 'refusal')} in the journal: ${refusals.text}`,
  ];
}

/** Such as `; 2 streams lost sub-streams: a`, `, b`. */
export function poorerClauses(streams: Named | undefined): Clauses {
  return listingOr(streams, `; ${counted(streams?.count ?? 0, 'stream')} lost sub-streams: `);
}

/** The noun of a limit or total, for sentences. */
export const measureWords: Readonly<Record<LimitedMeasure, string>> = {
  viewers: 'viewers',
  streams: 'streams',
  in: 'incoming traffic',
  out: 'outgoing traffic',
  transcode: 'transcode tasks',
};

/** A stream by its key and application, which its row already shows. */
export function streamLead(subject: Subject): Clauses {
  if (subject.kind !== 'stream') return [];
  const { streamKey, application } = subject;
  return [`${streamKey}${application ? ` on ${application}` : ''} `];
}

/** Such as `+12%`, `−32%`, `±0%`. */
export function signed(change: number): string {
  if (Math.abs(change) < 0.5) return '±0%';
  return `${change < 0 ? '−' : '+'}${Math.abs(change).toFixed(0)}%`;
}
