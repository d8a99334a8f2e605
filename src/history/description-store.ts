import * as z from 'zod';
import type { ServerRecord } from '../cluster/state.ts';
import type { HistoryDatabase } from './database.ts';
import { jsonColumn, storedRow } from './stored-row.ts';

/** What a server is, beside its figures. */
export interface ServerDescription {
  readonly name: string;
  readonly hostName: string | null;
  readonly groupName: string | null;
  readonly clusterManager: boolean | null;
  readonly applications: readonly {
    readonly id: string;
    readonly name: string;
    readonly type: string | null;
  }[];
}

const text = z.string().nullable();
const descriptionSchema: z.ZodType<ServerDescription> = z.object({
  name: z.string(),
  hostName: text,
  groupName: text,
  clusterManager: z.boolean().nullable(),
  applications: z.array(z.object({ id: z.string(), name: z.string(), type: text })),
});
const rowSchema = z.object({ data: jsonColumn(descriptionSchema) });

export interface DescriptionStore {
  /** Keeps what changed about the servers at `now`, Unix ms. Within a transaction. */
  keep(servers: readonly ServerRecord[], now: number): void;
  /** The latest description of each server at that moment. */
  read(at: number): readonly ServerDescription[];
}

export function createDescriptionStore(db: HistoryDatabase): DescriptionStore {
  const known = new Map<string, string>();
  /** The record that was looked at last: what did not change is the same object. */
  const seen = new Map<string, ServerRecord['server']>();
  const last = (name: string): string => {
    const row = db
      .sql("SELECT data FROM description WHERE kind = 'server' AND name = ? ORDER BY since DESC LIMIT 1")
      .get(name);
    return String(row?.data ?? '');
  };
  return {
    keep(servers, now) {
      for (const { name, server } of servers) {
        if (seen.get(name) === server) continue;
        seen.set(name, server);
        const data = JSON.stringify(describe(name, server));
        if ((known.get(name) ?? last(name)) !== data) {
          db.sql(
            "INSERT OR REPLACE INTO description (kind, name, since, data) VALUES ('server', ?, ?, ?)",
          ).run(name, now, data);
        }
        known.set(name, data);
      }
    },
    read(at) {
      const rows = db
        .sql(
          `SELECT data, MAX(since) FROM description WHERE kind = 'server' AND since <= ?
           GROUP BY name ORDER BY name`,
        )
        .all(at);
      return rows.flatMap((row) => storedRow(rowSchema, row)).map(({ data }) => data);
    },
  };
}

function describe(name: string, server: ServerRecord['server']): ServerDescription {
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
