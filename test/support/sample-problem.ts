import type { KindAndFacts } from '../../src/triage/kind-facts.ts';
import {
  beginningAt,
  degradedViewers,
  type Hit,
  type Part,
  type Problem,
  type ProblemMembers,
} from '../../src/triage/problem.ts';
import { type Describable, problemSentence, problemTitle } from '../../src/views/problems/words.ts';
import { sampleNow } from './sample-state.ts';

interface Worded {
  readonly title?: string;
  readonly reason?: string;
}

/** Members of a problem, or its words; `since` in Unix ms if it is known exactly. */
export type Sample = Partial<Omit<ProblemMembers, 'since'>> &
  Worded & { readonly since?: ProblemMembers['since'] | number; readonly clearedAt?: number | undefined };

/** A hot server whose CPU is so busy, in percent. */
export const cpuAt = (used: number) =>
  ({
    kind: 'server-hot',
    facts: { measures: [{ figure: 'cpu', used }] },
    form: undefined,
  }) as const satisfies KindAndFacts;
const HOT = cpuAt(97);

/** The kind with the freest words: a pattern with this title, found in a journal entry of this text. */
function wordsOnly({ title = 'Server hot', reason = 'edge-1a: CPU at 97%' }: Worded) {
  return {
    kind: 'journal-pattern',
    facts: { title, count: 1, text: reason },
    form: undefined,
  } as const satisfies KindAndFacts;
}

/** A server that has been hot for a minute, unless a test gives another kind and facts, or words. */
export function sampleProblem(changes: Sample = {}, kindAndFacts: KindAndFacts = HOT): Problem {
  const { title, reason, since = sampleNow - 60_000, clearedAt, ...members } = changes;
  const isWorded = title !== undefined || reason !== undefined;
  const subject = members.subject ?? ({ kind: 'server', name: 'edge-1a' } as const);
  return {
    ...(isWorded ? wordsOnly({ title, reason }) : kindAndFacts),
    key: 'server-hot:edge-1a',
    severity: 'critical',
    subject,
    names: [subject],
    parts: [],
    hit: {},
    since: typeof since === 'number' ? beginningAt(since) : since,
    noticedAt: sampleNow - 40_000,
    ...members,
    ...(clearedAt === undefined ? { state: 'standing' } : { state: 'cleared', clearedAt }),
  };
}

/** This many viewers at risk. */
export function atRisk(count: number | undefined): Hit {
  return { viewers: degradedViewers(count) };
}

/** One of the many that a problem stands for. */
export function samplePart(part: Omit<Part, keyof KindAndFacts>, kindAndFacts: KindAndFacts = HOT): Part {
  return { ...kindAndFacts, ...part };
}

/** A finding or problem with its words, as its readers see it. */
export function worded(found: Describable | undefined | readonly Describable[]): object | undefined {
  if (found === undefined) return undefined;
  if (isList(found)) return found.map(worded);
  return { ...found, title: problemTitle(found), reason: problemSentence(found) };
}

function isList(found: Describable | readonly Describable[]): found is readonly Describable[] {
  return Array.isArray(found);
}

/** The sentence about it; empty if nothing was found. */
export function sentenceOf(found: Describable | undefined): string {
  return found ? problemSentence(found) : '';
}
