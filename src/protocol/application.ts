import * as z from 'zod';
import { batch, envelope, page } from './envelope.ts';
import { flag, id, label, maybe, number, text, time } from './leaves.ts';
import { namedBy } from './named.ts';

/** The values of the `appType` filter. Responses may carry any other word. */
export const applicationTypes = ['MONO', 'ORIGIN', 'TRANSCODE', 'EDGE'] as const;

/**
 * An application of interface A. Bandwidths are bytes per second, latency ms. Without a name its id is used as the
 * name.
 */
export const applicationSchema = namedBy(
  'name',
  'id',
  z.object({
    id: maybe(id),
    name: maybe(label),
    type: maybe(text),
    class: maybe(text),
    streamCount: maybe(number),
    viewerCount: maybe(number),
    connectionCount: maybe(number),
    inBandwidth: maybe(number),
    outBandwidth: maybe(number),
    inTotalBytes: maybe(number),
    outTotalBytes: maybe(number),
    clusterType: maybe(flag),
    clusterConnection: maybe(flag),
    clusterConnectionData: maybe(
      z.object({
        cmIdentity: maybe(text),
        connectionState: maybe(text),
        startDate: maybe(time),
        latency: maybe(number),
        packetReceived: maybe(number),
        packetSend: maybe(number),
      }),
    ),
  }),
);
export type Application = z.infer<typeof applicationSchema>;

/** Distinguishes applications, because several may have the same name. Without an id the name is used. */
export const applicationId = ({ id, name }: Pick<Application, 'id' | 'name'>): string => id ?? name;

export const applicationPageSchema = envelope(page(applicationSchema));
export const applicationBatchSchema = envelope(batch(applicationSchema));
