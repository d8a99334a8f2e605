import { z } from 'zod';
import { batch, envelope, page } from './envelope.ts';
import { amount, maybe } from './read.ts';

/** The values of the `appType` filter (`api.md` A7). Answers may carry any other word. */
export const applicationTypes = ['MONO', 'ORIGIN', 'TRANSCODE', 'EDGE'] as const;
export type ApplicationType = (typeof applicationTypes)[number];

/** An application of interface A (`api.md`, Application). Bandwidths are bytes per second, latency ms. */
export const applicationSchema = z.object({
  id: maybe(z.string()),
  name: z.string(),
  type: maybe(z.string()),
  class: maybe(z.string()),
  streamCount: maybe(amount),
  viewerCount: maybe(amount),
  connectionCount: maybe(amount),
  inBandwidth: maybe(amount),
  outBandwidth: maybe(amount),
  inTotalBytes: maybe(amount),
  outTotalBytes: maybe(amount),
  clusterType: maybe(z.boolean()),
  clusterConnection: maybe(z.boolean()),
  clusterConnectionData: maybe(
    z.object({
      cmIdentity: maybe(z.string()),
      connectionState: maybe(z.string()),
      startDate: maybe(amount),
      latency: maybe(amount),
      packetReceived: maybe(amount),
      packetSend: maybe(amount),
    }),
  ),
});
export type Application = z.infer<typeof applicationSchema>;

export const applicationPageSchema = envelope(page(applicationSchema));
export const applicationBatchSchema = envelope(batch(applicationSchema));
