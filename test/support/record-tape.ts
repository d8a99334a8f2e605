import { turn } from '../../src/base/turn.ts';
import { bareTarget } from '../../src/cli/cluster/bare-target.ts';
import type { ClusterState } from '../../src/cluster/state.ts';
import { recordInto } from '../../src/recording/entry.ts';
import { openTapeWriter } from '../../src/recording/tape-writer.ts';
import { type ClusterSession, openClusterSession } from '../../src/session/cluster-session.ts';
import { type SimulatorOptions, startSimulator } from '../world/start.ts';
import { ManualClock } from './manual-clock.ts';

/** Beginning of every recording, Unix ms. */
export const TAPE_START = Date.UTC(2026, 0, 15, 12);

/** Records this many ms of a cluster called `lab` in accelerated time; `tick` comes each 10 s. Returns its state at the end. */
export async function recordTape(
  path: string,
  ms: number,
  world: Pick<SimulatorOptions, 'scenario' | 'seed'>,
  tick: (session: ClusterSession) => void = () => {},
): Promise<ClusterState> {
  const clock = new ManualClock(TAPE_START);
  const { url, username, password, close } = await startSimulator({ ...world, clock });
  const writer = await openTapeWriter(path, { cluster: 'lab', clock, onFailure: () => {} });
  const session = openClusterSession({
    target: { ...bareTarget('lab', url), readOnly: true },
    clock,
    credentials: async () => ({ username, password }),
    random: () => 0.5,
    ...recordInto(writer),
  });
  session.monitor.start();
  while (clock.now() < TAPE_START + ms) {
    await clock.advance(100);
    for (let turns = 0; turns < 20; turns++) await turn();
    if ((clock.now() - TAPE_START) % 10_000 === 0) tick(session);
  }
  const state = session.store.getState();
  await session.close();
  await writer.close();
  await close();
  return state;
}
