import * as z from 'zod';
import type { ServerRecord } from '../cluster/state.ts';
import { type Application, applicationId } from '../protocol/application.ts';
import type { HistoryDatabase } from './database.ts';
import { jsonColumn, moment, storedRow } from './stored-row.ts';

const text = z.string().nullable();
const flag = z.boolean().nullable();

/** Properties of a server that are not figures. */
const serverSchema = z.object({
  name: z.string(),
  hostName: text,
  groupName: text,
  clusterManager: flag,
  applications: z.array(z.object({ id: z.string(), name: z.string(), type: text })),
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

/** Stores properties that are not figures: one row for each change. */
export interface DescriptionStore {
  /** Stores what changed at `now` (Unix ms). Call it within a transaction. */
  keep(servers: readonly ServerRecord[], applications: Iterable<Application>, now: number): void;
  /** Forgets what was written already, so that all descriptions of existing objects are written again. */
  reread(): void;
  /** Number of descriptions in memory. */
  readonly held: number;
  /** The latest description of each server at that moment. */
  servers(at: number): readonly ServerDescription[];
  applications(at: number): readonly ApplicationDescription[];
}

/**
 * Descriptions of each kind that are kept in memory besides those of existing objects. The others are read when
 * needed.
 */
const MOST_HELD = 2_000;

export function createDescriptionStore(db: HistoryDatabase): DescriptionStore {
  const servers = createDescriptions(db, 'server', serverSchema);
  const applications = createDescriptions(db, 'application', applicationSchema);
  return {
    keep(records, listed, now) {
      for (const { name, server } of records)
        servers.keep(name, server, () => describeServer(name, server), now);
      servers.keepFew(records.length);
      let count = 0;
      for (const each of listed) {
        applications.keep(applicationId(each), each, () => describeApplication(each), now);
        count++;
      }
      applications.keepFew(count);
    },
    reread() {
      servers.forget();
      applications.forget();
    },
    get held() {
      return servers.held + applications.held;
    },
    servers: servers.read,
    applications: applications.read,
  };
}

/** Descriptions of one kind of object. */
function createDescriptions<T>(db: HistoryDatabase, kind: string, schema: z.ZodType<T>) {
  const rowSchema = z.object({ data: jsonColumn(schema) });
  /** `record` is the object that was compared last: if it is the same object, nothing has changed. */
  const known = new Map<string, { readonly data: string; readonly record: object }>();
  const last = (name: string): string => {
    const row = db
      .sql('SELECT data FROM description WHERE kind = ? AND name = ? ORDER BY since DESC LIMIT 1')
      .get(kind, name);
    return String(row?.data ?? '');
  };
  return {
    keep(name: string, record: object, describe: () => T, now: number) {
      const before = known.get(name);
      if (before?.record === record) return;
      const data = JSON.stringify(describe());
      if ((before?.data ?? last(name)) !== data) {
        db.sql('INSERT OR REPLACE INTO description (kind, name, since, data) VALUES (?, ?, ?, ?)').run(
          kind,
          name,
          now,
          data,
        );
      }
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
    read(at: number): readonly T[] {
      const rows = db
        .sql(
          `SELECT data, MAX(since) FROM description WHERE kind = ? AND since <= ?
           GROUP BY name ORDER BY name`,
        )
        .all(kind, at);
      return rows.flatMap((row) => storedRow(rowSchema, row)).map(({ data }) => data);
    },
  };
}

function describeServer(name: string, server: ServerRecord['server']): ServerDescription {
  const { hostName = null, groupName = null, clusterManager = null, applications } = server;
  return {
    name,
    hostName,
    groupName,
    clusterManager,
    applications: (applications ?? []).map((application) => ({
      id: String(application.id ?? application.name),
      name: String(application.name),
      type: application.type ?? null,
    })),
  };
}

function describeApplication(application: Application): ApplicationDescription {
  const {
    type = null,
    clusterType = null,
    clusterConnection = null,
    clusterConnectionData: link,
  } = application;
  return {
    id: applicationId(application),
    name: application.name,
    type,
    class: application.class ?? null,
    clusterType,
    clusterConnection,
    cmIdentity: link?.cmIdentity ?? null,
    connectionState: link?.connectionState ?? null,
    startDate: link?.startDate ?? null,
  };
}
