import { HOUR_MS } from '../base/durations.ts';
import { duration } from '../base/format.ts';
import type { Server } from '../protocol/topology.ts';
import type { ClusterEvent, ServerRecord } from './state.ts';
import { structuralShare } from './structural-sharing.ts';

/** Consecutive polls in which a server must be missing before it counts as gone. */
export const MISSES_UNTIL_GONE = 3;
/** How long a gone server is remembered, ms. */
const KEEP_GONE_MS = HOUR_MS;
/** Most gone servers that are remembered; those gone longest are removed first. */
const MOST_GONE = 1_000;

/**
 * Merges one topology into the known servers, by name; one that was renamed goes on under its new name. A missing server
 * counts a miss only if the topology is `believed`: an empty one, mockup data or one with unreadable servers does not prove
 * that a server left.
 */
export function mergeServers(
  known: readonly ServerRecord[],
  topology: readonly Server[],
  at: number,
  believed: boolean,
): { readonly servers: readonly ServerRecord[]; readonly events: readonly ClusterEvent[] } {
  const present = new Map(topology.map((server) => [server.serverName, server]));
  const newNames = renamed(known, present);
  const servers: ServerRecord[] = [];
  const events: ClusterEvent[] = [];
  for (const record of known) {
    const name = newNames.get(record.name) ?? record.name;
    const server = present.get(name);
    present.delete(name);
    if (server) {
      servers.push(seen(name, structuralShare(record.server, server), at));
      if (record.goneSince !== undefined) events.push(back(record, at));
      if (name !== record.name) events.push(renaming(record, name, at));
      events.push(...replacing(record.server, server, at));
    } else if (!believed) {
      servers.push(record);
    } else {
      const next = missed(record, at);
      if (next.goneSince !== undefined && record.goneSince === undefined) events.push(gone(next, at));
      if (next.goneSince === undefined || at - next.goneSince < KEEP_GONE_MS) servers.push(next);
    }
  }
  for (const [name, server] of present) servers.push(seen(name, server, at));
  return { servers: withoutOldest(servers), events };
}

/** New names by old ones: a server that is not there, and one that is new, with the same host and applications. */
function renamed(
  known: readonly ServerRecord[],
  present: ReadonlyMap<string, Server>,
): ReadonlyMap<string, string> {
  const names = new Set(known.map(({ name }) => name));
  const appeared = [...present].filter(([name]) => !names.has(name));
  if (appeared.length === 0) return new Map();
  const vanished = known.filter(({ name }) => !present.has(name));
  const byMarks = Map.groupBy(appeared, ([, server]) => marksOf(server));
  const pairs = [...Map.groupBy(vanished, ({ server }) => marksOf(server))].flatMap(([marks, gone]) => {
    const [before, other] = gone;
    const [after, another] = byMarks.get(marks) ?? [];
    const isPair = marks !== undefined && before && after && !other && !another;
    return isPair ? [[before.name, after[0]] as const] : [];
  });
  return new Map(pairs);
}

/** Its host and the ids of its applications, which a new name does not change; undefined if one of them is unknown. */
function marksOf({ hostName, applications }: Server): string | undefined {
  const ids = (applications ?? []).map(({ id }) => id);
  if (!hostName || ids.length === 0 || ids.some((id) => id == null)) return undefined;
  return JSON.stringify([hostName, ids.sort()]);
}

function renaming({ name }: ServerRecord, subject: string, at: number): ClusterEvent {
  return { at, kind: 'server-renamed', subject, message: `was called ${name} before` };
}

/** Another host with none of the applications has the name now. */
function replacing(before: Server, now: Server, at: number): ClusterEvent[] {
  const ids = new Set(before.applications?.map(({ id }) => id));
  const isKept = now.applications?.some(({ id }) => ids.has(id));
  if (!before.hostName || !now.hostName || before.hostName === now.hostName || isKept) return [];
  const message = `another server under this name: ${now.hostName}, before ${before.hostName}`;
  return [{ at, kind: 'server-replaced', subject: now.serverName, message }];
}

function withoutOldest(servers: readonly ServerRecord[]): readonly ServerRecord[] {
  const times = servers.flatMap(({ goneSince }) => goneSince ?? []);
  if (times.length <= MOST_GONE) return servers;
  let excess = times.length - MOST_GONE;
  const last = times.sort((a, b) => a - b)[excess - 1] ?? 0;
  return servers.filter(({ goneSince }) => goneSince === undefined || goneSince > last || excess-- <= 0);
}

function seen(name: string, server: Server, at: number): ServerRecord {
  return { name, server, lastSeen: at, misses: 0, missingSince: undefined, goneSince: undefined };
}

function missed(record: ServerRecord, at: number): ServerRecord {
  const misses = record.misses + 1;
  const missingSince = record.missingSince ?? at;
  const goneSince = record.goneSince ?? (misses >= MISSES_UNTIL_GONE ? missingSince : undefined);
  return { ...record, misses, missingSince, goneSince };
}

function gone(record: ServerRecord, at: number): ClusterEvent {
  const message = `missing from the topology for ${record.misses} polls`;
  return { at, kind: 'server-gone', subject: record.name, message };
}

function back(record: ServerRecord, at: number): ClusterEvent {
  const message = `back after ${duration(at - (record.goneSince ?? at))}`;
  return { at, kind: 'server-back', subject: record.name, message };
}
