import * as z from 'zod';
import { parsedJson } from '../base/parsed-json.ts';
import { TapeError } from './tape.ts';

/** Incremented when older programs can no longer read the format. */
const VERSION = 1;
const START = '{"castwatch":"recording",';
export const MAX_HEADER_BYTES = 4096;

const headerSchema = z.object({
  castwatch: z.literal('recording'),
  version: z.number(),
  /** Shared by all pieces of a recording; Unix ms of its start. */
  session: z.number(),
  piece: z.number().int().nonnegative(),
  /** Name of the cluster, for the banner. */
  cluster: z.string(),
});
export type TapeHeader = z.output<typeof headerSchema>;

/** The first line of a recording, readable by `head -1`. */
export function encodeHeader(session: number, piece: number, cluster: string): string {
  const rest = JSON.stringify({ version: VERSION, session, piece, cluster: cluster.slice(0, 500) });
  return `${START}${rest.slice(1)}\n`;
}

/**
 * Parses the first line. Undefined for a recording that was cut within it, which is a recording without content.
 * Throws a `TapeError` for any other file.
 */
export function decodeHeader(start: Buffer, path: string): { header: TapeHeader; size: number } | undefined {
  const end = start.indexOf(0x0a);
  const line = start.toString('utf8', 0, end < 0 ? start.length : end);
  if (end < 0 && start.length < MAX_HEADER_BYTES && (START.startsWith(line) || line.startsWith(START)))
    return undefined;
  const header = line.startsWith(START) ? parsedJson(headerSchema, line) : undefined;
  if (!header) throw new TapeError('NOT_A_RECORDING', `${path} is not a recording of castwatch`);
  if (header.version !== VERSION) {
    throw new TapeError(
      'VERSION',
      `${path} was written by another version of castwatch (format ${header.version}, this one reads ${VERSION})`,
    );
  }
  return { header, size: end + 1 };
}

/**
 * Whether a file that starts like this is a recording of castwatch, of any version, even one that was cut soon
 * after.
 */
export function isRecordingStart(start: Buffer): boolean {
  return start.subarray(0, START.length).toString() === START;
}
