import { metricsText } from '../../../src/cli/export/open-metrics.ts';
import { reduceDashboard } from '../../../src/cluster/reduce-dashboard.ts';
import { createClusterStore, updateStore } from '../../../src/cluster/store.ts';
import { decode } from '../../../src/http/decode.ts';
import { dashboardOf } from '../../../src/simulator/dashboard.ts';
import { World } from '../../../src/simulator/world.ts';
import { noTriage } from '../../../src/triage/engine.ts';
import { defaultThresholds } from '../../../src/triage/thresholds.ts';
import { metrics } from '../../../src/views/metrics/metrics.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { median } from '../support/numbers.ts';
import { askedDashboard } from './poll.ts';

const ROUNDS = 60;
const SERVERS = 1_000;

/**
 * The metrics of a large cluster as text, against writing the same lines from names and labels that are ready;
 * alternately, medians in ms.
 */
export async function scrape() {
  const clock = new ManualClock();
  const world = new World({ seed: 1, scenario: 'steady', clock, servers: SERVERS, streams: SERVERS });
  const body = Buffer.from(
    JSON.stringify({ data: dashboardOf(world), meta: { executionTime: 1, generatedAt: clock.now() } }),
  );
  const { value, unreadable } = decode('dashboard', askedDashboard, body);
  const store = createClusterStore({ name: 'bench', url: 'http://bench' });
  const at = clock.now();
  updateStore(store, (state) => {
    const next = reduceDashboard(state, { value: value.data, unreadable, generatedAt: at }, at);
    return { ...next, dashboard: { ...next.dashboard, interval: 2_000 } };
  });
  const known = metrics(store.getState(), noTriage(defaultThresholds), at);
  const write = () =>
    Buffer.from(metricsText([{ metrics: known, labels: { cluster: 'bench' } }], 'open').text);
  const ready = write()
    .toString('utf8')
    .split('\n')
    .map((line) => {
      const [, head = line, value] = /^([^#].*) (\S+)$/.exec(line) ?? [];
      return { head, value: value === undefined ? undefined : Number(value) };
    });
  const whole: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    Buffer.from(ready.map(({ head, value }) => (value === undefined ? head : `${head} ${value}`)).join('\n'));
    const between = performance.now();
    write();
    whole.push(performance.now() - between);
    bare.push(between - start);
  }
  return {
    whole: median(whole),
    bare: median(bare),
    samples: ready.filter(({ value }) => value !== undefined).length,
  };
}
