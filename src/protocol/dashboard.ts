import { z } from 'zod';
import { envelope } from './envelope.ts';
import { amount, cap, items, maybe } from './read.ts';
import { serverSchema } from './topology.ts';

/** Value against limit: viewers, streams, bytes per second or tasks. */
const loadSchema = z.object({ value: maybe(amount), limit: cap });
export type Load = z.infer<typeof loadSchema>;

const groupLoadSchema = z.object({ name: z.string(), value: maybe(amount), limit: cap });
export type GroupLoad = z.infer<typeof groupLoadSchema>;

/** A total and what the groups take of it, as the dashboard tells it of viewers, streams, traffic and tasks. */
export interface GroupedLoad {
  readonly total?: Load | null | undefined;
  readonly groups?: readonly GroupLoad[] | null | undefined;
}

const historySchema = z.object({
  current: maybe(amount),
  average: maybe(amount),
  max: maybe(amount),
  data: maybe(items('history.data', z.object({ timestamp: amount, value: maybe(amount) }))),
});
export type DashboardHistory = z.infer<typeof historySchema>;

const roleSchema = z.object({
  total: maybe(amount),
  groups: maybe(items('appGroupStats.groups', z.object({ name: z.string(), limit: cap }))),
});

/** Roles that the dashboard counts applications by; feed and sink appear nowhere else. */
export const applicationRoles = ['origin', 'edge', 'transcode', 'feed', 'sink'] as const;
export type ApplicationRole = (typeof applicationRoles)[number];

const groups = (name: string) => maybe(items(`${name}.groups`, groupLoadSchema));
const healthSchema = z.object({ labels: z.array(z.string()), series: z.array(maybe(amount)) });
export type HealthSummary = z.infer<typeof healthSchema>;

/** `data` of A11, the cluster dashboard. Each member may be missing; traffic is bytes per second. */
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
      groups: groups('viewersStats'),
      viewerCountHistory: maybe(historySchema),
    }),
  ),
  streamStats: maybe(
    z.object({
      total: maybe(loadSchema),
      groups: groups('streamStats'),
      streamCountHistory: maybe(historySchema),
    }),
  ),
  incomingTraffic: maybe(
    z.object({
      total: maybe(loadSchema),
      totalBytes: maybe(amount),
      groups: groups('incomingTraffic'),
      inBandwidthHistory: maybe(historySchema),
    }),
  ),
  outgoingTraffic: maybe(
    z.object({
      total: maybe(loadSchema),
      totalBytes: maybe(amount),
      groups: groups('outgoingTraffic'),
      outBandwidthHistory: maybe(historySchema),
    }),
  ),
  transcodeStats: maybe(
    z.object({
      total: maybe(loadSchema),
      streams: maybe(z.object({ total: maybe(amount), transcoded: maybe(amount) })),
      groups: groups('transcodeStats'),
    }),
  ),
  streamHealthSummary: maybe(healthSchema),
  viewerHealthSummary: maybe(healthSchema),
  topology: maybe(items('data.topology', serverSchema)),
});
export type Dashboard = z.infer<typeof dashboardDataSchema>;
export const dashboardSchema = envelope(dashboardDataSchema);
