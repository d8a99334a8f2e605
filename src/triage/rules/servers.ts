import { serverTotal } from '../../cluster/figures.ts';
import type { ServerRecord } from '../../cluster/state.ts';
import type { RuleInput } from '../rule.ts';

/** Questions about servers that several rules share. */

/** Not known to be gone: present, or missing in fewer than three polls. */
export const isPresent = (record: ServerRecord): boolean => record.goneSince === undefined;

export const hotKey = (name: string): string => `server-hot:${name}`;
export const goneKey = (name: string): string => `server-gone:${name}`;
export const restartKey = ({ subject }: { readonly subject: string }): string => `restart:${subject}`;

/**
 * Why the topology is suspect: it is empty although there were servers, or the server marks it as made up. Such a
 * topology is not an outage.
 */
export function isDoubtful({ state }: RuleInput): 'empty' | 'mockup' | undefined {
  if (state.topology.value?.mockupEnabled === true) return 'mockup';
  const { dashboard, topology } = state;
  const carried = dashboard.updatedAt === undefined ? undefined : dashboard.value?.topology;
  const own = topology.updatedAt === undefined ? undefined : topology.value?.topology;
  const isOwnNewer = (topology.updatedAt ?? 0) > (dashboard.updatedAt ?? 0);
  const newest = isOwnNewer ? (own ?? carried) : (carried ?? own);
  return newest?.length === 0 ? 'empty' : undefined;
}

/** Number of viewers on a server, for the viewers at risk; a missing figure counts as 0. */
export const viewersOn = ({ server }: ServerRecord): number => serverTotal(server, 'viewers') ?? 0;
/** Number of streams on a server; a missing figure counts as 0. */
export const streamsOn = ({ server }: ServerRecord): number => serverTotal(server, 'streams') ?? 0;
