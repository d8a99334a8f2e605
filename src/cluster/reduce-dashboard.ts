import type { Dashboard } from '../protocol/dashboard.ts';
import type { ParsedResponse } from '../protocol/parsed-response.ts';
import { addEvents } from './events.ts';
import { limitChanges } from './limit-changes.ts';
import { hasDroppedServer, isNewest } from './reduce-topology.ts';
import { succeeded } from './resource.ts';
import { dashboardRestarts } from './restarts.ts';
import { mergeServers } from './servers.ts';
import type { ClusterState } from './state.ts';

/** A dashboard that arrived at `at` (Unix ms, local), with the topology that it carries (A11). */
export function reduceDashboard(
  state: ClusterState,
  reply: ParsedResponse<Dashboard>,
  at: number,
): ClusterState {
  const dashboard = succeeded(state.dashboard, reply, at);
  const before = state.dashboard.value;
  const noticed = [...dashboardRestarts(before, reply.value, at), ...limitChanges(before, reply.value, at)];
  const next = { ...state, dashboard, events: addEvents(state.events, noticed) };
  const topology = dashboard.value?.topology;
  if (!topology || !isNewest(reply.generatedAt, state.topology, at)) return next;
  const believed =
    topology.length > 0 &&
    state.topology.value?.mockupEnabled !== true &&
    !hasDroppedServer(reply.unreadable);
  const { servers, events } = mergeServers(state.servers, topology, at, believed);
  return { ...next, servers, events: addEvents(next.events, events) };
}
