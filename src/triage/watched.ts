import { inIncidentOrder } from './incidents/incident.ts';
import type { OneShot } from './one-shot.ts';
import { nameOf, type Part, type Problem, ruleOf } from './problem.ts';
import { severityRank } from './rank.ts';
import { allRules } from './rules/index.ts';

/** What a program found that watches the same cluster all the time. */
export interface Watched {
  /** Its current problems. */
  readonly problems: readonly Problem[];
  /** It has watched without a gap for long enough to know usual values. */
  readonly knowsNormal: boolean;
  /** `problems` has only those of one object; a problem of many objects may contain it as well. */
  readonly isPart?: boolean;
}

/** Rules that need time, for which the watching program is asked. */
const timed: ReadonlySet<string> = new Set(
  allRules([]).flatMap(({ name, history }) => (history === undefined ? [] : [name])),
);

/**
 * The problems that were found here since `openedAt` (Unix ms) and those of a program that watches for longer, which is
 * believed: its problems stand while it says so, with their beginnings and incidents. Of what needs time and began before,
 * only what it found counts, unless only a part of it is known.
 */
export function believe(
  found: readonly Problem[],
  { problems: watched, isPart = false }: Watched,
  openedAt: number,
) {
  const known = new Map(watched.map((problem) => [problem.key, problem]));
  const own = new Set(found.map(({ key }) => key));
  const explained = new Set(watched.flatMap(({ folded }) => (folded?.first ?? []).map(nameOfPart)));
  const isUnder = (problem: Problem) =>
    !known.has(problem.key) &&
    ((!isPart && timed.has(ruleOf(problem)) && problem.since.at <= openedAt) ||
      explained.has(nameOfPart(problem)));
  const [under = [], seen = []] = [true, false].map((is) => found.filter((one) => isUnder(one) === is));
  return {
    problems: [
      ...seen.map((problem) => asKnown(problem, known.get(problem.key))),
      ...watched.filter(({ key }) => !own.has(key)),
    ],
    /** Keys of what is not listed: it is part of another problem, or the watching program says that it is none. */
    under: under.map(({ key }) => key),
  };
}

/** It knows more: what was usual, and what was there before a server vanished. Figures of now are newer here. */
function asKnown(problem: Problem, known: Problem | undefined): Problem {
  if (!known || timed.has(ruleOf(known))) return known ?? problem;
  const { since, noticedAt, incident, hit } = known;
  const severity =
    severityRank[known.severity] > severityRank[problem.severity] ? known.severity : problem.severity;
  return { ...problem, severity, since, noticedAt, incident, hit };
}

/** The problems of one reading, as the watching program knows them. */
export function withWatched(look: OneShot, watched: Watched): OneShot {
  const { problems } = believe(look.problems, watched, Number.POSITIVE_INFINITY);
  return {
    ...look,
    problems: inIncidentOrder(problems),
    notJudged: watched.knowsNormal ? [] : look.notJudged,
  };
}

function nameOfPart({ kind, subject }: Pick<Part, 'kind' | 'subject'>): string {
  return `${kind} ${subject.kind} ${nameOf(subject)}`;
}
