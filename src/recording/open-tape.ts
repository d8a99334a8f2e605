import type { FileHandle } from 'node:fs/promises';
import { DAY_MS } from '../base/durations.ts';
import { openNamedFile } from '../base/private-file.ts';
import { systemReason } from '../base/system-error.ts';
import { decodeFrame, inflateBodies } from './frame.ts';
import { decodeHeader, MAX_HEADER_BYTES, type TapeHeader } from './header.ts';
import { type Tape, TapeError } from './tape.ts';
import { TapeIndex } from './tape-index.ts';

export interface FileTape extends Tape {
  readonly cluster: string;
  readonly entries: number;
  /** Bytes at the end that were not written completely, for example by a crash; they are not played. */
  readonly tornBytes: number;
}

interface Piece {
  readonly handle: FileHandle;
  readonly header: TapeHeader | undefined;
  readonly start: number;
  readonly path: string;
}

interface Stored {
  readonly piece: Piece;
  readonly position: number;
  readonly bodySize: number;
}

/** More pieces than any recording keeps. */
const MAX_PIECES = 100;
/** More than a week of normal polling; a larger index would need too much memory. */
const MAX_ENTRIES = 1_000_000;
/** Longer recordings, also through a wrong clock, are refused. */
const MAX_SPAN_MS = 90 * DAY_MS;

/**
 * Opens a recording together with its older pieces (`FILE.1`, `FILE.2`, … of the same session). Reads all frames
 * once for the index and keeps no body in memory; bodies are read and decompressed when needed. An incomplete end
 * is ignored. Throws a `TapeError`.
 */
export async function openTape(path: string): Promise<FileTape> {
  const pieces = await openPieces(path);
  const close = async () => {
    await Promise.all(pieces.map(({ handle }) => handle.close()));
  };
  const index = new TapeIndex();
  const cache = new FrameCache();
  const frames: Stored[] = [];
  let entries = 0;
  let tornBytes = 0;
  let from: number | undefined;
  let to: number | undefined;
  try {
    for (const piece of pieces) {
      let position = piece.start;
      for (;;) {
        const frame = piece.header && (await decodeFrame(readerOf(piece.handle), position));
        if (!frame || entries >= MAX_ENTRIES) break;
        const start = piece.header.session;
        const possible = frame.entries.filter(({ at }) => Math.abs(at - start) <= MAX_SPAN_MS);
        index.add(frames.length, possible);
        frames.push({ piece, position, bodySize: frame.bodySize });
        position += frame.size;
        entries += possible.length;
        for (const { at } of possible) {
          from = from === undefined || at < from ? at : from;
          to = to === undefined || at > to ? at : to;
        }
      }
      tornBytes += (await piece.handle.stat()).size - position;
    }
  } catch (error) {
    await close();
    throw new TapeError('UNREADABLE', `cannot read ${path}: ${systemReason(error)}`, error);
  }

  return {
    cluster: pieces.at(-1)?.header?.cluster ?? '',
    entries,
    tornBytes,
    from,
    to,
    latest: (endpoint, at, time) => index.latest(endpoint, at, time),
    alike: (endpoint, at, time) => index.alike(endpoint, at, time),
    next: (endpoint, at, time) => index.next(endpoint, at, time),
    async body({ frame, offset, length }) {
      const stored = frames[frame];
      if (!stored) throw new RangeError(`no frame ${frame}`);
      const { piece, position, bodySize } = stored;
      const bodies = await cache.get(frame, bodySize, async () => {
        const whole = await decodeFrame(readerOf(piece.handle), position);
        if (!whole) throw new TapeError('UNREADABLE', `${piece.path} was changed while it was played`);
        return inflateBodies(whole);
      });
      return bodies.subarray(offset, offset + length);
    },
    close,
  };
}

/** The pieces of the recording, oldest first. */
async function openPieces(path: string): Promise<Piece[]> {
  const newest = await openPiece(path);
  const pieces = [newest];
  for (let number = 1; number <= MAX_PIECES && newest.header; number++) {
    const older = await openPiece(`${path}.${number}`).catch(() => undefined);
    if (!older) break;
    if (older.header?.session !== newest.header.session) {
      await older.handle.close();
      break;
    }
    pieces.unshift(older);
  }
  return pieces;
}

async function openPiece(path: string): Promise<Piece> {
  const handle = await openNamedFile(path).catch((error: unknown) => {
    throw new TapeError('UNREADABLE', `cannot open the recording ${path}: ${systemReason(error)}`, error);
  });
  try {
    const found = decodeHeader(await readerOf(handle)(0, MAX_HEADER_BYTES), path);
    return { handle, path, header: found?.header, start: found?.size ?? 0 };
  } catch (error) {
    await handle.close();
    if (error instanceof TapeError) throw error;
    throw new TapeError('UNREADABLE', `cannot read the recording ${path}: ${systemReason(error)}`, error);
  }
}

function readerOf(handle: FileHandle) {
  return async (position: number, length: number): Promise<Buffer> => {
    const { size } = await handle.stat();
    const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - position)));
    let filled = 0;
    while (filled < buffer.length) {
      const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, position + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return buffer.subarray(0, filled);
  };
}

/** The last decompressed frames, up to a number of bytes: a poll round reads several bodies of one frame. */
export class FrameCache {
  readonly #limit: number;
  readonly #frames = new Map<number, { readonly bodies: Promise<Buffer>; readonly size: number }>();
  #bytes = 0;

  constructor(limit = 32 * 1024 * 1024) {
    this.#limit = limit;
  }

  /** The bodies of a frame; calls `load` if they are not cached. */
  get(frame: number, size: number, load: () => Promise<Buffer>): Promise<Buffer> {
    const known = this.#frames.get(frame);
    this.#drop(frame);
    const entry = known ?? { bodies: load(), size };
    this.#frames.set(frame, entry);
    this.#bytes += entry.size;
    if (!known) entry.bodies.catch(() => this.#drop(frame));
    for (const [oldest] of this.#frames) {
      if (this.#bytes <= this.#limit || oldest === frame) break;
      this.#drop(oldest);
    }
    return entry.bodies;
  }

  #drop(frame: number): void {
    const known = this.#frames.get(frame);
    if (!known) return;
    this.#frames.delete(frame);
    this.#bytes -= known.size;
  }
}
