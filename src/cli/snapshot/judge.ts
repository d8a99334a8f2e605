import { systemClock } from '../../base/clock.ts';
import type { ClusterTarget } from '../../config/resolve.ts';
import type { HistoryPlace } from '../../history/shared-directory.ts';
import { watchedNow } from '../../session/recorder.ts';
import { judgeLooks, type Look, type OneShot } from '../../triage/one-shot.ts';
import { withPlannedWork } from '../../triage/planned-work.ts';
import type { Thresholds } from '../../triage/threshold-families.ts';
import { type Watched, withWatched } from '../../triage/watched.ts';
import { readUserDecisions, type UserDecisions, withAcknowledgement } from '../cluster/user-decisions.ts';

/** What is known of a cluster beyond one look at it. */
interface KnownBefore extends UserDecisions {
  /** What a program that watches it all the time found. */
  readonly watched: Watched | undefined;
}

/** From the files of this user; the cluster is asked nothing. Never rejects. */
export async function knownBefore(target: ClusterTarget, place: HistoryPlace): Promise<KnownBefore> {
  const decisions = await readUserDecisions(target, place);
  const { watched, untold } = await watchedNow(target, place, systemClock.now());
  return { ...decisions, doubts: [...untold, ...decisions.doubts], watched };
}

/** What is wrong by one look and by what is known before it; effects of planned work and what people know are marked. */
export function judgeOnce(
  look: Look,
  thresholds: Thresholds,
  patterns: ClusterTarget['journalPatterns'],
  known: KnownBefore,
): OneShot {
  return withKnown(judgeLooks([look], thresholds, patterns), look, known);
}

/** What was found at a moment, with what others know: who watches for longer, and the users. */
export function withKnown(
  look: OneShot,
  { state, at }: Look,
  { watched, works, acknowledged }: KnownBefore,
): OneShot {
  const judged = watched ? withWatched(look, watched) : look;
  const planned = withPlannedWork(judged.problems, works, state, { now: at, known: new WeakMap() });
  return {
    ...judged,
    problems: planned.map((problem) =>
      problem.acknowledged ? problem : withAcknowledgement(problem, acknowledged, at),
    ),
  };
}
