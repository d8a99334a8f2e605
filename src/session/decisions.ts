import type { Clock } from '../base/clock.ts';
import { errorMessage } from '../base/system-error.ts';
import { openPlannedWork } from '../config/planned-work-file.ts';
import type { ClusterTarget } from '../config/resolve.ts';
import type { ClusterMemoryFile } from '../config/state-files.ts';
import { openTeamAcknowledgements } from '../config/team-acknowledgements.ts';
import { openTeamDirectory, ownUserName, type TeamDirectory } from '../config/team-directory.ts';
import { openTeamWork } from '../config/team-work-file.ts';
import { ownsShared } from '../history/shared-directory.ts';
import { rememberAcknowledgements, shareAcknowledgements } from './acknowledgements.ts';
import { createPlannedWorks } from './planned-works.ts';
import type { Memories } from './triage-store.ts';

interface DecisionOptions {
  readonly target: Pick<ClusterTarget, 'name' | 'url'>;
  readonly clock: Clock;
  /** The shared directory of histories. */
  readonly shared?: string | undefined;
}

/**
 * What users decided about problems: acknowledgements and planned work, of all users of a team where histories are shared,
 * else of this user. `stateDir` is where this user's own are kept; without `memory` nobody acknowledges here.
 */
export function openDecisions(
  options: DecisionOptions,
  stateDir: string,
  memory: ClusterMemoryFile | undefined,
  tell: (message: string) => void,
): Memories {
  const { target, clock, shared } = options;
  const team = shared === undefined ? undefined : openTeam(shared, tell);
  const alone = openPlannedWork(stateDir, clock);
  const file = team ? openTeamWork(team, target.url, alone, clock) : alone;
  const works = createPlannedWorks(file, target.name, clock, tell);
  if (!team || shared === undefined) {
    return { works, acknowledgements: memory && rememberAcknowledgements(memory, tell) };
  }
  const acknowledgements = shareAcknowledgements({
    team: openTeamAcknowledgements(team, target.url, clock),
    clock,
    by: ownUserName(),
    isKeeper: ownsShared(shared),
    tell,
  });
  return { works, acknowledgements };
}

function openTeam(shared: string, tell: (message: string) => void): TeamDirectory | undefined {
  try {
    return openTeamDirectory(shared, ownsShared(shared));
  } catch (error) {
    tell(`Acknowledgements and planned work are not shared: ${errorMessage(error)}`);
    return undefined;
  }
}
