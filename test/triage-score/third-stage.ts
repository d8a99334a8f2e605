import { watchServer } from '../support/live.ts';
import { ManualClock } from '../support/manual-clock.ts';
import type { Stage } from './observe.ts';
import type { ScoredFault, ScoredWorld } from './scored-world.ts';
import { thirdAffected, thirdExtent, thirdLostShare } from './third/extent.ts';
import { serveThird } from './third/server.ts';
import { type Change, type ThirdWorld, thirdWorld } from './third/world.ts';

interface ThirdStage extends Stage {
  readonly drawn: ThirdWorld;
  readonly credentials: () => Promise<{ readonly username: string; readonly password: string }>;
}

/** A third world over HTTP on loopback, and the program that watches it. */
export async function openThird(seed: number, change?: Change): Promise<ThirdStage> {
  const world = thirdWorld(seed, change);
  const clock = new ManualClock(world.startAt);
  const server = await serveThird(world, clock);
  const live = watchServer(server.login, { name: world.kind, clock });
  return {
    live,
    world: scoredThird(world),
    drawn: world,
    credentials: server.login.credentials,
    async close(): Promise<void> {
      await live.close();
      await server.close();
    },
  };
}

/** Seconds for which a world is watched after what only looks like a fault. */
const QUIET_AFTER_S = 400;
/** What is said of how the cluster is built stands this soon after the first look, seconds. */
const FIRST_LOOK_S = 60;

function scoredThird(world: ThirdWorld): ScoredWorld {
  const { seed, kind, startAt, truth, happensAt, cluster } = world;
  const isSingle = cluster.servers.filter(({ isManager }) => isManager).length === 1;
  const fault: ScoredFault | undefined = truth && {
    ...truth,
    extent: truth.figures,
    figuresAt: (t) => thirdExtent(world, t),
    lostShare: (t) => thirdLostShare(world, t),
    affected: (t) => thirdAffected(world, t),
  };
  return {
    seed,
    kind,
    startAt,
    faults: fault ? [fault] : [],
    quietS: happensAt + QUIET_AFTER_S,
    isTrueRemark: (about, t) => isSingle && t < FIRST_LOOK_S && about.includes('cluster'),
  };
}
