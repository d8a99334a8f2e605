import type { Clock } from '../base/clock.ts';
import { SECOND_MS } from '../base/durations.ts';
import { errorMessage } from '../base/system-error.ts';
import { openPlannedWork } from '../config/planned-work-file.ts';
import type { ClusterTarget } from '../config/resolve.ts';
import type { Acknowledgement, ClusterMemoryFile } from '../config/state-files.ts';
import { openTeamAcknowledgements } from '../config/team-acknowledgements.ts';
import { openTeamDirectory, ownUserName, type TeamDirectory } from '../config/team-directory.ts';
import { openTeamWork } from '../config/team-work-file.ts';
import { ownsShared } from '../history/shared-directory.ts';
import { rememberAcknowledgements, shareAcknowledgements } from './acknowledgements.ts';
import { createPlannedWorks } from './planned-works.ts';
import type { Memories } from './triage-store.ts';

interface DecisionOptions {
  readonly target: Pick<ClusterTarget, 'name' | 'url' | 'wholeClusterWork'>;
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
  const own = openPlannedWork(stateDir, clock);
  const alone: Memories = {
    works: createPlannedWorks(own, target, clock, tell),
    acknowledgements: memory && rememberAcknowledgements(memory, tell),
  };
  if (shared === undefined) return alone;
  const sharedBy = (team: TeamDirectory): Memories => ({
    works: createPlannedWorks(openTeamWork(team, target.url, own, clock), target, clock, tell),
    acknowledgements: shareAcknowledgements({
      team: openTeamAcknowledgements(team, target.url, clock),
      clock,
      by: ownUserName(),
      isKeeper: ownsShared(shared),
      tell,
    }),
  });
  const team = openTeam(shared, tell);
  if (team) return sharedBy(team);
  return untilShared(alone, clock, () => {
    const made = openTeam(shared, () => {});
    if (!made) return undefined;
    tell('Acknowledgements and planned work are shared from now on.');
    return sharedBy(made);
  });
}

/** A directory of the team that could not be used is tried again after this time, ms. */
const TRY_EVERY_MS = 5 * SECOND_MS;

/** Those of `alone` until `open` returns others: a monitor may be started before the recorder, which makes the directory. */
function untilShared(alone: Memories, clock: Clock, open: () => Memories | undefined): Memories {
  let used = alone;
  let triedAt = clock.now();
  /** What this program acknowledged so far, which the others learn then. */
  const kept = new Map<string, Acknowledgement>();
  const current = (): Memories => {
    const now = clock.now();
    if (used !== alone || Math.abs(now - triedAt) < TRY_EVERY_MS) return used;
    triedAt = now;
    used = open() ?? alone;
    if (used !== alone) for (const [key, how] of kept) used.acknowledgements?.keep(key, how);
    return used;
  };
  return {
    works: {
      current: () => current().works?.current() ?? [],
      begin: (work) => current().works?.begin(work),
      end: (object) => current().works?.end(object),
    },
    acknowledgements: {
      get by() {
        return current().acknowledgements?.by;
      },
      find: (problem) => current().acknowledgements?.find(problem),
      keep(key, how) {
        current().acknowledgements?.keep(key, how);
        kept.set(key, how);
      },
      drop(key) {
        kept.delete(key);
        current().acknowledgements?.drop(key);
      },
      expire(key) {
        kept.delete(key);
        current().acknowledgements?.expire(key);
      },
    },
  };
}

function openTeam(shared: string, tell: (message: string) => void): TeamDirectory | undefined {
  try {
    return openTeamDirectory(shared, ownsShared(shared));
  } catch (error) {
    tell(`Acknowledgements and planned work are not shared: ${errorMessage(error)}`);
    return undefined;
  }
}
