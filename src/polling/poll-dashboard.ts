import {
  bringsServers,
  isNewest,
  reduceDashboard,
  reduceTopology,
  withoutPoints,
} from '../cluster/reduce-dashboard.ts';
import { askApi, type PollContext, type Poller } from './context.ts';
import { createJumpWatch } from './early-sweep.ts';

/**
 * The dashboard (A11), with the topology and the histories in it. `onJump` is called when its counts have changed
 * suddenly.
 */
export function dashboardPoller(context: PollContext, onJump: () => void): Poller {
  const { api, clock, recorder } = context;
  const isJump = createJumpWatch();
  return {
    key: 'dashboard',
    async poll(signal, interval) {
      const response = await askApi(context, signal, (options) => api.dashboard(options));
      const at = clock.now();
      recorder.dashboard(response.value, at, interval, context.skew.current ?? 0);
      const { topology } = response.value;
      if (topology && isNewest(response.generatedAt, context.getState().topology, at)) {
        recorder.servers(topology, at, interval);
      }
      const value = withoutPoints(response.value);
      context.update((state) => reduceDashboard(state, { ...response, value }, at));
      if (isJump(value, context.getState())) onJump();
      return undefined;
    },
    onFailure: (at) => recorder.dashboardFailed(at),
  };
}

/** The topology (A12): for `mockupEnabled`, and if the dashboard contains no topology. */
export function topologyPoller(context: PollContext): Poller {
  const { api, clock, recorder } = context;
  return {
    key: 'topology',
    async poll(signal, interval) {
      const response = await askApi(context, signal, (options) => api.topology(options));
      const at = clock.now();
      const { dashboard } = context.getState();
      if (!bringsServers(dashboard) && isNewest(response.generatedAt, dashboard, at)) {
        recorder.servers(response.value.topology, at, interval);
      }
      context.update((state) => reduceTopology(state, response, at));
      return undefined;
    },
  };
}
