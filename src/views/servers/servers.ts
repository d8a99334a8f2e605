import { count, DASH } from '../../base/format.ts';
import type { Line, Span } from '../../base/text.ts';
import type { ServerRecord } from '../../cluster/state.ts';
import type { Server } from '../../protocol/topology.ts';
import { serverRole } from './load.ts';

/** From this width of a pane on there is room for the number of present servers. */
const ROOM_FOR_COUNT = 60;
const SEPARATOR: Span = { text: ' · ', tone: 'dim' };

/** Roles in words: what its applications do, and whether it is a cluster manager. */
export function serverRoleWords(server: Server): string {
  return serverRole(server) || (server.clusterManager ? 'manager' : DASH);
}

/** How many servers are gone and how many are present, and the order of the list. */
export function presenceLine(servers: readonly ServerRecord[], order: string, width: number): Line {
  const gone = servers.filter(({ goneSince }) => goneSince !== undefined).length;
  const here = `${count(servers.length - gone)} here`;
  return [
    ...(gone === 0 ? [] : [{ text: `${count(gone)} GONE`, tone: 'crit' as const }, SEPARATOR]),
    { text: width < ROOM_FOR_COUNT ? order : `${here} · ${order}`, tone: 'dim' },
  ];
}
