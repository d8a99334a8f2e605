import { afterEach, expect, test } from 'vitest';
import type { ScreenName } from '../../src/actions/screen-table.ts';
import { count, rate } from '../../src/base/format.ts';
import { ManualClock } from '../../src/base/manual-clock.ts';
import { checkCluster } from '../../src/cli/check-cluster.ts';
import { collect } from '../../src/cli/snapshot-collect.ts';
import { snapshotJson } from '../../src/cli/snapshot-json.ts';
import type { ClusterState } from '../../src/cluster/state.ts';
import { createClusterStore, setSession } from '../../src/cluster/store.ts';
import { type Connection, connect } from '../../src/http/connect.ts';
import { createMonitor } from '../../src/polling/create-monitor.ts';
import { createTriageStore } from '../../src/session/triage-store.ts';
import type { ScenarioName } from '../../src/simulator/scenarios.ts';
import { startSimulator } from '../../src/simulator/start.ts';
import { createTriage, type TriageState } from '../../src/triage/engine.ts';
import type { Problem } from '../../src/triage/problem.ts';
import { mergeThresholds } from '../../src/triage/thresholds.ts';
import type { Metric } from '../../src/views/metric.ts';
import { metrics } from '../../src/views/metrics.ts';
import { fakeServices } from '../support/fake-services.ts';

/*
 * One cluster, whose time stands still, looked at by every way there is: what the screens, `snapshot`, `check` and
 * `export` count must be the same.
 */

const thresholds = mergeThresholds();
const size = { columns: 200, rows: 60 };
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A cluster as it is after so many seconds, and stays. */
async function standing(scenario: ScenarioName, seconds: number) {
  const worldClock = new ManualClock();
  const simulator = await startSimulator({ scenario, clock: worldClock, seed: 7, passive: true });
  ends.push(() => simulator.close());
  // The story goes on with every look at the world.
  for (let passed = 0; passed < seconds; passed++) {
    await worldClock.advance(1_000);
    simulator.world.frame();
  }
  const { url, username, password, world } = simulator;
  const clock = new ManualClock(world.now());
  const connection = connect({ url, clock, credentials: async () => ({ username, password }) });
  ends.push(() => connection.close());
  return { url, clock, connection };
}
