import { isDeepStrictEqual } from 'node:util';
import type { ClusterState } from '../../cluster/state.ts';
import { billOf, harmTogether, minutesLost } from '../ledger/ledger.ts';
import {
  type Beginning,
  firstBeginning,
  type Harm,
  type Hit,
  type IncidentOf,
  type Problem,
  type Severity,
} from '../problem.ts';
import { steadyStep, worstFirst, worstSeverity } from '../rank.ts';
import { causeFirst } from './cause-rank.ts';
import { gatherIncidents, inIncidentOrder } from './incident.ts';
import { alikeOf, isOfLoad, mayBelong, mayFollow } from './relation.ts';

/** Most problems that are compared with each other; the mildest ones beyond that are incidents of their own. */
const MOST_COMPARED = 100;
/** A problem that returns within this time after its end belongs to the same incident, ms. */
export const RETURNS_WITHIN_MS = 300_000;
const MOST_ENDED = 200;
/** Polls are so far apart that a smaller difference in time does not tell which was first, ms. */
const CLEARLY_MS = 15_000;
/** A loss of this share of the viewers is critical, in percent; it stays critical down to the second value. */
const CRITICAL_PERCENT = 10;
const STILL_CRITICAL_PERCENT = 8;

export const isSameList = (a: readonly Problem[], b: readonly Problem[]): boolean =>
  a.length === b.length && a.every((problem, index) => problem === b[index]);

/** What is remembered of an incident besides its problems, by the key of its cause, and whom all of them hit. */
interface KnownIncident extends Pick<Hit, 'viewers' | 'bill'> {
  /** Key of its first cause. */
  readonly named: string;
  readonly since: Beginning;
  readonly severity: Severity;
  /** When its cause first began, if that came back; else it is dated by the cause itself. */
  readonly first: Beginning | undefined;
  /** How often it has begun; more than once if it came back. */
  readonly times: number;
  /** When its problems began, by key. */
  readonly members: ReadonlyMap<string, Beginning>;
  /** When the first of those began that it no longer has. */
  readonly before: Beginning | undefined;
  readonly read: IncidentOf['read'];
}

interface Step {
  readonly state: ClusterState;
  /** Unix ms. */
  readonly now: number;
  /** Keys of all current problems. */
  readonly standing: ReadonlySet<string>;
}

interface Ended extends KnownIncident {
  /** Unix ms. */
  readonly at: number;
}

/**
 * Assigns each problem to an incident, from step to step: a problem keeps its incident while the cause is current,
 * and an incident keeps its start when a better cause is found or when it comes back.
 */
export class ProblemPlaces {
  #known: ReadonlyMap<string, KnownIncident> = new Map();
  #ended: ReadonlyMap<string, Ended> = new Map();
  #before: { readonly problems: readonly Problem[]; readonly placed: readonly Problem[] } | undefined;
  /** Steps of the viewers of each incident, by the key of its cause. */
  #steps: ReadonlyMap<string, number> = new Map();
  #same = new WeakMap<Problem, Problem>();

  /** Problems that another program has placed: they stay in its incidents, with what they hold here besides. */
  believe(placed: readonly Problem[]): void {
    const keys = new Set(placed.map(({ key }) => key));
    const told = gatherIncidents(placed).map(({ root, parts, since, severity }): [string, KnownIncident] => {
      const { root: key = root.key, named = key, times = 1, read } = root.incident ?? {};
      const here = this.#known.get(key)?.members ?? [];
      const members = new Map([...here, ...[root, ...parts].map((one) => [one.key, one.since] as const)]);
      const { viewers, bill } = root.hit;
      const first = times > 1 ? since : undefined;
      return [key, { named, since, severity, first, times, members, before: since, viewers, bill, read }];
    });
    this.#known = new Map([...[...this.#known].filter(([key]) => !keys.has(key)), ...told]);
    this.#before = undefined;
  }

  /** The problems in the order of their incidents; each keeps its reference as long as nothing about it changes. */
  place(problems: readonly Problem[], state: ClusterState, now: number): readonly Problem[] {
    if (this.#before && isSameList(this.#before.problems, problems)) return this.#before.placed;
    const groups = this.#group(problems, state);
    const standing = new Set(problems.map(({ key }) => key));
    const known = new Map<string, KnownIncident>();
    const names = new Set<string>();
    for (const [key, members] of groups) {
      const continued = this.#knownOf(key, members, { state, now, standing });
      // Of an incident that parts, the first one keeps its name.
      const own = names.has(continued.named) ? { ...continued, named: key } : continued;
      names.add(own.named);
      known.set(key, own);
    }
    this.#ended = this.#endedWith(standing, now);
    this.#known = known;
    const next = [...groups].flatMap(([key, members]) => {
      const own = known.get(key);
      const incident = incidentIn(key, members, own);
      return members.map((problem) =>
        this.#sameOr(problem, incident, problem.key === key ? own : problem.hit),
      );
    });
    const steps = new Map<string, number>();
    const stepOf = (incident: Problem) => {
      const step = steps.get(incident.key) ?? steadyStep(incident, this.#steps);
      steps.set(incident.key, step);
      return step;
    };
    this.#before = { problems, placed: inIncidentOrder(next, stepOf) };
    this.#steps = steps;
    return this.#before.placed;
  }

  /** The root has the harm of the whole incident, for every consumer alike. */
  #sameOr(problem: Problem, incident: IncidentOf | undefined, { viewers, bill }: Hit = {}): Problem {
    const same = this.#same.get(problem);
    const wanted = [incident, viewers, bill];
    if (same && isDeepStrictEqual([same.incident, same.hit.viewers, same.hit.bill], wanted)) return same;
    const next = { ...problem, incident, hit: { ...problem.hit, viewers, bill } };
    this.#same.set(problem, next);
    return next;
  }

  /** The problems of each incident, by the key of its cause. */
  #group(problems: readonly Problem[], state: ClusterState): ReadonlyMap<string, Problem[]> {
    const compared = new Map(
      problems
        .toSorted(worstFirst)
        .slice(0, MOST_COMPARED)
        .filter(mayBelong)
        .map((problem) => [problem.key, this.#asItBegan(problem)] as const),
    );
    const round = { state, compared, alike: alikeOf([...compared.values()], state) };
    const groups = new Map<string, Problem[]>();
    const placeOf = new Map<string, string>();
    const before = new Map(
      [...this.#known].flatMap(([key, { members }]) => [...members.keys()].map((one) => [one, key] as const)),
    );
    for (const problem of problems.toSorted((a, b) => causeFirst(a, b, this.#known))) {
      const began = compared.get(problem.key);
      // A problem stays below its cause while that is current, even if the cause itself now follows from another
      // one.
      const stays = began && placeOf.get(before.get(problem.key) ?? '');
      const found = began && findIncident(began, groups, round);
      const key = stays ?? found ?? problem.key;
      // What is full parts the figures of its servers, also where a surge filled it.
      const isLeading = key === problem.key || isOfLoad(problem);
      const effect = began && isLeading ? findEffect(began, groups, round) : undefined;
      const later = effect !== undefined && effect !== key ? (groups.get(effect) ?? []) : [];
      if (later.length > 0) groups.delete(effect ?? '');
      const members = [...(groups.get(key) ?? []), ...later, problem];
      groups.set(key, members);
      for (const one of [...later, problem]) placeOf.set(one.key, key);
    }
    return groups;
  }

  /**
   * A problem that came back keeps its first start. The start of its incident may be that of another part, and does not
   * count: with it, what was placed once would be placed elsewhere at the next step.
   */
  #asItBegan(problem: Problem): Problem {
    const { key } = problem;
    const known = this.#known.get(key);
    const since = (known ? known.first : this.#ended.get(key)?.since) ?? problem.since;
    return since.at < problem.since.at ? { ...problem, since } : problem;
  }

  #knownOf(key: string, members: readonly Problem[], { state, now, standing }: Step): KnownIncident {
    const together = harmTogether(members, state);
    // What is no longer found loses nobody.
    const losing = members.filter(({ clearing }) => clearing === undefined);
    const bill = losing.length === members.length ? together : harmTogether(losing, state);
    const before = this.#known.get(key);
    const keys = new Map(members.map((one) => [one.key, one.since]));
    const ended = this.#ended.get(key);
    const isBack = !before && ended !== undefined && now - ended.at <= RETURNS_WITHIN_MS;
    // A better cause, or a row with another name, takes over the incident.
    const continued = [...this.#known].filter(([old, one]) => {
      const isHere =
        keys.has(old) || (!standing.has(old) && [...one.members.keys()].some((each) => keys.has(each)));
      return old !== key && isHere;
    });
    const taken = continued.find(([old]) => keys.has(old));
    const older = [before ?? [], isBack ? ended : [], continued.map(([, one]) => one)].flat();
    const began = Math.min(...members.map((one) => one.since.at));
    const seen = Math.max(1, ...older.map((one) => one.times)) + (isBack ? 1 : 0);
    const times = Math.max(seen, ...members.map(({ beats = 1 }) => beats));
    // The beginning of a problem that stands may be found better; that of one that has ended stays.
    const left = [...(before?.members ?? [])].flatMap(([one, since]) => (keys.has(one) ? [] : [since]));
    const others = older.flatMap((one) => (one === before ? (one.before ?? []) : one.since));
    const earlier = [...left, ...others];
    return {
      named: older[0]?.named ?? key,
      since: firstBeginning([...members.map((one) => one.since), ...earlier]),
      before: earlier.length > 0 ? firstBeginning(earlier) : undefined,
      severity: severityOf(members, state, together.harm, before?.severity),
      first: isBack ? ended.since : before?.first,
      times,
      members: keys,
      viewers: together.harm,
      read: taken ? { key: taken[0], at: now } : before?.read,
      bill: billOf(
        older.map((one) => one.bill),
        {
          lost: bill.harm?.lost ?? 0,
          lostOf: bill.lostOf,
          minutes: () => minutesLost(state, began, now),
          now,
        },
      ),
    };
  }

  /** Incidents that ended in this step, and earlier ones that may still come back. */
  #endedWith(standing: ReadonlySet<string>, now: number): ReadonlyMap<string, Ended> {
    const ended = new Map(
      [...this.#ended].filter(([key, one]) => !standing.has(key) && now - one.at <= RETURNS_WITHIN_MS),
    );
    for (const [key, one] of this.#known)
      if (!standing.has(key))
        ended.set(key, {
          ...one,
          bill: billOf([one.bill], { lost: 0, lostOf: [], minutes: () => 0, now }),
          at: now,
        });
    return new Map([...ended].slice(-MOST_ENDED));
  }
}

interface Round {
  readonly state: ClusterState;
  /** By key. */
  readonly alike: ReadonlyMap<string, string>;
  readonly compared: ReadonlyMap<string, Problem>;
}

/** Key of the incident of a problem; of several, that of the cause that began last before it. */
function findIncident(
  problem: Problem,
  groups: ReadonlyMap<string, readonly Problem[]>,
  { state, alike, compared }: Round,
): string | undefined {
  const isCause = ({ key }: Problem) => {
    const member = compared.get(key);
    if (!member) return false;
    const likeness = alike.get(problem.key);
    if (likeness !== undefined && likeness === alike.get(key)) return true;
    return mayFollow(problem, member, state);
  };
  const distance = ({ since }: Problem) => Math.abs(problem.since.at - since.at);
  return [...groups]
    .flatMap(([key, members]) => {
      const causes = members.filter(isCause);
      return causes.length > 0 ? [{ key, distance: Math.min(...causes.map(distance)) }] : [];
    })
    .sort((a, b) => a.distance - b.distance)[0]?.key;
}

/** Key of an incident of figures that part, or of a loss, which follows from this problem: it began clearly before. */
function findEffect(
  problem: Problem,
  groups: ReadonlyMap<string, readonly Problem[]>,
  { state, compared }: Round,
): string | undefined {
  return [...groups.keys()].find((key) => {
    const root = compared.get(key);
    if (root?.kind !== 'parted' && root?.kind !== 'loss') return false;
    return root.since.at > problem.since.at + CLEARLY_MS && mayFollow(root, problem, state);
  });
}

/** The severity of the worst problem, or of the loss of viewers in total. */
function severityOf(
  members: readonly Problem[],
  { dashboard }: ClusterState,
  harm: Harm | undefined,
  before: Severity | undefined,
): Severity {
  const worst = worstSeverity(members.map(({ severity }) => severity));
  const now = dashboard.value?.viewersStats?.total?.value;
  if (members.length === 1 || !harm || now == null) return worst;
  const least = before === 'critical' ? STILL_CRITICAL_PERCENT : CRITICAL_PERCENT;
  return 100 * harm.lost >= least * (now + harm.lost) ? 'critical' : worst;
}

/** The incident as its problems store it; undefined if it has only one problem. */
function incidentIn(
  key: string,
  members: readonly Problem[],
  known: KnownIncident | undefined,
): IncidentOf | undefined {
  const [only, other] = members;
  if (!known || !only) return undefined;
  const { since, severity, times, read } = known;
  const named = known.named === key ? undefined : known.named;
  const isPlain =
    !other && times === 1 && !named && severity === only.severity && isDeepStrictEqual(since, only.since);
  return isPlain ? undefined : { root: key, named, since, severity, times, read };
}
