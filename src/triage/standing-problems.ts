import { isDeepStrictEqual } from 'node:util';
import type { ClusterState } from '../cluster/state.ts';
import { foldServers, foldStreams } from './fold.ts';
import type { Problem } from './problem.ts';
import { severityRank } from './rank.ts';
import type { RuleTrackers } from './rule-trackers.ts';
import { beginningOf, problemOf, standing, type Tracker } from './tracker.ts';
import { believe, type Watched } from './watched.ts';

/** A server is in the row of its group, and that in the row of all. */
const MOST_LEVELS = 3;

/** The current problems, from the trackers of all rules. A problem keeps its reference as long as nothing about it changes. */
export class StandingProblems {
  byKey: ReadonlyMap<string, Problem> = new Map();
  /** Keys of problems that are reported as part of another. */
  under: ReadonlySet<string> = new Set();
  /** The problems before streams of one place were folded. */
  #singles: ReadonlyMap<string, Problem> = new Map();
  #openedAt: number | undefined;

  /** With `watched`, a problem begins as the program knows it that watches for longer. */
  update(rules: readonly RuleTrackers[], cluster: ClusterState, now: number, watched?: Watched): void {
    this.#openedAt ??= now;
    const known = new Map(watched?.problems.map((problem) => [problem.key, problem]));
    const trackers = new Map<string, Tracker>();
    for (const { byKey } of rules) for (const [key, tracker] of byKey) trackers.set(key, tracker);
    const beginning = (key: string, tracker: Tracker) =>
      this.#singles.get(key)?.since ?? beginningOf(tracker, now);
    const rankOf = (key: string) => {
      const tracker = trackers.get(key);
      const severity = (tracker && standing(tracker)) ?? known.get(key)?.severity;
      return severity ? severityRank[severity] : -1;
    };
    const rowOf = ({ finding: { within = [], severity } }: Tracker, depth = 0): string | undefined =>
      within
        .map((key) => {
          const other = trackers.get(key);
          return (other && depth < MOST_LEVELS ? rowOf(other, depth + 1) : undefined) ?? key;
        })
        .find((key) => rankOf(key) >= severityRank[severity]);
    const rows = Map.groupBy(trackers, ([, tracker]) => rowOf(tracker));
    const inRows = new Set([...rows].flatMap(([row, own]) => (row ? own.map(([key]) => key) : [])));
    for (const rule of rules) rule.restart(inRows);
    const singles = new Map<string, Problem>();
    for (const [key, tracker] of rows.get(undefined) ?? []) {
      const severity = standing(tracker);
      if (!severity) continue;
      const before = this.#singles.get(key) ?? known.get(key);
      const members = rows.get(key) ?? [];
      // A row of many began with the first of them.
      const began = tracker.finding.folded ? members.map(([one, member]) => beginning(one, member)) : [];
      const hits = members.map(([, { finding }]) => finding.hit);
      singles.set(key, problemOf(tracker, before, began, { severity, state: cluster, now, hits }));
    }
    const before = (key: string) => this.byKey.get(key);
    const servers = foldServers([...singles.values()], cluster, before);
    const streamNamesOf = (key: string) => trackers.get(key)?.finding.streamNames;
    const { problems, folded } = foldStreams(servers.problems, cluster, streamNamesOf, before);
    this.#singles = singles;
    const all = watched ? believe(problems, watched, this.#openedAt) : { problems, under: [] };
    this.under = new Set([...inRows, ...folded, ...servers.folded, ...all.under]);
    this.byKey = new Map(all.problems.map((problem) => [problem.key, this.#sameOr(problem)]));
  }

  /** The problem object of the previous step if it is equal. */
  #sameOr(problem: Problem): Problem {
    const before = this.byKey.get(problem.key);
    return isDeepStrictEqual(before, problem) ? (before ?? problem) : problem;
  }
}
