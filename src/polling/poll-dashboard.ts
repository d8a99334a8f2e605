import { reduceDashboard } from '../cluster/reduce-dashboard.ts';
import { isNewest } from '../cluster/reduce-topology.ts';
import { askApi, type PollContext, type Poller } from './context.ts';

/** The dashboard (A11), with the topology and the histories that it carries. */
export function dashboardPoller(context: PollContext): Poller {
  const { api, clock, recorder } = context;
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
      context.update((state) => reduceDashboard(state, response, at));
      return undefined;
    },
    onFailure: (at) => recorder.dashboardFailed(at),
  };
}
