import { type LimitedMeasure, limitedLoad, limitedMeasures, limitedMembers } from '../protocol/dashboard.ts';
import type { Unreadable } from '../protocol/parsed-response.ts';
import type { Server } from '../protocol/topology.ts';
import type { ClusterState, Resource, ServerRecord, Sweep } from './state.ts';

/** What problems are judged by, as far as it comes from the cluster. */
export type JudgedFigure =
  | LimitedMeasure
  | 'groups'
  | 'viewer health'
  | 'servers'
  | 'cpu'
  | 'mem'
  | 'bandwidth'
  | 'application load'
  | 'stream list'
  | 'stream health'
  | 'application list'
  | 'links'
  | 'journal';

/**
 * How far a figure is known. `unreadable`: it came in a form that castwatch does not understand; `absent`: the answer
 * does not have it; `not looked`: there is no answer, or not the whole of it.
 */
export type Reading = 'read' | 'unreadable' | 'absent' | 'not looked';

export interface Coverage {
  readonly figure: JudgedFigure;
  readonly reading: Reading;
  /** Objects without the figure, of so many; undefined for a figure of the whole cluster. */
  readonly missing?: number | undefined;
  readonly of?: number | undefined;
  /** What was not read could be a problem: without it nobody can say that all is well. */
  readonly decides: boolean;
}

/** Below this share of its objects a figure that was not read is a remark. */
const REMARK_SHARE = 0.01;

const known = new WeakMap<ClusterState, readonly Coverage[]>();

/** One row for each judged figure, in the order in which they are told. */
export function coverageOf(state: ClusterState): readonly Coverage[] {
  const before = known.get(state);
  if (before) return before;
  const rows = [
    ...dashboardCoverage(state),
    ...serverCoverage(state),
    ...streamCoverage(state.streamSweep),
    ...applicationCoverage(state.applicationSweep),
    journalCoverage(state),
  ];
  known.set(state, rows);
  return rows;
}

/** What was not read. */
export function unreadOf(state: ClusterState): readonly Coverage[] {
  return coverageOf(state).filter(({ reading }) => reading !== 'read');
}

/** Totals, groups and grades. A cluster may leave some of them out, but not all of them. */
function dashboardCoverage({ dashboard }: ClusterState): readonly Coverage[] {
  const paths = pathsOf(dashboard);
  const { value } = dashboard;
  const readings: readonly (readonly [JudgedFigure, Reading])[] = [
    ...limitedMeasures.map((measure) => {
      const member = `data.${limitedMembers[measure]}.total`;
      const total = limitedLoad(value, measure)?.total;
      const isRead =
        total?.value != null && (total.limit !== undefined || !isUnread(paths, `${member}.limit`));
      return [measure, readingOf(isRead, isUnread(paths, member))] as const;
    }),
    ['viewer health', gradesReading(value?.viewerHealthSummary, isUnread(paths, 'data.viewerHealthSummary'))],
  ];
  const groupsUnread = limitedMeasures.some((measure) =>
    isUnread(paths, `data.${limitedMembers[measure]}.groups`),
  );
  const isEmpty = readings.every(([, reading]) => reading === 'absent');
  return [
    ...readings.map(([figure, reading]) => ({
      figure,
      reading: value ? reading : 'not looked',
      decides: !value || reading === 'unreadable' || (reading === 'absent' && isEmpty),
    })),
    { figure: 'groups', reading: groupsUnread ? 'unreadable' : 'read', decides: groupsUnread },
  ];
}

function gradesReading(
  summary: NonNullable<ClusterState['dashboard']['value']>['viewerHealthSummary'],
  unread: boolean,
): Reading {
  if (!summary) return unread ? 'unreadable' : 'absent';
  const isWhole = summary.labels.every((_, index) => summary.series[index] != null);
  return readingOf(isWhole && !unread, unread);
}

function readingOf(isRead: boolean, unreadable: boolean): Reading {
  if (isRead) return 'read';
  return unreadable ? 'unreadable' : 'absent';
}

/** Both answers may carry the servers: one that names all of them is enough. */
function serverCoverage({ dashboard, topology, servers }: ClusterState): readonly Coverage[] {
  const lists = [dashboard, topology].filter(({ value }) => value?.topology != null);
  if (lists.length === 0) {
    const isUnreadable = isUnread(pathsOf(dashboard), 'data.topology');
    return [{ figure: 'servers', reading: isUnreadable ? 'unreadable' : 'not looked', decides: true }];
  }
  const here = servers.filter(({ misses }) => misses === 0);
  const lost = Math.min(...lists.map(({ unreadable }) => itemsIn(unreadable, 'data.topology.*')));
  const paths = lists.flatMap(pathsOf);
  return [
    ...serverFigures(here, paths),
    partly('servers', readingOf(lost === 0 && here.length > 0, lost > 0), lost, here.length + lost),
  ];
}

/** Load of these servers; of those that report it, by the paths that could not be read. */
export function serverFigures(here: readonly ServerRecord[], paths: readonly string[]): readonly Coverage[] {
  const stats = 'data.topology.*.serverStats';
  const row = (figure: JudgedFigure, path: string, lacks: (server: Server) => boolean): Coverage => {
    const missing = here.filter(({ server }) => lacks(server)).length;
    const reading = readingOf(missing === 0, isUnread(paths, path));
    // What no server reports is not measured there. What only some report may be hidden by the others.
    const decides = reading === 'unreadable' || missing < here.length;
    const coverage = partly(figure, reading, missing, here.length);
    return { ...coverage, decides: coverage.decides && decides };
  };
  const capsUnread = (['inBandwidth', 'outBandwidth'] as const).filter((way) =>
    isUnread(paths, `${stats}.${way}.cap`),
  );
  const applications = 'data.topology.*.applications';
  const loads = paths.filter(
    (path) =>
      path === applications ||
      (path.startsWith(`${applications}.`) && /\*$|\.(viewers|streams)\b/.test(path)),
  );
  return [
    row('cpu', `${stats}.cpuUsage`, ({ serverStats }) => serverStats?.cpuUsage == null),
    row('mem', `${stats}.memUsage`, ({ serverStats }) => serverStats?.memUsage == null),
    row('bandwidth', stats, ({ serverStats }) =>
      (['inBandwidth', 'outBandwidth'] as const).some((way) => {
        const { usage, cap } = serverStats?.[way] ?? {};
        if (cap === undefined) return capsUnread.includes(way);
        return cap !== null && cap > 0 && usage == null;
      }),
    ),
    { figure: 'application load', reading: readingOf(loads.length === 0, true), decides: loads.length > 0 },
  ];
}

/** Fields by which streams are judged. */
const STREAM_FIELDS = ['healthScore', 'healthGrade', 'viewerCount', 'inBandwidth'];

function streamCoverage(sweep: ClusterState['streamSweep']): readonly Coverage[] {
  const items = [...(sweep.value?.items.values() ?? [])];
  const unreadable = Math.max(...STREAM_FIELDS.map((field) => fieldsIn(sweep.unreadable, field)));
  const silent = items.filter(
    ({ healthScore, healthGrade }) => healthScore == null && healthGrade == null,
  ).length;
  const health: Coverage =
    unreadable > 0
      ? partly('stream health', 'unreadable', unreadable, items.length)
      : {
          figure: 'stream health',
          reading: readingOf(items.length === 0 || silent < items.length, false),
          decides: false,
        };
  return [listCoverage('stream list', sweep), health];
}

function applicationCoverage(sweep: ClusterState['applicationSweep']): readonly Coverage[] {
  const missing = ['clusterConnection', 'clusterConnectionData'].reduce(
    (most, field) => Math.max(most, fieldsIn(sweep.unreadable, field)),
    0,
  );
  return [
    listCoverage('application list', sweep),
    partly('links', readingOf(missing === 0, true), missing, sweep.value?.items.size ?? 0),
  ];
}

function listCoverage(
  figure: JudgedFigure,
  { value, updatedAt, error, unreadable }: Resource<Sweep<unknown>>,
): Coverage {
  const size = value?.items.size ?? 0;
  if (!value || updatedAt === undefined || (error && (value.totalItems ?? Number.POSITIVE_INFINITY) > size))
    return { figure, reading: 'not looked', decides: true };
  const { short = 0, truncated, totalItems = size } = value;
  const lost = itemsIn(unreadable, 'data.list.*');
  // Of one answer only the first unreadable items are remembered: the others are short.
  const missing = lost + short;
  if (missing > 0) return partly(figure, lost > 0 ? 'unreadable' : 'absent', missing, size + missing);
  if (!truncated) return { figure, reading: 'read', decides: false };
  // More than castwatch reads of any cluster.
  return {
    figure,
    reading: 'not looked',
    missing: Math.max(0, totalItems - size),
    of: totalItems,
    decides: false,
  };
}

function journalCoverage({ journal, journalResource }: ClusterState): Coverage {
  if (journalResource.updatedAt === undefined)
    return { figure: 'journal', reading: 'not looked', decides: true };
  const { unreadable } = journalResource;
  const entries = journal.items.filter(({ kind }) => kind === 'entry').length;
  const lost = itemsIn(unreadable, 'data.list.*');
  const fields = Math.max(...['message', 'createDate'].map((field) => fieldsIn(unreadable, field)));
  if (lost + fields > 0) return partly('journal', 'unreadable', Math.max(lost, fields), entries + lost);
  const isMissing = entries === 0 && (journal.totalItems ?? 0) > 0;
  return isMissing
    ? partly('journal', 'absent', journal.totalItems ?? 0, journal.totalItems ?? 0)
    : { figure: 'journal', reading: 'read', decides: false };
}

function partly(figure: JudgedFigure, reading: Reading, missing: number, of: number): Coverage {
  const isMuch = missing > 0 && missing >= REMARK_SHARE * of;
  return { figure, reading, missing, of, decides: reading !== 'read' && isMuch };
}

/** Paths of fields that could not be read, with `*` for each index. */
export function pathsOf({ unreadable }: Resource<unknown>): readonly string[] {
  const outer = new Set(['data.topology.*', 'data.list.*']);
  return unreadable.map(({ path }) => withoutIndexes(path)).filter((path) => !outer.has(path));
}

/** Whether something at, above or below the path could not be read. */
function isUnread(paths: readonly string[], path: string): boolean {
  return paths.some((one) => one === path || path.startsWith(`${one}.`) || one.startsWith(`${path}.`));
}

/** Items that were left out of a list. */
function itemsIn(unreadable: readonly Unreadable[], list: string): number {
  return unreadable.filter(({ path, item }) => item && withoutIndexes(path) === list).length;
}

function fieldsIn(unreadable: readonly Unreadable[], field: string): number {
  const path = `data.list.*.${field}`;
  return unreadable.filter((one) => {
    const found = withoutIndexes(one.path);
    return found === path || found.startsWith(`${path}.`);
  }).length;
}

function withoutIndexes(path: string): string {
  return path.replace(/\.\d+(?=\.|$)/g, '.*');
}
