import { z } from 'zod';
import { batch, envelope } from './envelope.ts';
import { amount, maybe } from './read.ts';

/** A viewer session (`api.md`, Viewer session). Every word may be one we do not know (`field-notes.md`). */
export const viewerSchema = z.object({
  id: z.string(),
  state: maybe(z.string()),
  class: maybe(z.string()),
  pipelineType: maybe(z.string()),
  harnessType: maybe(z.string()),
  applicationName: maybe(z.string()),
  streamKey: maybe(z.string()),
  subStream: maybe(z.string()),
  remoteAddress: maybe(z.string()),
  deviceType: maybe(z.string()),
  osName: maybe(z.string()),
  browserName: maybe(z.string()),
  startTime: maybe(amount),
  duration: maybe(amount),
  inBandwidth: maybe(amount),
  outBandwidth: maybe(amount),
  inTotalBytes: maybe(amount),
  outTotalBytes: maybe(amount),
  healthScore: maybe(amount),
  healthGrade: maybe(z.string()),
});
export type Viewer = z.infer<typeof viewerSchema>;

export const viewerBatchSchema = envelope(batch(viewerSchema));

/** Harness types that are machines, not people (`field-notes.md`). */
export const machineHarnessTypes: readonly string[] = ['CLUSTER_DATA_CLIENT', 'TRANSCODER'];
