import {
  type Dashboard,
  type HealthSummary,
  limitedLoad,
  limitedMeasures,
  limitedMembers,
} from '../protocol/dashboard.ts';
import {
  type Coverage,
  fieldsIn,
  isUnread,
  itemsIn,
  type JudgedFigure,
  partlyRead,
  pathsOf,
  type Reading,
  readingOf,
} from './coverage-rows.ts';
import { serverCoverage } from './coverage-servers.ts';
import type { ClusterState, Resource, Sweep } from './state.ts';

/** The same answer for the same object: a state changes with each poll, but not all its parts. */
function remembered<Of extends object, T>(work: (of: Of) => T): (of: Of) => T {
  const known = new WeakMap<Of, T>();
  return (of) => {
    const before = known.get(of);
    if (before !== undefined) return before;
    const answer = work(of);
    known.set(of, answer);
    return answer;
  };
}

/** One row for each judged figure, in the order in which they are reported. */
export const coverageOf = remembered((state: ClusterState): readonly Coverage[] => [
  ...dashboardCoverage(state),
  ...serverCoverage(state),
  ...streamCoverage(state.streamSweep),
  ...applicationCoverage(state.applicationSweep),
  journalCoverage(state),
]);

/** What was not read. */
export function unreadOf(state: ClusterState): readonly Coverage[] {
  return coverageOf(state).filter(({ reading }) => reading !== 'read');
}

/** Whether the unread part of the figure could be a problem, or hide one. */
export function isUndecided(state: ClusterState, figure: JudgedFigure): boolean {
  return coverageOf(state).some((row) => row.figure === figure && row.decides);
}

/** Totals, groups and grades. A cluster may lack some of them, but not all. */
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
  const isEmpty = readings.every(([, reading]) => reading === 'absent');
  const hidden = hasHiddenGrades(value?.viewerHealthSummary);
  return [
    ...readings.map(([figure, reading]) => ({
      figure,
      reading: value ? reading : 'not looked',
      decides:
        !value ||
        reading === 'unreadable' ||
        (reading === 'absent' && (isEmpty || (figure === 'viewer health' && hidden))),
    })),
    groupCoverage(value, paths),
  ];
}

/** Figures of groups: if only some groups report one, it may be hidden for the others. */
function groupCoverage(value: Dashboard | undefined, paths: readonly string[]): Coverage {
  const unreadable = limitedMeasures.some((measure) =>
    isUnread(paths, `data.${limitedMembers[measure]}.groups`),
  );
  const lists = limitedMeasures.map((measure) => limitedLoad(value, measure)?.groups ?? []);
  const silent = lists.map((groups) => groups.filter((group) => group.value == null).length);
  const isPartial = lists.some((groups, at) => (silent[at] ?? 0) > 0 && (silent[at] ?? 0) < groups.length);
  const isRead = !unreadable && silent.every((count) => count === 0);
  return { figure: 'groups', reading: readingOf(isRead, unreadable), decides: unreadable || isPartial };
}

/** Whether counts are missing for some grades only, which could be the bad ones. */
function hasHiddenGrades(summary: HealthSummary | null | undefined): boolean {
  if (!summary) return false;
  const known = summary.series.filter((count) => count != null).length;
  return summary.doubt !== undefined || (known > 0 && known < summary.labels.length);
}

function gradesReading(summary: HealthSummary | null | undefined, unread: boolean): Reading {
  if (!summary) return unread ? 'unreadable' : 'absent';
  if (summary.doubt === 'unmatched') return 'unreadable';
  const isWhole = !summary.doubt && summary.labels.every((_, at) => summary.series[at] != null);
  return readingOf(isWhole && !unread, unread);
}

/** Fields that streams are judged by. */
const STREAM_FIELDS = ['healthScore', 'healthGrade', 'viewerCount', 'inBandwidth'];

const streamCoverage = remembered((sweep: ClusterState['streamSweep']): readonly Coverage[] => {
  const items = [...(sweep.value?.items.values() ?? [])];
  const unreadable = Math.max(...STREAM_FIELDS.map((field) => fieldsIn(sweep.unreadable, field)));
  const silent = items.filter(
    ({ healthScore, healthGrade }) => healthScore == null && healthGrade == null,
  ).length;
  const health: Coverage =
    unreadable > 0
      ? partlyRead('stream health', 'unreadable', unreadable, items.length)
      : {
          figure: 'stream health',
          reading: readingOf(items.length === 0 || silent < items.length, false),
          decides: false,
        };
  return [listCoverage('stream list', sweep), health];
});

/** Fields that links are judged by. */
const LINK_FIELDS = [
  'clusterConnection',
  ...['', '.connectionState', '.startDate', '.latency', '.packetReceived', '.packetSend'].map(
    (field) => `clusterConnectionData${field}`,
  ),
];

const applicationCoverage = remembered((sweep: ClusterState['applicationSweep']): readonly Coverage[] => {
  const missing = Math.max(...LINK_FIELDS.map((field) => fieldsIn(sweep.unreadable, field)));
  return [
    listCoverage('application list', sweep),
    partlyRead('links', readingOf(missing === 0, true), missing, sweep.value?.items.size ?? 0),
  ];
});

function listCoverage(
  figure: JudgedFigure,
  { value, updatedAt, error, unreadable }: Resource<Sweep<unknown>>,
): Coverage {
  const size = value?.items.size ?? 0;
  if (!value || updatedAt === undefined || (error && (value.totalItems ?? Number.POSITIVE_INFINITY) > size))
    return { figure, reading: 'not looked', decides: true };
  const { short = 0, truncated, isWorstFirst, totalItems = size } = value;
  const lost = itemsIn(unreadable, 'data.list.*');
  // Only the first unreadable items of a response are remembered; the others are counted in `short`.
  const missing = lost + short;
  if (missing > 0) return partlyRead(figure, lost > 0 ? 'unreadable' : 'absent', missing, size + missing);
  if (!truncated) return { figure, reading: 'read', decides: false };
  // castwatch does not read more of any cluster. The rest could be a problem, unless the worst items came first.
  const rest = partlyRead(figure, 'not looked', Math.max(0, totalItems - size), totalItems);
  return isWorstFirst ? { ...rest, decides: false } : rest;
}

const entriesIn = remembered((items: ClusterState['journal']['items']) =>
  items.reduce((sum, { kind }) => (kind === 'entry' ? sum + 1 : sum), 0),
);

function journalCoverage({ journal, journalResource }: ClusterState): Coverage {
  if (journalResource.updatedAt === undefined)
    return { figure: 'journal', reading: 'not looked', decides: true };
  const { unreadable } = journalResource;
  const entries = entriesIn(journal.items);
  const lost = itemsIn(unreadable, 'data.list.*');
  const fields = Math.max(...['message', 'createDate'].map((field) => fieldsIn(unreadable, field)));
  if (lost + fields > 0) return partlyRead('journal', 'unreadable', Math.max(lost, fields), entries + lost);
  if (journal.unreached)
    return partlyRead('journal', 'not looked', journal.unreached, entries + journal.unreached);
  const isMissing = entries === 0 && (journal.totalItems ?? 0) > 0;
  return isMissing
    ? partlyRead('journal', 'absent', journal.totalItems ?? 0, journal.totalItems ?? 0)
    : { figure: 'journal', reading: 'read', decides: false };
}
