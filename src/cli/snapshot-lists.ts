import type { ServerRecord } from '../cluster/state.ts';
import type { Application } from '../protocol/application.ts';
import type { JournalEntry } from '../protocol/journal.ts';
import type { Stream } from '../protocol/stream.ts';
import type { Server } from '../protocol/topology.ts';
import { share } from '../views/format.ts';
import { measuredScore, viewersAtRisk } from '../views/health.ts';
import { serverLoad, serverRole, serverTotal } from '../views/server-load.ts';
import type { LoadJson, SnapshotJson } from './snapshot-schema.ts';

type Item<K extends keyof SnapshotJson> = Extract<SnapshotJson[K], readonly unknown[]>[number];
type Maybe = number | null | undefined;

/** Unix ms as ISO 8601, or null where it is missing or no time at all. */
export function timeJson(ms: Maybe): string | null {
  if (ms == null) return null;
  const date = new Date(ms);
  // Years of more than four digits are nobody's time, and few programs read them.
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999 || date.getUTCFullYear() < 0
    ? null
    : date.toISOString();
}

/** A limit of null is unlimited, a missing one is not known: JSON has one null for both. */
export function unlimitedJson(limit: Maybe): boolean | null {
  return limit === undefined ? null : limit === null;
}

/** A value against its limit. JSON has one null: `unlimited` tells no limit from one that is not known. */
export function loadJson(value: Maybe, limit: Maybe): LoadJson {
  return {
    value: value ?? null,
    limit: limit ?? null,
    unlimited: unlimitedJson(limit),
    share: share(value, limit) ?? null,
  };
}

export function serverJson({ name, server }: ServerRecord): Item<'servers'> {
  const { heat, cause } = serverLoad(server);
  const stats = server.serverStats;
  return {
    name,
    host: server.hostName ?? null,
    group: server.groupName ?? null,
    role: serverRole(server) || null,
    clusterManager: server.clusterManager ?? null,
    heat: heat ?? null,
    heatCause: cause ?? null,
    cpuPercent: stats?.cpuUsage ?? null,
    memoryPercent: stats?.memUsage ?? null,
    inBytesPerSecond: loadJson(stats?.inBandwidth?.usage, stats?.inBandwidth?.cap),
    outBytesPerSecond: loadJson(stats?.outBandwidth?.usage, stats?.outBandwidth?.cap),
    viewers: serverTotal(server, 'viewers') ?? null,
    streams: serverTotal(server, 'streams') ?? null,
    applications: (server.applications ?? []).map(serverApplicationJson),
  };
}

function serverApplicationJson(
  application: NonNullable<Server['applications']>[number],
): Item<'servers'>['applications'][number] {
  const { name, type, viewers, streams } = application;
  return {
    name,
    type: type ?? null,
    viewers: loadJson(viewers?.count, viewers?.cap),
    streams: loadJson(streams?.count, streams?.cap),
  };
}

export function streamJson(stream: Stream): Item<'streams'> {
  return {
    id: stream.id,
    streamKey: stream.streamKey,
    application: stream.application ?? null,
    state: stream.state ?? null,
    type: stream.type ?? null,
    startedAt: timeJson(stream.startTime),
    durationMs: stream.duration ?? null,
    viewers: stream.viewerCount ?? null,
    inBytesPerSecond: stream.inBandwidth ?? null,
    outBytesPerSecond: stream.outBandwidth ?? null,
    inTotalBytes: stream.inTotalBytes ?? null,
    outTotalBytes: stream.outTotalBytes ?? null,
    healthScore: measuredScore(stream) ?? null,
    healthGrade: stream.healthGrade ?? null,
    viewersAtRisk: viewersAtRisk(stream) ?? null,
  };
}

export function applicationJson(application: Application): Item<'applications'> {
  const link = application.clusterConnectionData;
  return {
    name: application.name,
    type: application.type ?? null,
    class: application.class ?? null,
    streams: application.streamCount ?? null,
    viewers: application.viewerCount ?? null,
    connections: application.connectionCount ?? null,
    inBytesPerSecond: application.inBandwidth ?? null,
    outBytesPerSecond: application.outBandwidth ?? null,
    inTotalBytes: application.inTotalBytes ?? null,
    outTotalBytes: application.outTotalBytes ?? null,
    clusterConnection: application.clusterConnection ?? null,
    connectionState: link?.connectionState ?? null,
    latencyMs: link?.latency ?? null,
  };
}

export function journalJson(entry: JournalEntry): Item<'journal'> {
  return {
    id: entry.id,
    at: timeJson(entry.createDate),
    object: entry.objectName ?? null,
    message: entry.message ?? null,
    thread: entry.threadName ?? null,
  };
}
