import * as z from 'zod';
import { batch, envelope } from './envelope.ts';
import { id, maybe, number, score, text, time } from './leaves.ts';

/** A viewer session (A9). Words may have unknown values. */
export const viewerSchema = z.object({
  id,
  state: maybe(text),
  class: maybe(text),
  pipelineType: maybe(text),
  harnessType: maybe(text),
  applicationName: maybe(text),
  streamKey: maybe(text),
  subStream: maybe(text),
  remoteAddress: maybe(text),
  deviceType: maybe(text),
  osName: maybe(text),
  browserName: maybe(text),
  startTime: maybe(time),
  duration: maybe(number),
  inBandwidth: maybe(number),
  outBandwidth: maybe(number),
  inTotalBytes: maybe(number),
  outTotalBytes: maybe(number),
  healthScore: maybe(score),
  healthGrade: maybe(text),
});
export type Viewer = z.infer<typeof viewerSchema>;

export const viewerBatchSchema = envelope(batch(viewerSchema));

/** Harness types that are machines, not people. */
export const machineHarnessTypes: readonly string[] = ['CLUSTER_DATA_CLIENT', 'TRANSCODER'];
