import { bringsServers, isNewest, reduceTopology } from '../cluster/reduce-topology.ts';
import { askApi, type PollContext, type Poller } from './context.ts';

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
