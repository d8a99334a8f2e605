import type { FileHandle } from 'node:fs/promises';
import type { Clock } from '../base/clock.ts';
import { openPrivateFile } from '../base/private-file.ts';
import { requireOwnFile, rotate, rotatedNames } from '../base/rotate.ts';
import { systemReason } from '../base/system-error.ts';
import { isRecordable, type TapeEntry } from './entry.ts';
import { encodeFrame } from './frame.ts';
import { encodeHeader, isRecordingStart, MAX_HEADER_BYTES } from './header.ts';
import { TapeError } from './tape.ts';

export interface TapeWriterOptions {
  /** For the banner of the replay. */
  readonly cluster: string;
  readonly clock: Clock;
  /** Called once; the recording ends then, and the program continues. */
  readonly onFailure: (message: string) => void;
  /** Size of one piece, bytes. A full piece is renamed to `FILE.1`, the previous one to `FILE.2`, … */
  readonly pieceBytes?: number;
  /** Number of pieces that are kept, including the current one. */
  readonly pieces?: number;
}

const PIECE_BYTES = 256 * 1024 * 1024;
const PIECES = 4;
/** Most time that a crash can lose, ms. */
const FLUSH_AFTER_MS = 3000;
const FLUSH_BYTES = 4 * 1024 * 1024;
/** If the disk is too slow, entries beyond this size are dropped, so that memory does not grow. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;

/**
 * Starts a recording at `path` (0600). An existing recording is renamed to `path.1`; any other file is never
 * touched. Secrets are removed before anything is stored. Throws a `TapeError`.
 */
export async function openTapeWriter(path: string, options: TapeWriterOptions) {
  const { clock, cluster, onFailure, pieceBytes = PIECE_BYTES, pieces = PIECES } = options;
  const session = clock.now();
  let piece = 0;
  // Checked before anything is recorded, so that a name that cannot be rotated later is refused at once.
  await requireOwnPieces(path, pieces);
  await rotate(path, pieces);
  let { handle, size } = await start(path, encodeHeader(session, piece, cluster));

  let waiting: TapeEntry[] = [];
  let waitingBytes = 0;
  let writing: Promise<void> = Promise.resolve();
  let cancelTimer: (() => void) | undefined;
  let ended = false;
  const stats = { entries: 0, dropped: 0 };

  const write = async (entries: readonly TapeEntry[], bytes: number) => {
    try {
      if (ended) return;
      const frame = await encodeFrame(entries);
      if (size + frame.length > pieceBytes && size > MAX_HEADER_BYTES) {
        await requireOwnPieces(path, pieces);
        await handle.close();
        await rotate(path, pieces);
        ({ handle, size } = await start(path, encodeHeader(session, ++piece, cluster)));
      }
      await handle.appendFile(frame);
      size += frame.length;
      stats.entries += entries.length;
    } catch (error) {
      ended = true;
      await handle.close().catch(() => undefined);
      onFailure(`the recording ${path} ended: ${systemReason(error)}`);
    } finally {
      waitingBytes -= bytes;
    }
  };
  let gathered = 0;
  const flush = (): Promise<void> => {
    cancelTimer?.();
    cancelTimer = undefined;
    if (waiting.length > 0) {
      const entries = waiting;
      const bytes = gathered;
      waiting = [];
      gathered = 0;
      writing = writing.then(() => write(entries, bytes));
    }
    return writing;
  };

  return {
    stats,
    add(entry: TapeEntry) {
      if (ended || !isRecordable(entry.endpoint)) return;
      if (waitingBytes + entry.body.length > MAX_WAITING_BYTES) {
        stats.dropped++;
        return;
      }
      const body = withoutSecrets(entry.body);
      waiting.push({ ...entry, body });
      waitingBytes += body.length;
      gathered += body.length;
      if (gathered >= FLUSH_BYTES) void flush();
      else cancelTimer ??= clock.after(FLUSH_AFTER_MS, () => void flush());
    },
    /** Writes pending entries. Never rejects. */
    flush,
    async close() {
      await flush();
      if (!ended) await handle.close().catch(() => undefined);
      ended = true;
    },
  };
}

async function start(path: string, header: string): Promise<{ handle: FileHandle; size: number }> {
  try {
    // Must be a new file: two instances with the same name would write into each other's recording.
    const handle = await openPrivateFile(path, 'create');
    await handle.appendFile(header);
    return { handle, size: Buffer.byteLength(header) };
  } catch (error) {
    throw new TapeError('UNWRITABLE', `cannot record to ${path}: ${systemReason(error)}`, error);
  }
}

/** Throws a `TapeError` if a name that the recording uses belongs to a file that is not a recording. */
async function requireOwnPieces(path: string, pieces: number): Promise<void> {
  try {
    for (const name of rotatedNames(path, pieces)) {
      await requireOwnFile(name, MAX_HEADER_BYTES, isRecordingStart);
    }
  } catch (error) {
    throw new TapeError('UNWRITABLE', `cannot record to ${path}: ${systemReason(error)}`, error);
  }
}

/** A body with a secret contains one of these words. Bodies without them are stored byte by byte. */
const suspects = ['masked', 'password', 'licenseKey', 'credentials', 'apiKey', 'accessToken', '\\u00'];
const SECRET_KEY = /^(password|licenseKey|apiKey|accessToken)$/i;
const withheld = Buffer.from('(withheld by the recorder)');

/**
 * The body without secrets: the `value` of an object that is marked `masked` or named like a secret, and all
 * `credentials`, are removed. A body that may contain one and cannot be parsed is left out completely.
 */
function withoutSecrets(body: Uint8Array): Uint8Array {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (!suspects.some((word) => bytes.includes(word))) return body;
  let json: unknown;
  try {
    json = JSON.parse(bytes.toString('utf8'));
  } catch {
    return withheld;
  }
  return clean(json) ? Buffer.from(JSON.stringify(json)) : body;
}

/** Removes the secrets in place; returns whether there were any. */
function clean(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const holder = value as Record<string, unknown>;
  let changed = false;
  if (holder.masked === true && 'value' in holder) {
    delete holder.value;
    changed = true;
  }
  for (const [key, item] of Object.entries(holder)) {
    if (/^credentials$/i.test(key)) {
      delete holder[key];
      changed = true;
    } else if (SECRET_KEY.test(key)) {
      if (typeof item === 'object' && item !== null) delete (item as Record<string, unknown>).value;
      else delete holder[key];
      changed = true;
    } else if (clean(item)) changed = true;
  }
  return changed;
}
