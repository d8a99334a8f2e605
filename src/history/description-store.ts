import * as z from 'zod';
import { streamName } from '../cluster/figures.ts';
import type { ServerRecord } from '../cluster/state.ts';
import { type Application, applicationId } from '../protocol/application.ts';
import { type Dashboard, limitedLoad, limitedMeasures } from '../protocol/dashboard.ts';
import type { Stream } from '../protocol/stream.ts';
import { moment } from '../triage/facts.ts';
import { isPublished } from '../triage/stream-health.ts';
import type { HistoryDatabase } from './database.ts';
import { jsonColumn, storedRow } from './stored-row.ts';

const text = z.string().nullable();
const flag = z.boolean().nullable();

/** Older histories have none. */
const names = z.array(z.string()).optional();

/** Properties of a server that are not figures. */
const serverSchema = z.object({
  name: z.string(),
  hostName: text,
  groupName: text,
  clusterManager: flag,
  /** The figures whose limit is "unlimited"; without a limit of any kind, it is not known. */
  unlimited: names,
  applications: z.array(z.object({ id: z.string(), name: z.string(), type: text, unlimited: names })),
});
export type ServerDescription = z.infer<typeof serverSchema>;

/** Properties of an application of the cluster's list that are not figures, and its link. */
const applicationSchema = z.object({
  id: z.string(),
  name: z.string(),
  type: text,
  class: text,
  clusterType: flag,
  clusterConnection: flag,
  cmIdentity: text,
  connectionState: text,
  /** Start of the link, Unix ms of the server. */
  startDate: moment.nullable(),
});
export type ApplicationDescription = z.infer<typeof applicationSchema>;

const limit = z.number().nullable().optional();
const role = z
  .object({ total: limit, groups: z.array(z.object({ name: z.string(), limit })).nullish() })
  .nullish();

/** What the dashboard tells besides figures: limits of groups (null: unlimited), and applications by role. */
const dashboardSchema = z.object({
  unlimited: z.array(z.string()),
  groups: z.record(z.string(), z.record(z.string(), limit)),
  roles: z.record(z.string(), role).nullish(),
});
export type DashboardDescription = z.infer<typeof dashboardSchema>;

/** The states of the streams of a sweep: the usual one of published ones, and those of streams that have another. */
const statesSchema = z.object({
  usual: text,
  others: z.record(z.string(), z.array(z.string())),
  /** No stream was published. */
  isNone: z.boolean().optional(),
});
/** `since`: of the first sweep with these states, Unix ms. */
export type StreamStates = z.infer<typeof statesSchema> & { readonly since: number };

/**
 * Descriptions of each kind that are kept in memory besides those of existing objects. The others are read when
 * needed.
 */
const MOST_HELD = 2_000;

/** Stores properties that are not figures: one row for each change. */
export function createDescriptionStore(db: HistoryDatabase) {
  const servers = createDescriptions(db, 'server', serverSchema);
  const applications = createDescriptions(db, 'application', applicationSchema);
  const dashboards = createDescriptions(db, 'dashboard', dashboardSchema);
  const states = createDescriptions(db, 'states', statesSchema);
  return {
    keepDashboard: (dashboard: Dashboard, now: number) =>
      dashboards.keep('cluster', dashboard, () => describeDashboard(dashboard), now),
    /** The latest description of the dashboard at that moment. */
    dashboard: (at: number): DashboardDescription | undefined => dashboards.read(at)[0],
    keepStates: (streams: ReadonlyMap<string, Stream>, now: number) =>
      states.keep('cluster', streams, () => describeStates(streams), now),
    states: (at: number): StreamStates | undefined => states.readSince(at)[0],
    /** Stores what changed at `now` (Unix ms). Call it within a transaction. */
    keep(records: readonly ServerRecord[], listed: Iterable<Application>, now: number, listedAt = now) {
      for (const { name, server } of records)
        servers.keep(name, server, () => describeServer(name, server), now);
      servers.keepFew(records.length);
      let count = 0;
      for (const each of listed) {
        applications.keep(applicationId(each), each, () => describeApplication(each), listedAt);
        count++;
      }
      applications.keepFew(count);
    },
    /** Forgets what was written already, so that all descriptions of existing objects are written again. */
    reread() {
      servers.forget();
      applications.forget();
      dashboards.forget();
      states.forget();
    },
    /** Number of descriptions in memory. */
    get held() {
      return servers.held + applications.held;
    },
    servers: servers.read,
    applications: applications.read,
  };
}

const PUT = 'INSERT OR REPLACE INTO description (kind, name, since, data) VALUES (?, ?, ?, ?)';
const LAST =
  'SELECT data FROM description WHERE kind = ? AND name = ? AND since <= ? ORDER BY since DESC LIMIT 1';

function createDescriptions<T>(db: HistoryDatabase, kind: string, schema: z.ZodType<T>) {
  const rowSchema = z.object({ data: jsonColumn(schema), since: moment });
  const rowsAt = (at: number) =>
    db
      .sql(
        `SELECT data, MAX(since) AS since FROM sound_description WHERE kind = ? AND since <= ?
         GROUP BY name ORDER BY name`,
      )
      .all(kind, at)
      .flatMap((row) => storedRow(rowSchema, row));
  /** `record` is the object that was compared last: if it is the same object, nothing has changed. */
  const known = new Map<string, { readonly data: string; readonly record: object }>();
  const last = (name: string, now: number) => String(db.sql(LAST).get(kind, name, now)?.data ?? '');
  return {
    keep(name: string, record: object, describe: () => T, now: number) {
      const before = known.get(name);
      if (before?.record === record) return;
      const data = JSON.stringify(describe());
      if ((before?.data ?? last(name, now)) !== data) db.sql(PUT).run(kind, name, now, data);
      known.set(name, { data, record });
    },
    /** Removes descriptions that are no longer needed, for a cluster whose objects often have new names. */
    keepFew(count: number) {
      if (known.size > count + MOST_HELD) known.clear();
    },
    forget: () => known.clear(),
    get held() {
      return known.size;
    },
    read: (at: number): readonly T[] => rowsAt(at).map(({ data }) => data),
    readSince: (at: number) => rowsAt(at).map(({ data, since }) => ({ ...data, since })),
  };
}

function describeServer(name: string, server: ServerRecord['server']): ServerDescription {
  const { hostName = null, groupName = null, clusterManager = null, applications } = server;
  const { inBandwidth, outBandwidth } = server.serverStats ?? {};
  return {
    name,
    hostName,
    groupName,
    clusterManager,
    applications: (applications ?? []).map((application) => ({
      id: String(application.id ?? application.name),
      name: String(application.name),
      type: application.type ?? null,
      unlimited: unlimitedOf({ streams: application.streams?.cap, viewers: application.viewers?.cap }),
    })),
    unlimited: unlimitedOf({ in: inBandwidth?.cap, out: outBandwidth?.cap }),
  };
}

/** The names whose limit is null; nothing if there are none, because most have a limit. */
function unlimitedOf(limits: Readonly<Record<string, number | null | undefined>>): string[] | undefined {
  const found = Object.keys(limits).filter((name) => limits[name] === null);
  return found.length === 0 ? undefined : found;
}

/** Streams with an unusual state that are kept by name, so that a bad minute of a large cluster stays small. */
const MOST_UNUSUAL = 1_000;

function describeStates(streams: ReadonlyMap<string, Stream>): z.infer<typeof statesSchema> {
  const byState = Map.groupBy(streams.values(), ({ state }) => state ?? '');
  const states = [...byState].sort((a, b) => b[1].length - a[1].length);
  const [usual] = states.find(([, own]) => own.some(isPublished)) ?? [];
  const others = states.flatMap(([state]) => (state === usual ? [] : [state]));
  return {
    usual: usual === undefined || usual === '' ? null : usual,
    ...(usual === undefined && { isNone: true }),
    others: Object.fromEntries(
      others.map((state) => [
        state,
        (byState.get(state) ?? []).map(streamName).sort().slice(0, MOST_UNUSUAL),
      ]),
    ),
  };
}

function describeDashboard(dashboard: Dashboard): DashboardDescription {
  const loads = limitedMeasures.map((measure) => [measure, limitedLoad(dashboard, measure)] as const);
  return {
    unlimited: unlimitedOf(Object.fromEntries(loads.map(([name, load]) => [name, load?.total?.limit]))) ?? [],
    groups: Object.fromEntries(
      loads.map(([measure, load]) => [
        measure,
        Object.fromEntries((load?.groups ?? []).map(({ name, limit: own }) => [name, own])),
      ]),
    ),
    roles: dashboard.appGroupStats,
  };
}

function describeApplication(application: Application): ApplicationDescription {
  const { clusterConnectionData: link } = application;
  return {
    id: applicationId(application),
    name: application.name,
    type: application.type ?? null,
    class: application.class ?? null,
    clusterType: application.clusterType ?? null,
    clusterConnection: application.clusterConnection ?? null,
    cmIdentity: link?.cmIdentity ?? null,
    connectionState: link?.connectionState ?? null,
    startDate: link?.startDate ?? null,
  };
}
