import { promisify } from 'node:util';
import { constants, crc32, zstdCompress, zstdDecompress } from 'node:zlib';
import * as z from 'zod';
import { defaultTransportLimits } from '../http/exchange.ts';
import { type EndpointName, endpoints } from '../protocol/endpoints.ts';
import { isRecordable, type TapeEntry } from './entry.ts';

/*
 * A frame holds a few seconds of polling: a header of 12 bytes (length of the rest, length of the list in it,
 * CRC-32 over both and the rest; little endian), the list of entries as compressed JSON, and their bodies,
 * concatenated and compressed. An index needs only the list, so opening a recording of hours decompresses no body.
 * zstd instead of deflate: its window covers several polls of a large cluster, in a third of the time.
 */
const HEADER_BYTES = 12;
const KIB_BYTES = 1024;
const MIB = 1024 * KIB_BYTES;
/** More than the writer puts in one frame, plus one response. */
const MAX_BODIES_BYTES = 4 * MIB + defaultTransportLimits.bodyBytes;
const MAX_FRAME_BYTES = MAX_BODIES_BYTES + MIB;
/** Times and durations hardly compress: a list that decompresses to more was not written by castwatch. */
const LIST_INFLATES = 100;
const SHORT_LIST_BYTES = 16 * KIB_BYTES;

// Loaded late, because a start without compression does not need it.
const compress = (bytes: Uint8Array) =>
  promisify(zstdCompress)(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
const decompress = (bytes: Buffer, maxOutputLength: number) =>
  promisify(zstdDecompress)(bytes, { maxOutputLength });

/** An entry in the index: everything except the body, and where the body begins in its frame. */
export interface ListedEntry extends Omit<TapeEntry, 'body'> {
  readonly offset: number;
  readonly length: number;
}

const rowSchema = z.tuple([
  z.number(),
  z.string().transform((name) => name as EndpointName),
  z.string(),
  z.number(),
  z.string().nullable(),
  z.string().nullable(),
  z.number().nonnegative(),
  z.number().int().nonnegative(),
]);
const listSchema = z.array(rowSchema);

/** The bytes of a frame. */
export async function encodeFrame(entries: readonly TapeEntry[]): Promise<Buffer> {
  const rows: z.input<typeof listSchema> = entries.map((entry) => [
    entry.at,
    entry.endpoint,
    entry.path,
    entry.status,
    entry.code ?? null,
    entry.contentType ?? null,
    entry.duration,
    entry.body.length,
  ]);
  const [list, bodies] = await Promise.all([
    compress(Buffer.from(JSON.stringify(rows))),
    compress(Buffer.concat(entries.map((entry) => entry.body))),
  ]);
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32LE(list.length + bodies.length, 0);
  header.writeUInt32LE(list.length, 4);
  header.writeUInt32LE(checksum(header, list, bodies), 8);
  return Buffer.concat([header, list, bodies]);
}

/** Reads `length` bytes at `position`; fewer at the end of the file. */
export type ReadAt = (position: number, length: number) => Promise<Buffer>;

export interface Frame {
  readonly entries: readonly ListedEntry[];
  /** The compressed bodies, and their decompressed size. */
  readonly bodies: Buffer;
  readonly bodySize: number;
  /** Size of the whole frame in the file. */
  readonly size: number;
}

/** The frame at `position`; undefined if there is no complete and undamaged frame. */
export async function decodeFrame(read: ReadAt, position: number): Promise<Frame | undefined> {
  const header = await read(position, HEADER_BYTES);
  if (header.length < HEADER_BYTES) return undefined;
  const length = header.readUInt32LE(0);
  const listLength = header.readUInt32LE(4);
  if (length > MAX_FRAME_BYTES || listLength > length) return undefined;
  const payload = await read(position + HEADER_BYTES, length);
  const list = payload.subarray(0, listLength);
  const bodies = payload.subarray(listLength);
  if (checksum(header, list, bodies) !== header.readUInt32LE(8)) return undefined;
  const listed = await decodeList(list);
  return listed && { ...listed, bodies, size: HEADER_BYTES + length };
}

/** The decompressed bodies of a frame, never more than the list announced. */
export async function inflateBodies(frame: Pick<Frame, 'bodies' | 'bodySize'>): Promise<Buffer> {
  return decompress(frame.bodies, Math.max(1, frame.bodySize));
}

async function decodeList(list: Buffer): Promise<Pick<Frame, 'entries' | 'bodySize'> | undefined> {
  let rows: z.output<typeof listSchema>;
  try {
    const text = (await decompress(list, SHORT_LIST_BYTES + LIST_INFLATES * list.length)).toString('utf8');
    rows = listSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
  const bodySize = rows.reduce((sum, row) => sum + row[7], 0);
  if (bodySize > MAX_BODIES_BYTES) return undefined;
  let offset = 0;
  const entries: ListedEntry[] = [];
  for (const [at, endpoint, path, status, code, contentType, duration, length] of rows) {
    if (Object.hasOwn(endpoints, endpoint) && isRecordable(endpoint)) {
      const absent = { code: code ?? undefined, contentType: contentType ?? undefined };
      entries.push({ at, endpoint, path, status, ...absent, duration, offset, length });
    }
    offset += length;
  }
  return { entries, bodySize };
}

function checksum(header: Buffer, list: Buffer, bodies: Buffer): number {
  return crc32(bodies, crc32(list, crc32(header.subarray(0, 8))));
}
