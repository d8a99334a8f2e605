import * as z from 'zod';
import { batch, envelope, page } from './envelope.ts';
import { flag, id, label, maybe, number, score, text, time } from './leaves.ts';

/**
 * A stream of interface A (A5, A6). Bandwidths are bytes per second, times Unix ms, durations ms. Without a stream
 * key its id is used as the key, and without an id its application and key as the id.
 */
export const streamSchema = z
  .object({
    id: maybe(id),
    state: maybe(text),
    type: maybe(text),
    application: maybe(text),
    streamKey: maybe(label),
    startTime: maybe(time),
    duration: maybe(number),
    viewerCount: maybe(number),
    inBandwidth: maybe(number),
    outBandwidth: maybe(number),
    inTotalBytes: maybe(number),
    outTotalBytes: maybe(number),
    healthScore: maybe(score),
    healthGrade: maybe(text),
    allowedToPublish: maybe(flag),
    isAutoRemovable: maybe(flag),
    thumbnailPath: maybe(text),
    thumbnailTimestamp: maybe(time),
    subStreams: maybe(z.array(z.object({ streamKey: maybe(text), name: maybe(text) }))),
  })
  .transform((stream, context) => {
    const { id, application, streamKey } = stream;
    // The usual case: nothing needs to be copied.
    if (id != null && streamKey != null) return stream as typeof stream & { id: string; streamKey: string };
    const key = streamKey ?? id;
    if (key != null) return { ...stream, streamKey: key, id: id ?? keyAsId({ application, streamKey: key }) };
    context.issues.push({ code: 'custom', message: 'neither streamKey nor id', input: undefined });
    return z.NEVER;
  });
export type Stream = z.infer<typeof streamSchema>;

function keyAsId({ application, streamKey }: { application?: string | null; streamKey: string }): string {
  return `${application ?? ''}/${streamKey}`;
}

/** Whether its id comes from the server: only such an id can be looked up (A6). */
export function hasOwnId(stream: Stream): boolean {
  return stream.id !== keyAsId(stream);
}

export const streamPageSchema = envelope(page(streamSchema));
export const streamBatchSchema = envelope(batch(streamSchema));
