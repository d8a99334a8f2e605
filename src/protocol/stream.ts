import { z } from 'zod';
import { batch, envelope, page } from './envelope.ts';
import { amount, items, maybe } from './read.ts';

/** A stream of interface A (`api.md`, Stream). Bandwidths are bytes per second, times Unix ms, durations ms. */
export const streamSchema = z.object({
  id: z.string(),
  state: maybe(z.string()),
  type: maybe(z.string()),
  application: maybe(z.string()),
  streamKey: z.string(),
  startTime: maybe(amount),
  duration: maybe(amount),
  viewerCount: maybe(amount),
  inBandwidth: maybe(amount),
  outBandwidth: maybe(amount),
  inTotalBytes: maybe(amount),
  outTotalBytes: maybe(amount),
  healthScore: maybe(amount),
  healthGrade: maybe(z.string()),
  allowedToPublish: maybe(z.boolean()),
  isAutoRemovable: maybe(z.boolean()),
  thumbnailPath: maybe(z.string()),
  thumbnailTimestamp: maybe(amount),
  subStreams: maybe(items('subStreams', z.object({ streamKey: maybe(z.string()), name: maybe(z.string()) }))),
});
export type Stream = z.infer<typeof streamSchema>;

export const streamPageSchema = envelope(page(streamSchema));
export const streamBatchSchema = envelope(batch(streamSchema));
