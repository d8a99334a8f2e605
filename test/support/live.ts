import type { ClusterState } from '../../src/cluster/state.ts';
import { createClusterStore, setSession } from '../../src/cluster/store.ts';
import { connect } from '../../src/http/connect.ts';
import { createMonitor } from '../../src/polling/create-monitor.ts';
import type { ScenarioName } from '../../src/simulator/scenarios.ts';
import { journalReach } from '../../src/triage/memory/journal.ts';
import { mergeThresholds } from '../../src/triage/thresholds.ts';
import type { IncidentSource } from '../world/incidents/source.ts';
import { startSimulator } from '../world/start.ts';
import { loginTo } from './login.ts';
import { ManualClock } from './manual-clock.ts';
import { onTheWire } from './on-the-wire.ts';

/** The clock advances in steps of this, ms, and waits for requests in progress. */
const STEP = 200;

interface LiveOptions {
  readonly servers?: number;
  readonly streams?: number;
  /** A drawn incident, in place of scenario and seed. */
  readonly incident?: number;
  /** The generator that draws it; by default that of the simulator. */
  readonly incidents?: IncidentSource | undefined;
  /** The cluster stops after this many ms, while the watcher's time goes on. */
  readonly standsAt?: number;
}

/** The whole stack in accelerated time: simulator, HTTP on loopback, clients, pollers, store. */
export async function watchLive(scenario: ScenarioName, seed: number, options: LiveOptions = {}) {
  const { standsAt, ...size } = options;
  const worldClock = new ManualClock();
  const simulator = await startSimulator({ scenario, seed, clock: worldClock, ...size });
  const { world } = simulator;
  if (standsAt !== undefined) await worldClock.advance(standsAt);
  const clock = standsAt === undefined ? worldClock : new ManualClock(world.now());
  const watching = watchServer(loginTo(simulator), { name: scenario, clock });
  return {
    ...watching,
    world,
    simulator,
    async close(): Promise<void> {
      await watching.close();
      await simulator.close();
    },
  };
}

export type LiveWatch = ReturnType<typeof watchServer>;

/** Clients, pollers and store of a server, in the time of `clock`. */
export function watchServer(
  login: Omit<Parameters<typeof connect>[0], 'clock'>,
  { name, clock }: { readonly name: string; readonly clock: ManualClock },
) {
  const connection = connect({ ...login, clock });
  const store = createClusterStore({ name, url: login.url });
  connection.session.onChange((state) => setSession(store, state));
  const monitor = createMonitor({
    api: connection.api,
    store,
    clock,
    journalReach: journalReach(mergeThresholds()),
    random: () => 0.5,
  });
  monitor.start();

  /** Waits for all answers. */
  async function settle(): Promise<void> {
    do await clock.advance(0);
    while (onTheWire() > 0);
  }

  return {
    clock,
    store,
    monitor,
    connection,
    settle,
    /** Advances the clock until the awaited event has come. */
    async until<T>(promise: Promise<T>): Promise<T> {
      let done = false;
      const end = () => {
        done = true;
      };
      promise.then(end, end);
      while (!done) await clock.advance(STEP, settle);
      return promise;
    },
    /** Runs for `ms` of the cluster's time; `see` gets every new state. */
    async run(
      ms: number,
      see: (state: ClusterState, now: number, elapsed: number) => void = () => {},
    ): Promise<void> {
      const start = clock.now();
      const off = store.subscribe((state) => see(state, clock.now(), clock.now() - start));
      while (clock.now() - start < ms) await clock.advance(STEP, settle);
      off();
    },
    async close(): Promise<void> {
      monitor.stop();
      await connection.close();
    },
  };
}
