import { serverTotal } from '../../cluster/figures.ts';
import type { ServerRecord } from '../../cluster/state.ts';
import type { RuleInput } from '../rule.ts';

/** What several rules ask of the servers. */

/** Not known to be gone: there, or missing for less than three polls. */
export const isPresent = (record: ServerRecord): boolean => record.goneSince === undefined;

export const hotKey = (name: string): string => `server-hot:${name}`;
export const goneKey = (name: string): string => `server-gone:${name}`;
export const restartKey = ({ subject }: { readonly subject: string }): string => `restart:${subject}`;
export const DOUBT_KEY = 'topology-doubt:cluster';

/** The topology is empty although the cluster was there, or the server says that it is made up: suspect, no outage. */
export function isDoubtful({ state }: RuleInput): 'empty' | 'mockup' | undefined {
  if (state.topology.value?.mockupEnabled === true) return 'mockup';
  const lists = [state.dashboard, state.topology]
    .filter(({ updatedAt }) => updatedAt !== undefined)
    .sort((a, b) => (b.updatedAt ?? 0) - (a.updatedAt ?? 0))
    .map(({ value }) => value?.topology)
    .filter((list) => list != null);
  return lists[0]?.length === 0 ? 'empty' : undefined;
}

/** Publishers send to it. */
export function isIngest({ type }: { readonly type?: string | null | undefined }): boolean {
  return type?.toLowerCase() === 'origin' || type?.toLowerCase() === 'mono';
}

/** Viewers on a server, for how many are at risk; a missing figure counts as 0. */
export function viewersOn(record: ServerRecord): number {
  return serverTotal(record.server, 'viewers') ?? 0;
}

/** Streams on a server; a missing figure counts as 0. */
export function streamsOn(record: ServerRecord): number {
  return serverTotal(record.server, 'streams') ?? 0;
}
