import { turn } from '../../../src/base/turn.ts';
import { createClusterStore } from '../../../src/cluster/store.ts';
import { connect } from '../../../src/http/connect.ts';
import { createMonitor } from '../../../src/polling/create-monitor.ts';
import { createTriageStore } from '../../../src/session/triage-store.ts';
import { createTriage } from '../../../src/triage/engine.ts';
import { mergeThresholds } from '../../../src/triage/thresholds.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { type SimulatorOptions, startSimulator } from '../../world/start.ts';

/** The whole stack below the screen and its cluster on a clock of its own, over real HTTP; counts requests. */
export async function accelerated(options: SimulatorOptions, clock = new ManualClock()) {
  const simulator = await startSimulator({ ...options, clock });
  const { url, username, password } = simulator;
  let asked = 0;
  let open = 0;
  const connection = connect({
    url,
    clock,
    credentials: async () => ({ username, password }),
    log: () => {
      asked++;
    },
  });
  const api = new Proxy(connection.api, {
    get(target, name) {
      const method: (...parameters: unknown[]) => Promise<unknown> = Reflect.get(target, name);
      return async (...parameters: unknown[]) => {
        open++;
        try {
          return await method(...parameters);
        } finally {
          open--;
        }
      };
    },
  });
  const store = createClusterStore({ name: 'bench', url });
  const triage = createTriageStore(createTriage({ thresholds: mergeThresholds({}) }), clock);
  store.subscribe((state) => triage.step(state));
  const monitor = createMonitor({ api, store, clock, journalReach: 0 });
  return {
    clock,
    world: simulator.world,
    store,
    triage,
    monitor,
    requests: () => asked,
    /** Advances the clock and waits for the answers to the requests that this causes. */
    async step(ms: number): Promise<void> {
      await clock.advance(ms);
      const until = performance.now() + 2_000;
      while (open > 0 && performance.now() < until) await turn();
    },
    async close(): Promise<void> {
      monitor.stop();
      await connection.close();
      await simulator.close();
    },
  };
}
