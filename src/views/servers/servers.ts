import { count, DASH } from '../../base/format.ts';
import type { Line, Span } from '../../base/text.ts';
import type { ServerRecord } from '../../cluster/state.ts';
import type { Server, ServerApplication } from '../../protocol/topology.ts';
import { serverRole } from './load.ts';

/** From this width of a pane on there is room for how many servers are here. */
const ROOM_FOR_COUNT = 60;
const SEPARATOR: Span = { text: ' · ', tone: 'dim' };

/** Something used against its cap: null is no limit, 0 is blocked, undefined is not known (A12). */
export interface Amount {
  readonly used: number | undefined;
  readonly cap: number | null | undefined;
}

/** Role in words: what its applications do, and whether it manages the cluster. */
export function roleWords(server: Server): string {
  return serverRole(server) || (server.clusterManager ? 'manager' : DASH);
}

/** Bytes per second of a server against its cap, in or out. */
export function bandwidthOf(server: Server, direction: 'in' | 'out'): Amount {
  const stats = server.serverStats?.[direction === 'in' ? 'inBandwidth' : 'outBandwidth'];
  return { used: stats?.usage ?? undefined, cap: stats?.cap };
}

/** Viewers or streams of several applications against the sum of their caps. */
export function countOf(applications: readonly ServerApplication[], what: 'viewers' | 'streams'): Amount {
  return sumAmounts(
    applications.map((application) => ({
      used: application[what]?.count ?? undefined,
      cap: application[what]?.cap,
    })),
  );
}

/** Used: the sum of what is known. Cap: no limit where one has none, not known where one is not known. */
export function sumAmounts(amounts: readonly Amount[]): Amount {
  let used: number | undefined;
  let cap: number | null | undefined = amounts.length === 0 ? undefined : 0;
  for (const amount of amounts) {
    if (amount.used !== undefined) used = (used ?? 0) + amount.used;
    if (amount.cap === null || cap === null) cap = null;
    else if (amount.cap === undefined || cap === undefined) cap = undefined;
    else cap += amount.cap;
  }
  return { used, cap };
}

/** How many servers are gone and how many are here, and the order that they stand in. */
export function presence(servers: readonly ServerRecord[], order: string, width: number): Line {
  const gone = servers.filter(({ goneSince }) => goneSince !== undefined).length;
  const here = `${count(servers.length - gone)} here`;
  return [
    ...(gone === 0 ? [] : [{ text: `${count(gone)} GONE`, tone: 'crit' as const }, SEPARATOR]),
    { text: width < ROOM_FOR_COUNT ? order : `${here} · ${order}`, tone: 'dim' },
  ];
}
