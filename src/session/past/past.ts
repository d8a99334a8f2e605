import type { Past, TimeMark } from '../../actions/time-travel.ts';
import { MINUTE_MS } from '../../base/durations.ts';
import type { Readable } from '../../base/readable.ts';
import type { ClusterState } from '../../cluster/state.ts';
import type { ProblemMark } from '../../history/problems/problem-store.ts';
import type { TriageState } from '../../triage/engine.ts';
import type { Problem, Severity } from '../../triage/problem.ts';
import { problemInFull } from '../../views/problems/words.ts';
import type { KeptHistory } from '../kept-history.ts';
import { momentAt, unwatched } from './moment-at.ts';

interface PastOptions {
  /** The one that can be read now. */
  readonly history: () => Pick<KeptHistory, 'reader' | 'flush'> | undefined;
  /** The current ones: they provide name, login and thresholds. */
  readonly cluster: Readable<ClusterState>;
  readonly triage: Readable<TriageState>;
}

/** In this time after the start, the resources that are requested last are missing, ms. */
const FIRST_ROUND_MS = 3_000;

/** The past of a cluster, from its history. */
export function createPast({ history, cluster, triage }: PastOptions): Past {
  const marksOf = ({ at, until, severity, problem }: ProblemMark) =>
    timeMarks(problem, at, { severity, until });
  /** With what was seen up to that moment. */
  const readerUpTo = (moment: number) => {
    const kept = history();
    kept?.flush?.(moment);
    return kept?.reader;
  };
  return {
    get from() {
      return history()?.reader?.range()?.from;
    },
    marks: (from, to) => (readerUpTo(to)?.marks(from, to) ?? []).flatMap(marksOf),
    unwatched: (from, to) => unwatched(history()?.reader, from, to).map((gap) => [gap.from, gap.to] as const),
    problemBeside(at, direction) {
      const mark = readerUpTo(at)?.markBeside(at, direction);
      return mark && marksOf(mark)[0];
    },
    watchedBeside(at, direction) {
      const gap = unwatched(history()?.reader, at, at).find(
        ({ from, to }) => from < at && at < to + FIRST_ROUND_MS,
      );
      if (!gap) return at;
      return direction > 0 ? gap.to + FIRST_ROUND_MS : gap.from;
    },
    async at(moment) {
      const reader = readerUpTo(moment);
      const { thresholds } = triage.getState();
      if (!reader) throw new Error('There is no history of that time.');
      return momentAt(reader, moment, { live: cluster.getState(), thresholds, holdsMs: MINUTE_MS });
    },
  };
}

/** The mark of a problem that was raised at that moment (Unix ms); none for one that only informs. */
export function timeMarks(
  problem: Problem,
  at: number,
  { severity = problem.severity, until }: { readonly severity?: Severity; readonly until?: number } = {},
): readonly TimeMark[] {
  return severity === 'info' ? [] : [{ at, until, severity, label: problemInFull(problem) }];
}
