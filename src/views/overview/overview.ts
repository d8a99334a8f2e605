import { limit, share, type Units } from '../../base/format.ts';
import type { Tone } from '../../base/text.ts';
import { gradeWord } from '../../cluster/figures.ts';
import type { ClusterState } from '../../cluster/state.ts';
import {
  type ApplicationRole,
  applicationRoles,
  type HealthSummary,
  limitedLoad,
  limitedMeasures,
} from '../../protocol/dashboard.ts';
import { limitedTitles, measureFormat } from '../formats/measures.ts';

/** Viewers, streams, incoming and outgoing traffic and transcoding, each with its limit (A11). */
export function totalRows({ dashboard }: ClusterState, units: Units) {
  return limitedMeasures.map((measure) => {
    const load = limitedLoad(dashboard.value, measure)?.total;
    const format = measureFormat(measure, units);
    return {
      label: measure === 'transcode' ? 'Transcode' : limitedTitles[measure],
      measure,
      value: format(load?.value),
      limit: limit(load?.limit, format),
      share: share(load?.value, load?.limit),
    };
  });
}

/** Streams and viewers of one health grade; shares are of all graded ones. */
export type HealthRow = NonNullable<ReturnType<typeof healthRows>>[number];

/** Known grades, worst first; unknown words come between bad and good. `No Data` is never the worst. */
const GRADES = ['very bad', 'bad', undefined, 'no data', 'good', 'very good'];

function gradeRank(label: string): number {
  const at = GRADES.indexOf(gradeWord(label));
  return at < 0 ? GRADES.indexOf(undefined) : at;
}

/**
 * Both health summaries by grade, worst first. Comparing them separates faults of ingest from faults of delivery.
 * Unknown grades keep the order of the dashboard, which lists the best first. Undefined if the dashboard has
 * neither summary.
 */
export function healthRows(state: ClusterState) {
  const { streamHealthSummary: streams, viewerHealthSummary: viewers } = state.dashboard.value ?? {};
  if (!streams && !viewers) return undefined;
  const labels = [...(viewers?.labels ?? []), ...(streams?.labels ?? [])];
  // One row for a grade, however each summary writes it.
  return [...new Map(labels.map((label) => [gradeWord(label), label])).values()]
    .reverse()
    .sort((a, b) => gradeRank(a) - gradeRank(b))
    .map((label) => ({ label, streams: part(streams, label), viewers: part(viewers, label) }));
}

function part(summary: HealthSummary | null | undefined, label: string) {
  const word = gradeWord(label);
  const at = summary?.labels.findIndex((one) => gradeWord(one) === word) ?? -1;
  const value = summary?.series[at] ?? undefined;
  if (!summary || value === undefined) return { count: undefined, share: undefined };
  const total = summary.series.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  return { count: value, share: total > 0 ? value / total : 0 };
}

export type GroupRow = Readonly<ReturnType<typeof groupRows>[number]>;

/**
 * Application groups: how many applications of each role a group has, compared with the required and the allowed
 * number.
 */
export function groupRows(state: ClusterState) {
  const stats = state.dashboard.value?.appGroupStats;
  return applicationRoles.flatMap((role) =>
    (stats?.[role]?.groups ?? []).map(({ name: group, limit }) => {
      /** Undefined for roles that the topology does not show. */
      const present = role === 'feed' || role === 'sink' ? undefined : presentIn(state, role, group);
      const short = present !== undefined && limit != null && present < limit;
      const tone: Tone = short ? 'warn' : 'plain';
      return { role, group, present, limit, tone };
    }),
  );
}

function presentIn(state: ClusterState, role: ApplicationRole, group: string): number {
  return state.servers
    .filter(({ server, goneSince }) => goneSince === undefined && server.groupName === group)
    .flatMap(({ server }) => server.applications ?? [])
    .filter(({ type }) => type?.toLowerCase() === role).length;
}
