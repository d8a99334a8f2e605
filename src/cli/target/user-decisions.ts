import type { Clock } from '../../base/clock.ts';
import { ConfigError } from '../../config/error.ts';
import { isForCluster, openPlannedWork, type PlannedLine } from '../../config/planned-work-file.ts';
import type { ClusterTarget } from '../../config/resolve.ts';
import { type Acknowledgement, openClusterMemory } from '../../config/state-files.ts';
import { describeError } from '../../http/errors.ts';
import { stillHolds } from '../../triage/acknowledge.ts';
import type { PlannedWork } from '../../triage/planned-work.ts';
import type { Problem } from '../../triage/problem.ts';

/** Acknowledgements from the screens, and planned work from its file, for one cluster. */
export interface UserDecisions {
  readonly works: readonly PlannedWork[];
  /** By the problem's key. */
  readonly acknowledged: Readonly<Record<string, Acknowledgement>>;
  /** What could not be read of this, in words: a line that is not understood must not hide a problem. */
  readonly doubts: readonly string[];
}

/** Reads both from the files in `stateDir`. Never rejects. */
export async function readUserDecisions(
  { name, url }: Pick<ClusterTarget, 'name' | 'url'>,
  stateDir: string,
  clock: Clock,
): Promise<UserDecisions> {
  const doubts: string[] = [];
  const works = await plannedWorks(stateDir, clock, doubts).catch((error: unknown) => {
    doubts.push(`planned work is not known: ${wordsOf(error)}`);
    return [];
  });
  const memory = openClusterMemory(stateDir, url, clock, (notice) => doubts.push(notice));
  const acknowledged = await memory.read().then(
    ({ acknowledgements }) => acknowledgements,
    (error: unknown) => {
      doubts.push(`acknowledgements are not known: ${wordsOf(error)}`);
      return {};
    },
  );
  return { works: works.filter((line) => isForCluster(line, name)), acknowledged, doubts };
}

async function plannedWorks(
  stateDir: string,
  clock: Clock,
  doubts: string[],
): Promise<readonly PlannedLine[]> {
  const { path, read } = openPlannedWork(stateDir, clock);
  const { lines, unreadable } = await read();
  if (unreadable.length > 0) doubts.push(`not understood in ${path}: line ${unreadable.join(', ')}`);
  return lines;
}

/**
 * The problem with its acknowledgement from a screen, or that of its cause, unless that has ended. `at` is Unix ms.
 */
export function withAcknowledgement(
  problem: Problem,
  acknowledged: Readonly<Record<string, Acknowledgement>> | undefined,
  at: number,
): Problem {
  const own = acknowledged?.[problem.key];
  const root = problem.incident && acknowledged?.[problem.incident.root];
  const how = [own, root].find((each) => each && stillHolds(each, problem, at));
  return how ? { ...problem, acknowledged: how } : problem;
}

function wordsOf(error: unknown): string {
  return error instanceof ConfigError ? error.message : describeError(error).message;
}
