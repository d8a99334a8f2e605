import * as z from 'zod';
import { tableKeys } from '../base/table.ts';
import { envelope } from './envelope.ts';
import { cap, maybe, number, text, time } from './leaves.ts';
import { serverSchema } from './topology.ts';

/** Value and limit: viewers, streams, bytes per second or tasks. */
const loadSchema = z.object({ value: maybe(number), limit: cap });
export type Load = z.infer<typeof loadSchema>;

const groupLoadSchema = z.object({ name: text, value: maybe(number), limit: cap });
export type GroupLoad = z.infer<typeof groupLoadSchema>;

/** A total and the shares of the groups, as in the dashboard for viewers, streams, traffic and tasks. */
export interface GroupedLoad {
  readonly total?: Load | null | undefined;
  readonly groups?: readonly GroupLoad[] | null | undefined;
}

const historySchema = z.object({
  current: maybe(number),
  average: maybe(number),
  max: maybe(number),
  data: maybe(z.array(z.object({ timestamp: time, value: maybe(number) }))),
});
export type DashboardHistory = z.infer<typeof historySchema>;

const roleSchema = z.object({
  total: maybe(number),
  groups: maybe(z.array(z.object({ name: text, limit: cap }))),
});

/** Roles by which the dashboard counts applications; feed and sink occur nowhere else. */
export const applicationRoles = ['origin', 'edge', 'transcode', 'feed', 'sink'] as const;
export type ApplicationRole = (typeof applicationRoles)[number];

const groups = maybe(z.array(groupLoadSchema));
/** Counts by grade. */
export interface HealthSummary {
  readonly labels: readonly string[];
  readonly series: readonly (number | null | undefined)[];
  /**
   * Why the counts cannot be assigned to grades: some have no label, or the numbers of labels and counts differ.
   */
  readonly doubt?: 'unnamed' | 'unmatched';
}

/**
 * Labels and counts correspond by index, so an unreadable one keeps its index. A grade without a label is shown by
 * its number.
 */
const healthSchema = z
  .object({ labels: maybe(z.array(maybe(text))), series: maybe(z.array(maybe(number))) })
  .transform(({ labels, series }): HealthSummary => {
    const counts = series ?? [];
    const names = Array.from(
      { length: Math.max(labels?.length ?? 0, counts.length) },
      (_, at) => labels?.[at],
    );
    const summary = { labels: names.map((name, at) => name ?? `grade ${at + 1}`), series: counts };
    if (counts.length > 0 && counts.length !== labels?.length) return { ...summary, doubt: 'unmatched' };
    return names.some((name) => name == null) ? { ...summary, doubt: 'unnamed' } : summary;
  });

/** `data` of A11, the cluster dashboard. Every member may be missing; traffic is bytes per second. */
export const dashboardDataSchema = z.object({
  appGroupStats: maybe(
    z.object({
      origin: maybe(roleSchema),
      edge: maybe(roleSchema),
      transcode: maybe(roleSchema),
      feed: maybe(roleSchema),
      sink: maybe(roleSchema),
    }),
  ),
  viewersStats: maybe(
    z.object({
      total: maybe(loadSchema),
      groups,
      viewerCountHistory: maybe(historySchema),
    }),
  ),
  streamStats: maybe(
    z.object({
      total: maybe(loadSchema),
      groups,
      streamCountHistory: maybe(historySchema),
    }),
  ),
  incomingTraffic: maybe(
    z.object({
      total: maybe(loadSchema),
      totalBytes: maybe(number),
      groups,
      inBandwidthHistory: maybe(historySchema),
    }),
  ),
  outgoingTraffic: maybe(
    z.object({
      total: maybe(loadSchema),
      totalBytes: maybe(number),
      groups,
      outBandwidthHistory: maybe(historySchema),
    }),
  ),
  transcodeStats: maybe(
    z.object({
      total: maybe(loadSchema),
      streams: maybe(z.object({ total: maybe(number), transcoded: maybe(number) })),
      groups,
    }),
  ),
  streamHealthSummary: maybe(healthSchema),
  viewerHealthSummary: maybe(healthSchema),
  topology: maybe(z.array(serverSchema)),
});
export type Dashboard = z.infer<typeof dashboardDataSchema>;
export const dashboardSchema = envelope(dashboardDataSchema);

/** The five measures with a limit, each with its member of the dashboard. */
export const limitedMembers = {
  viewers: 'viewersStats',
  streams: 'streamStats',
  in: 'incomingTraffic',
  out: 'outgoingTraffic',
  transcode: 'transcodeStats',
} as const satisfies Record<string, keyof Dashboard>;
export type LimitedMeasure = keyof typeof limitedMembers;
export const limitedMeasures = tableKeys(limitedMembers);

/** The dashboard's member for a measure. */
export function limitedLoad(
  dashboard: Dashboard | null | undefined,
  measure: LimitedMeasure,
): GroupedLoad | null | undefined {
  return dashboard?.[limitedMembers[measure]];
}
