import type { Dashboard, DashboardHistory } from '../protocol/dashboard.ts';
import type { ParsedResponse, Unreadable } from '../protocol/parsed-response.ts';
import type { Server, Topology } from '../protocol/topology.ts';
import { addEvents } from './events.ts';
import { limitChanges } from './limit-changes.ts';
import { succeeded } from './resource.ts';
import { dashboardRestarts } from './restarts.ts';
import { mergeServers } from './servers.ts';
import type { ClusterState, Resource, ServerRecord } from './state.ts';

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

/** Three quarters of a dashboard are the points of its histories, which the recorder has taken, and which all change with time. */
export function withoutPoints(dashboard: Dashboard): Dashboard {
  const { viewersStats, streamStats, incomingTraffic, outgoingTraffic } = dashboard;
  const bare = (history: DashboardHistory | null | undefined) => history && { ...history, data: undefined };
  return {
    ...dashboard,
    viewersStats: viewersStats && {
      ...viewersStats,
      viewerCountHistory: bare(viewersStats.viewerCountHistory),
    },
    streamStats: streamStats && { ...streamStats, streamCountHistory: bare(streamStats.streamCountHistory) },
    incomingTraffic: incomingTraffic && {
      ...incomingTraffic,
      inBandwidthHistory: bare(incomingTraffic.inBandwidthHistory),
    },
    outgoingTraffic: outgoingTraffic && {
      ...outgoingTraffic,
      outBandwidthHistory: bare(outgoingTraffic.outBandwidthHistory),
    },
  };
}

/** Responses that arrived this close together may have overtaken each other, ms. */
const OVERTAKING_MS = 5_000;

/**
 * Whether a response generated at `generatedAt` is newer than the `other` resource that also carries the topology. Only
 * responses that arrived close together are compared: a server whose clock was set back is not ignored for hours.
 */
export function isNewest(generatedAt: number | undefined, other: Resource<unknown>, at: number): boolean {
  if (generatedAt === undefined || other.generatedAt === undefined || other.updatedAt === undefined)
    return true;
  return generatedAt >= other.generatedAt || Math.abs(at - other.updatedAt) > OVERTAKING_MS;
}

/** Whether a server of the topology was dropped because it has no readable name. */
function hasDroppedServer(unreadable: readonly Unreadable[]): boolean {
  return unreadable.some(({ path, item }) => item && /^data\.topology\.\d+$/.test(path));
}

/**
 * Whether the dashboard contains all servers, all readable. The topology then only tells which ones are missing:
 * with two lists, a server with different names, or without figures in one of them, would seem to vanish and come
 * back.
 */
export function bringsServers({ value, error, unreadable }: Resource<Dashboard>): boolean {
  return (value?.topology?.length ?? 0) > 0 && error === undefined && !hasDroppedServer(unreadable);
}

/** A topology that arrived at `at` (Unix ms, local; A12). */
export function reduceTopology(
  state: ClusterState,
  reply: ParsedResponse<Topology>,
  at: number,
): ClusterState {
  const topology = succeeded(state.topology, reply, at);
  const value = topology.value;
  const next = { ...state, topology };
  if (!value || !isNewest(reply.generatedAt, state.dashboard, at)) return next;
  const believed =
    value.topology.length > 0 && value.mockupEnabled !== true && !hasDroppedServer(reply.unreadable);
  const listed = bringsServers(state.dashboard) ? knownOf(state.servers, value.topology) : value.topology;
  const { servers, events } = mergeServers(state.servers, listed, at, believed);
  return { ...next, servers, events: addEvents(state.events, events) };
}

/**
 * Those of the known servers that are listed, with their known values. One that was gone is back once the dashboard
 * contains it.
 */
function knownOf(known: readonly ServerRecord[], listed: readonly Server[]): readonly Server[] {
  const names = new Set(listed.map(({ serverName }) => serverName));
  return known
    .filter(({ name, goneSince }) => goneSince === undefined && names.has(name))
    .map(({ server }) => server);
}
