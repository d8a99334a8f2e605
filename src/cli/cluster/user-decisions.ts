import { systemClock } from '../../base/clock.ts';
import { ConfigError } from '../../config/error.ts';
import { defaultPaths } from '../../config/paths.ts';
import { openPlannedWork, worksOf } from '../../config/planned-work-file.ts';
import type { ClusterTarget } from '../../config/resolve.ts';
import { type Acknowledgement, openClusterMemory } from '../../config/state-files.ts';
import { openTeamAcknowledgements } from '../../config/team-acknowledgements.ts';
import { openTeamDirectory, type TeamDirectory } from '../../config/team-directory.ts';
import { openTeamWork } from '../../config/team-work-file.ts';
import { type HistoryPlace, sharedDirectory } from '../../history/shared-directory.ts';
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

/** Reads both from the files of this user, and those of a team from below the histories they share. Never rejects. */
export async function readUserDecisions(
  target: Pick<ClusterTarget, 'name' | 'url' | 'wholeClusterWork'>,
  place: HistoryPlace,
): Promise<UserDecisions> {
  const { url } = target;
  const { stateDir } = defaultPaths();
  const shared = sharedDirectory(place);
  const doubts: string[] = [];
  const note = <T>(what: string, otherwise: T) => {
    return (error: unknown) => {
      const { message } = error instanceof ConfigError ? error : describeError(error);
      doubts.push(`${what}: ${message}`);
      return otherwise;
    };
  };
  const team = await openTeam(shared).catch(note('what others decided is not known', undefined));
  const alone = openPlannedWork(stateDir, systemClock);
  const planned = await (team ? openTeamWork(team, url, alone, systemClock) : alone)
    .read()
    .catch(note('planned work is not known', { lines: [], doubts: [] }));
  const memory = openClusterMemory(stateDir, url, systemClock, (notice) => doubts.push(notice));
  const own = () => memory.read().then(({ acknowledgements }) => acknowledgements);
  const acknowledged = await (team ? ofTeam(team, url, doubts) : own()).catch(
    note('acknowledgements are not known', {}),
  );
  const counted = worksOf(planned.lines, target, systemClock.now());
  doubts.push(...planned.doubts, ...counted.doubts);
  return { works: counted.works, acknowledged, doubts };
}

async function openTeam(shared: string | undefined): Promise<TeamDirectory | undefined> {
  return shared === undefined ? undefined : openTeamDirectory(shared, false);
}

async function ofTeam(team: TeamDirectory, url: string, doubts: string[]) {
  const read = await openTeamAcknowledgements(team, url, systemClock).read();
  doubts.push(...read.doubts);
  return Object.fromEntries([...read.decisions].filter(([, { lifted }]) => !lifted));
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
