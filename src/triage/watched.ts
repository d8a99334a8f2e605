import { inIncidentOrder } from './incidents/incident.ts';
import type { OneShot } from './one-shot.ts';
import { nameOf, type Part, type Problem, ruleOf } from './problem.ts';
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
 * The problems of one reading, completed with those that only a watching program can find, and with its start
 * times. A problem that the watching program explains by another one is not listed separately; of what needs time, only
 * what that program found counts, unless only a part of it is known.
 */
export function withWatched(
  look: OneShot,
  { problems: watched, knowsNormal, isPart = false }: Watched,
): OneShot {
  const byKey = new Map(watched.map((problem) => [problem.key, problem]));
  const own = new Set(look.problems.map(({ key }) => key));
  const names = new Set(look.problems.map(nameOfPart));
  // Which servers became hot together is known only to who watched them.
  const isRowOfServers = ({ folded, kind }: Problem) =>
    kind === 'server-hot' && (folded?.first ?? []).filter((part) => names.has(nameOfPart(part))).length > 1;
  const added = watched.filter(
    (problem) => (timed.has(ruleOf(problem)) || isRowOfServers(problem)) && !own.has(problem.key),
  );
  const explained = new Set(
    added.flatMap(({ followers = [], folded }) => [...followers, ...(folded?.first ?? [])].map(nameOfPart)),
  );
  // One look has only the totals for it, and may name another object.
  const isOfLoss = (problem: Problem) =>
    ruleOf(problem) === 'sudden-loss' && added.some((one) => ruleOf(one) === 'loss');
  const seen = look.problems
    .filter(
      (problem) =>
        byKey.has(problem.key) ||
        !((!isPart && timed.has(ruleOf(problem))) || explained.has(nameOfPart(problem)) || isOfLoss(problem)),
    )
    .map((problem): Problem => {
      const known = byKey.get(problem.key);
      if (!known) return problem;
      // It knows more: what was there before a server vanished, and that a server which is always busy hits nobody.
      const { since, noticedAt, incident } = known;
      return { ...problem, since, noticedAt, incident, hit: known.hit };
    });
  return {
    ...look,
    problems: inIncidentOrder([...seen, ...added]),
    notJudged: knowsNormal ? [] : look.notJudged,
  };
}

function nameOfPart({ kind, subject }: Pick<Part, 'kind' | 'subject'>): string {
  return `${kind} ${subject.kind} ${nameOf(subject)}`;
}
