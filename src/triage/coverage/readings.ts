import { bringsServers } from '../../cluster/reduce-dashboard.ts';
import type { ClusterState, Resource, ServerRecord, Sweep } from '../../cluster/state.ts';
import type { Application } from '../../protocol/application.ts';
import type { HealthSummary } from '../../protocol/dashboard.ts';
import { fieldPath, type Unreadable, unreadableNumber } from '../../protocol/parsed-response.ts';
import type { Stream } from '../../protocol/stream.ts';
import type { Server } from '../../protocol/topology.ts';
import { remembered } from '../remembered.ts';
import { isKnownGrade } from '../stream-health.ts';

/**
 * How far a figure is known. `unreadable`: castwatch does not understand its format; `absent`: the response does
 * not contain it; `not looked`: there is no complete response.
 */
export type Reading = 'read' | 'unreadable' | 'absent' | 'not looked';

/** What was found of a figure. */
export interface Found {
  readonly reading: Reading;
  /** Number of objects without the figure; undefined for a figure of the whole cluster. */
  readonly missing?: number | undefined;
  readonly of?: number | undefined;
  /** Set if what is missing decides nothing, or everything, however much it is. */
  readonly decides?: boolean | undefined;
}

const NOT_LOOKED: Found = { reading: 'not looked', decides: true };

/** Which objects lack a figure: those without one of its paths, or another test. */
type Lacking<T> = 'null is a value' | ((object: T) => boolean) | undefined;

/** Paths, `*` for each item, without one of which an object lacks the figure. A member that is missing lacks everything below it. */
function lackingOf<T>(paths: readonly string[], how: Lacking<T>): (object: T) => boolean {
  if (typeof how === 'function') return how;
  const wanted = paths.map((path) => path.split('.'));
  return (object) => {
    for (const path of wanted) if (lacks(object, path, 0, how !== undefined)) return true;
    return false;
  };
}

/** Fields of the dashboard, below `data`. */
export function inDashboard(paths: readonly string[], nulls?: 'null is a value') {
  const isLackingIn = lackingOf(paths, nulls);
  const where = paths.map((path) => `data.${path}`);
  return ({ dashboard }: ClusterState): Found => {
    const { value, unreadable } = dashboard;
    if (!value) return NOT_LOOKED;
    const leftOutItems = unreadable.filter(({ item }) => item);
    const isLacking = isLackingIn(value) || isUnread(leftOutItems, where);
    return { reading: readingOf(isLacking, isUnread(unreadable, where)) };
  };
}

/** `from`: the part of the path that comes next. Asked of each row of each page, so nothing is made for one. */
function lacks(value: unknown, path: readonly string[], from: number, isNullRead: boolean): boolean {
  let found = value;
  for (let at = from; at < path.length; at++) {
    const key = path[at] ?? '';
    if (key === '*')
      return !Array.isArray(found) || found.some((part) => lacks(part, path, at + 1, isNullRead));
    if (found == null) return true;
    found = Reflect.get(Object(found), key);
  }
  return found === undefined || (found === null && !isNullRead);
}

/** Counts by grade. Those of a grade that castwatch does not know are not read: they could be bad ones. */
export function gradesIn(member: 'viewerHealthSummary' | 'streamHealthSummary') {
  return ({ dashboard }: ClusterState): Found => {
    if (!dashboard.value) return NOT_LOOKED;
    const summary = dashboard.value[member];
    const isPathUnread = isUnread(dashboard.unreadable, [`data.${member}`]);
    if (!summary) return { reading: readingOf(true, isPathUnread) };
    if (summary.doubt !== undefined || isPathUnread) return { reading: 'unreadable' };
    if (summary.labels.some((_, at) => summary.series[at] == null)) return { reading: 'absent' };
    const missing = countIn(summary, (label) => !isKnownGrade(label));
    return { reading: readingOf(missing > 0, true), missing, of: countIn(summary, () => true) };
  };
}

/** How many are of such grades. */
export function countIn({ labels, series }: HealthSummary, which: (label: string) => boolean): number {
  return labels.reduce((sum, label, at) => sum + (which(label) ? (series[at] ?? 0) : 0), 0);
}

/** A figure of each server. `paths`: what could be unreadable of it, below a server. */
export function ofServers(paths: readonly string[], how?: Lacking<Server>) {
  const isLacking = lackingOf(paths, how);
  const where = paths.map((path) => `data.topology.*.${path}`);
  return (state: ClusterState, servers = present(state)): Found | undefined => {
    const lists = serverLists(state);
    if (lists.length === 0) return undefined;
    const unreadable = lists.flatMap((list) => list.unreadable);
    const lacking = countWhere(servers, ({ server }) => isLacking(server));
    const isOfApplications = paths.some((path) => path.startsWith('applications.'));
    const lost = isOfApplications ? applicationsLeftOut(state) : 0;
    const missing = Math.min(servers.length, lacking + lost);
    return { reading: readingOf(missing > 0, isUnread(unreadable, where)), missing, of: servers.length };
  };
}

export const ofStreams = (fields: readonly string[], how?: Lacking<Stream>) =>
  ofItems(({ streamSweep }) => streamSweep, fields, how);

export const ofApplications = (fields: readonly string[], how: Lacking<Application>) =>
  ofItems(({ applicationSweep }) => applicationSweep, fields, how);

function ofItems<T>(
  sweepOf: (state: ClusterState) => Resource<Sweep<T>>,
  fields: readonly string[],
  how: Lacking<T>,
) {
  const isLacking = lackingOf(fields, how);
  const where = fields.map((field) => `data.list.*.${field}`);
  const missingIn = remembered((sweep: Sweep<T>) => countWhere(sweep.items.values(), isLacking));
  return (state: ClusterState): Found | undefined => {
    const { value, unreadable } = sweepOf(state);
    if (!value) return undefined;
    const missing = missingIn(value);
    return { reading: readingOf(missing > 0, isUnread(unreadable, where)), missing, of: value.items.size };
  };
}

function countWhere<T>(items: Iterable<T>, isLacking: (item: T) => boolean): number {
  let count = 0;
  for (const item of items) if (isLacking(item)) count++;
  return count;
}

/** Both responses may contain the servers; one complete list is enough. */
export function serverList(state: ClusterState): Found {
  const lists = serverLists(state);
  if (lists.length === 0) {
    const isUnreadable = isUnread(state.dashboard.unreadable, ['data.topology']);
    return { reading: isUnreadable ? 'unreadable' : 'not looked', decides: true };
  }
  const here = present(state).length;
  const lost = leastLeftOut(lists, 'data.topology.*');
  return { reading: readingOf(lost > 0 || here === 0, lost > 0), missing: lost, of: here + lost };
}

export function sweptReading({ value, updatedAt, error, unreadable }: Resource<Sweep<unknown>>): Found {
  const size = value?.items.size ?? 0;
  if (!value || updatedAt === undefined || (error && (value.totalItems ?? Number.POSITIVE_INFINITY) > size))
    return NOT_LOOKED;
  const { short = 0, truncated, isWorstFirst, totalItems = size } = value;
  const lost = leftOut(unreadable, 'data.list.*');
  const missing = Math.max(lost, short);
  if (missing > 0) return { reading: readingOf(true, lost > 0), missing, of: size + missing };
  if (!truncated) return { reading: 'read' };
  // castwatch does not read more of any cluster. The rest could be a problem, unless the worst items came first.
  const rest = { missing: Math.max(0, totalItems - size), of: totalItems };
  return { reading: 'not looked', ...rest, ...(isWorstFirst && { decides: false }) };
}

/** The newest entries tell whether entries can be read: a log has thousands, and grows with each poll. */
const NEWEST_ENTRIES = 100;

export function journal({ journal: log, journalResource }: ClusterState): Found {
  if (journalResource.updatedAt === undefined) return NOT_LOOKED;
  const newest = log.items.slice(-NEWEST_ENTRIES).filter((one) => one.kind === 'entry');
  const lost = leftOut(journalResource.unreadable, 'data.list.*');
  const missing = lost + countWhere(newest, ({ entry }) => entry.message == null || entry.undated === true);
  const isPathUnread = isUnread(journalResource.unreadable, [
    'data.list.*.message',
    'data.list.*.createDate',
  ]);
  if (missing > 0)
    return { reading: readingOf(true, lost > 0 || isPathUnread), missing, of: newest.length + lost };
  if (log.unreached)
    return { reading: 'not looked', missing: log.unreached, of: log.items.length + log.unreached };
  const total = log.totalItems ?? 0;
  return newest.length === 0 && total > 0
    ? { reading: 'absent', missing: total, of: total }
    : { reading: 'read' };
}

function readingOf(isLacking: boolean, isUnreadable: boolean): Reading {
  if (!isLacking) return 'read';
  return isUnreadable ? 'unreadable' : 'absent';
}

/** Whether something at, above or below one of the paths could not be read. */
function isUnread(unreadable: readonly Unreadable[], paths: readonly string[]): boolean {
  return unreadable.some(({ path: unread, item }) => {
    const field = fieldPath(unread);
    // An item that was left out is counted in its list.
    if (item && (field === 'data.topology.*' || field === 'data.list.*')) return false;
    return paths.some(
      (path) => field === path || field.startsWith(`${path}.`) || path.startsWith(`${field}.`),
    );
  });
}

/** Items that were left out of a list. */
export function leftOut(unreadable: readonly Unreadable[], list: string): number {
  return unreadableNumber(unreadable.filter(({ path, item }) => item && fieldPath(path) === list));
}

const leastLeftOut = (lists: ReturnType<typeof serverLists>, list: string): number =>
  Math.min(...lists.map(({ unreadable }) => leftOut(unreadable, list)));

/** Applications of servers that were left out because they could not be read. */
export function applicationsLeftOut(state: ClusterState): number {
  return leastLeftOut(serverLists(state), 'data.topology.*.applications.*');
}

function present({ servers }: ClusterState): readonly ServerRecord[] {
  return servers.filter(({ misses }) => misses === 0);
}

/** The responses that contain servers: only the dashboard if it contains all of them. */
function serverLists({ dashboard, topology }: ClusterState) {
  const both = bringsServers(dashboard) ? [dashboard] : [dashboard, topology];
  return both.filter(({ value }) => value?.topology != null);
}
