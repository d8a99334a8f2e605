import * as z from 'zod';
import { batch, envelope, page } from './envelope.ts';
import { flag, id, maybe, number, percent, text, time } from './leaves.ts';
import { namedBy } from './named.ts';

/**
 * A stream of interface A (A5, A6). Bandwidths are bytes per second, times Unix ms, durations ms. Without a stream
 * key its id stands for it.
 */
export const streamSchema = namedBy(
  'streamKey',
  'id',
  z.object({
    id,
    state: maybe(text),
    type: maybe(text),
    application: maybe(text),
    streamKey: maybe(text),
    startTime: maybe(time),
    duration: maybe(number),
    viewerCount: maybe(number),
    inBandwidth: maybe(number),
    outBandwidth: maybe(number),
    inTotalBytes: maybe(number),
    outTotalBytes: maybe(number),
    healthScore: maybe(percent),
    healthGrade: maybe(text),
    allowedToPublish: maybe(flag),
    isAutoRemovable: maybe(flag),
    thumbnailPath: maybe(text),
    thumbnailTimestamp: maybe(time),
    subStreams: maybe(z.array(z.object({ streamKey: maybe(text), name: maybe(text) }))),
  }),
);
export type Stream = z.infer<typeof streamSchema>;

export const streamPageSchema = envelope(page(streamSchema));
export const streamBatchSchema = envelope(batch(streamSchema));
