import { reduceDashboard } from '../../../src/cluster/reduce-dashboard.ts';
import { createClusterStore, updateStore } from '../../../src/cluster/store.ts';
import { decode } from '../../../src/http/decode.ts';
import type { HttpRequest } from '../../../src/http/request.ts';
import { dashboardOf } from '../../../src/simulator/dashboard.ts';
import { World } from '../../../src/simulator/world.ts';
import { overviewScreen } from '../../../src/ui/screens/overview/screen.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { panesOf } from '../../support/panes-of.ts';
import { plainView } from '../../support/plain-view.ts';
import { median } from '../support/numbers.ts';

const area = { x: 0, y: 3, width: 120, height: 36 };
const ROUNDS = 40;
const APPLICATIONS = 10;
const path = '/api/cluster/dashboard';
export const askedDashboard: HttpRequest = { endpoint: 'dashboard', method: 'GET', path, headers: {} };

/** Dashboards of a cluster whose figures all move, two seconds apart. */
function dashboards(servers: number, rounds: number): Buffer[] {
  const clock = new ManualClock();
  const world = new World({ seed: 1, scenario: 'steady', clock, servers, streams: servers * 10 });
  return Array.from({ length: rounds }, (_, round) => {
    clock.jumpWall(2_000);
    const data = dashboardOf(world) as { topology: { serverName: string; applications: object[] }[] };
    for (const [index, server] of data.topology.entries()) {
      const [first = {}] = server.applications;
      server.applications = Array.from({ length: APPLICATIONS }, (_, application) => ({
        ...first,
        id: `${server.serverName}-${application}`,
        name: `app-${application}`,
        viewers: { count: (index * 7 + round * 3 + application) % 900, cap: 1_000 },
        bandwidth: { inBandwidth: 1_000_000 + index * round, outBandwidth: 9_000_000 + application * round },
      }));
    }
    return Buffer.from(JSON.stringify({ data, meta: { executionTime: 1, generatedAt: clock.now() } }));
  });
}

/** Parse, check, store and view against `JSON.parse` of the same bytes, alternately; medians in ms. */
export async function poll() {
  const bodies = dashboards(1_000, ROUNDS);
  const store = createClusterStore({ name: 'bench', url: 'http://bench' });
  const whole: number[] = [];
  const bare: number[] = [];
  let at = Date.UTC(2026, 0, 15);
  for (const body of bodies) {
    at += 2_000;
    const start = performance.now();
    JSON.parse(body.toString('utf8'));
    const between = performance.now();
    const { value, unreadable } = decode('dashboard', askedDashboard, body);
    const dashboard = value.data;
    store.recorder.dashboard(dashboard, at, 2_000, 0);
    store.recorder.servers(dashboard.topology ?? [], at, 2_000);
    updateStore(store, (state) =>
      reduceDashboard(state, { value: dashboard, unreadable, generatedAt: at }, at),
    );
    panesOf(overviewScreen, plainView(store.getState(), at), overviewScreen.initial, area);
    whole.push(performance.now() - between);
    bare.push(between - start);
  }
  return { whole: median(whole), bare: median(bare), bytes: bodies[0]?.length };
}
