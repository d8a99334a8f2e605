import * as z from 'zod';
import { envelope } from './envelope.ts';
import { cap, flag, id, label, maybe, number, percent, shallow, text } from './leaves.ts';
import { namedBy } from './named.ts';

const bandwidthSchema = z.object({ usage: maybe(number), cap });
const countSchema = z.object({ count: maybe(number), cap });

/** An application in the topology's list of a server. Bandwidths are bytes per second. */
export const serverApplicationSchema = namedBy(
  'name',
  'id',
  z.object({
    id: maybe(id),
    name: maybe(label),
    type: maybe(text),
    streams: maybe(countSchema),
    viewers: maybe(countSchema),
    bandwidth: maybe(z.object({ inBandwidth: maybe(number), outBandwidth: maybe(number) })),
    /** The shape of the elements is not specified: strings, objects or numbers. */
    upLinks: maybe(z.array(shallow)),
    downLinks: maybe(z.array(shallow)),
  }),
);
export type ServerApplication = z.infer<typeof serverApplicationSchema>;

/**
 * A server of the topology. CPU and memory are percent, 0 to 100. Without a server name the host's name is used.
 */
export const serverSchema = namedBy(
  'serverName',
  'hostName',
  z.object({
    serverName: maybe(label),
    hostName: maybe(label),
    groupName: maybe(text),
    clusterManager: maybe(flag),
    serverStats: maybe(
      z.object({
        cpuUsage: maybe(percent),
        memUsage: maybe(percent),
        inBandwidth: maybe(bandwidthSchema),
        outBandwidth: maybe(bandwidthSchema),
      }),
    ),
    applications: maybe(z.array(serverApplicationSchema)),
  }),
);
export type Server = z.infer<typeof serverSchema>;

export const topologySchema = envelope(
  z.object({ topology: z.array(serverSchema), mockupEnabled: maybe(flag) }),
);
export type Topology = z.infer<typeof topologySchema>['data'];
