import { z } from 'zod';
import { envelope } from './envelope.ts';
import { amount, cap, items, maybe } from './read.ts';

const bandwidthSchema = z.object({ usage: maybe(amount), cap });
const countSchema = z.object({ count: maybe(amount), cap });

/** An application as a server of the topology lists it. Bandwidths are bytes per second. */
export const serverApplicationSchema = z.object({
  id: maybe(z.string()),
  name: z.string(),
  type: maybe(z.string()),
  streams: maybe(countSchema),
  viewers: maybe(countSchema),
  bandwidth: maybe(z.object({ inBandwidth: maybe(amount), outBandwidth: maybe(amount) })),
  /** The shape of the elements is not shown by the contract: strings, objects or numbers. */
  upLinks: maybe(z.array(z.unknown())),
  downLinks: maybe(z.array(z.unknown())),
});
export type ServerApplication = z.infer<typeof serverApplicationSchema>;

/** A server of the topology (`api.md`, Cluster topology). CPU and memory are percent, 0 to 100. */
export const serverSchema = z.object({
  serverName: z.string(),
  hostName: maybe(z.string()),
  groupName: maybe(z.string()),
  clusterManager: maybe(z.boolean()),
  serverStats: maybe(
    z.object({
      cpuUsage: maybe(amount),
      memUsage: maybe(amount),
      inBandwidth: maybe(bandwidthSchema),
      outBandwidth: maybe(bandwidthSchema),
    }),
  ),
  applications: maybe(items('applications', serverApplicationSchema)),
});
export type Server = z.infer<typeof serverSchema>;

export const topologySchema = envelope(
  z.object({ topology: items('data.topology', serverSchema), mockupEnabled: maybe(z.boolean()) }),
);
export type Topology = z.infer<typeof topologySchema>['data'];
