import { isDeepStrictEqual } from 'node:util';
import type { ClusterState } from '../cluster/state.ts';
import { Causes, type Follower } from './causes.ts';
import { foldServers } from './fold-servers.ts';
import { foldStreams } from './fold-streams.ts';
import { type Beginning, nameOf, type Problem, viewersHit } from './problem.ts';
import type { RuleTrackers } from './rule-trackers.ts';
import { beginningOf, problemOf, standing, type Tracker } from './tracker.ts';
import { believe, type Watched } from './watched.ts';

/**
 * The current problems, from the trackers of all rules. A problem keeps its reference as long as nothing about it
 * changes.
 */
export class StandingProblems {
  #byKey: ReadonlyMap<string, Problem> = new Map();
  /** The problems before streams of one place were folded. */
  #singles: ReadonlyMap<string, Problem> = new Map();
  #under: ReadonlySet<string> = new Set();
  #openedAt: number | undefined;
  /** When the followers of other problems began. */
  #began: ReadonlyMap<string, Beginning> = new Map();

  get byKey(): ReadonlyMap<string, Problem> {
    return this.#byKey;
  }

  /** Keys of problems that are reported as part of another: under their cause, or in the row of their place. */
  get under(): ReadonlySet<string> {
    return this.#under;
  }

  /** With `watched`, a problem begins as the program knows it that watches for longer. */
  update(rules: readonly RuleTrackers[], cluster: ClusterState, now: number, watched?: Watched): void {
    this.#openedAt ??= now;
    const known = new Map(watched?.problems.map((problem) => [problem.key, problem]));
    const trackers = new Map<string, Tracker>();
    for (const { byKey } of rules) for (const [key, tracker] of byKey) trackers.set(key, tracker);
    const beginning = (key: string, tracker: Tracker) =>
      this.#began.get(key) ?? this.#singles.get(key)?.since ?? beginningOf(tracker, now);
    const causes = causesOf(trackers, beginning);
    const began = new Map<string, Beginning>();
    for (const [key, cause] of causes) {
      const [tracker, first] = [trackers.get(key), trackers.get(cause)];
      if (!tracker || !first) continue;
      const own = beginning(key, tracker);
      const stood = this.#began.has(key) || this.#singles.has(key);
      // A finding that was not yet a problem did not begin before its cause, whatever its first sample says.
      began.set(key, stood ? own : laterOf(own, beginning(cause, first)));
    }
    this.#began = began;
    for (const rule of rules) rule.explain((key) => causes.has(key));
    const followers = followersOf(trackers, causes, began);
    const singles = new Map<string, Problem>();
    for (const [key, tracker] of trackers) {
      const severity = standing(tracker);
      if (!severity || causes.has(key)) continue;
      const before = this.#singles.get(key) ?? known.get(key);
      singles.set(
        key,
        problemOf(tracker, severity, before, { state: cluster, now, followers: followers.get(key) ?? [] }),
      );
    }
    const before = (key: string) => this.#byKey.get(key);
    const servers = foldServers([...singles.values()], cluster, before);
    const { problems, folded } = foldStreams(servers.problems, cluster, {
      standing: before,
      streamKeys: (key) => trackers.get(key)?.finding.streamKeys,
    });
    this.#singles = singles;
    const all = watched ? believe(problems, watched, this.#openedAt) : { problems, under: [] };
    this.#under = new Set([...causes.keys(), ...folded, ...servers.folded, ...all.under]);
    this.#byKey = new Map(all.problems.map((problem) => [problem.key, this.#sameOr(problem)]));
  }

  /** The problem object of the previous step if it is equal. */
  #sameOr(problem: Problem): Problem {
    const before = this.#byKey.get(problem.key);
    return before && isSame(before, problem) ? before : problem;
  }
}

const laterOf = (a: Beginning, b: Beginning): Beginning => (a.at < b.at ? b : a);

/**
 * Effects of a server that was busy at the first poll already began at that time, too, within this tolerance, ms.
 */
const FIRST_LOOK_MS = 30_000;

/** A problem that began this long before another one, ms, does not follow from it, if both are dated by their figures. */
const TOGETHER_MS = 30_000;
const isByFigures = ({ finding: { kind } }: Tracker) => kind === 'parted' || kind === 'loss';

/** The key of the current problem that explains a finding, by the finding's key; only for explained findings. */
function causesOf(
  trackers: ReadonlyMap<string, Tracker>,
  beginning: (key: string, tracker: Tracker) => Beginning,
): ReadonlyMap<string, string> {
  const chain = new Causes({
    finding: (key) => trackers.get(key)?.finding,
    severity(key) {
      const tracker = trackers.get(key);
      return tracker && standing(tracker);
    },
    isAtAnotherTime(cause, key) {
      const [first, second] = [trackers.get(cause), trackers.get(key)];
      if (!first || !second) return false;
      const [began, follows] = [beginning(cause, first), beginning(key, second)];
      if (standing(second) && isByFigures(first) && isByFigures(second))
        return follows.at < (began.known === 'between' ? began.from : began.at) - TOGETHER_MS;
      if (first.finding.kind !== 'server-hot' || viewersHit(first.finding.hit)) return false;
      return began.known === 'before' && follows.at > began.at + FIRST_LOOK_MS;
    },
  });
  const causes = new Map<string, string>();
  for (const key of trackers.keys()) {
    const cause = chain.of(key);
    if (cause !== undefined) causes.set(key, cause);
  }
  return causes;
}

/** The followers of each problem, by its key. A finding with only one bad sample is not listed. */
function followersOf(
  trackers: ReadonlyMap<string, Tracker>,
  causes: ReadonlyMap<string, string>,
  began: ReadonlyMap<string, Beginning>,
): ReadonlyMap<string, readonly Follower[]> {
  const followers = new Map<string, Follower[]>();
  for (const [key, { finding, seen }] of trackers) {
    const cause = causes.get(key);
    if (cause === undefined || seen < 2) continue;
    const follower = { ...finding, began: began.get(key) };
    const list = followers.get(cause);
    if (list) list.push(follower);
    else followers.set(cause, [follower]);
  }
  return followers;
}

function isSame(a: Problem, b: Problem): boolean {
  return (
    a.severity === b.severity &&
    a.kind === b.kind &&
    a.form === b.form &&
    isDeepStrictEqual(a.facts, b.facts) &&
    isDeepStrictEqual(a.follows, b.follows) &&
    isDeepStrictEqual(a.measure, b.measure) &&
    isDeepStrictEqual(a.parts, b.parts) &&
    isDeepStrictEqual(foldedSummary(a), foldedSummary(b)) &&
    a.hit.viewers?.lost === b.hit.viewers?.lost &&
    a.hit.viewers?.degraded === b.hit.viewers?.degraded &&
    a.hit.copies === b.hit.copies &&
    isDeepStrictEqual(a.hit.streams, b.hit.streams) &&
    a.since.at === b.since.at &&
    marksOf(a) === marksOf(b) &&
    'id' in a.subject === 'id' in b.subject &&
    (a.subject.kind !== 'stream' || b.subject.kind !== 'stream' || a.subject.id === b.subject.id)
  );
}

/** The members of a folded problem that its sentence uses. */
function foldedSummary({ folded }: Problem): object | undefined {
  return folded && { count: folded.count, worst: folded.worst ?? folded.first[0] };
}

/** The marks of a problem in the lists, as a short text for comparison. */
function marksOf({ folded, followers = [] }: Problem): string {
  return [...(folded?.first ?? []), ...followers]
    .map(({ severity, subject }) => `${severity} ${nameOf(subject)}`)
    .join('\n');
}
