import type { Clock } from '../base/clock.ts';
import { HOUR_MS } from '../base/durations.ts';
import { isRecordable, type TapeEntry, type TapeSink } from './entry.ts';
import { compressBodies, compressNow, inflateBodies } from './frame.ts';
import { FrameCache } from './frame-cache.ts';
import { scrub } from './scrub.ts';
import type { Tape } from './tape.ts';
import { TapeIndex } from './tape-index.ts';

export interface RingTape extends Tape, TapeSink {
  /** What it holds and what it may hold at most, bytes. Bounded by construction, whatever the cluster sends. */
  readonly stats: { readonly bytes: number; readonly limit: number; readonly entries: number };
}

/** However large the responses are. */
const LIMIT_BYTES = 12 * 1024 * 1024;
/** What it takes where an hour fits: a cluster of some ten servers at default intervals. */
const MODEST_BYTES = 8 * 1024 * 1024;
/** So far one can go back wherever that fits the limit. */
const KEPT_MS = HOUR_MS;
/** What is newer than this is not compressed yet. */
const PACK_AFTER_MS = 20_000;
/** What an entry costs in the index, roughly. */
const ENTRY_BYTES = 300;

interface Stored {
  readonly entries: number;
  readonly from: number;
  readonly bodySize: number;
  /** The bodies, one after the other, compressed. */
  packed: Buffer | undefined;
  /** A body that is too large to be compressed at once, until it is. */
  plain: Buffer | undefined;
  bytes: number;
}

/**
 * What was seen since the start, in memory, so that the live screens can go back: an hour at least, unless that takes
 * more than `limit` bytes. The newest seconds lie open, the rest is compressed in frames; the oldest frame goes first.
 */
export function createRingTape(clock: Clock, limit = LIMIT_BYTES): RingTape {
  const index = new TapeIndex();
  const cache = new FrameCache(Math.max(1, limit / 4));
  const frames = new Map<number, Stored>();
  const slabBytes = Math.min(512 * 1024, Math.floor(limit / 8));
  // Answers are copied out of the buffers that they came in: those can go while they are young, which costs nothing,
  // and do not wait for the collection of a heap that hardly grows.
  const slab = Buffer.allocUnsafeSlow(slabBytes);
  let number = 0;
  let open = 0;
  let openFrom = 0;
  let openSize = 0;
  let bytes = 0;
  let to: number | undefined;
  let cancelTimer: (() => void) | undefined;
  let closed = false;

  const entries = () => [...frames.values()].reduce((sum, frame) => sum + frame.entries, open);
  const used = () => bytes + openSize + open * ENTRY_BYTES;
  const evict = () => {
    const modest = Math.min(MODEST_BYTES, limit);
    if (used() <= modest) return;
    const upTo = Math.max(to ?? 0, openFrom) - KEPT_MS;
    const [, ...later] = frames.values();
    let next = 0;
    for (const [oldest, frame] of frames) {
      const covered = (later[next++]?.from ?? Number.POSITIVE_INFINITY) <= upTo;
      if (used() <= (covered ? modest : limit)) return;
      frames.delete(oldest);
      cache.drop(oldest);
      bytes -= frame.bytes;
      index.dropBefore(oldest + 1);
    }
  };
  const store = (packed: Buffer | undefined, plain: Buffer | undefined): Stored => {
    const cost = (packed ?? plain)?.length ?? 0;
    const frame: Stored = {
      entries: open,
      from: openFrom,
      bodySize: openSize,
      packed,
      plain,
      bytes: cost + open * ENTRY_BYTES,
    };
    frames.set(number++, frame);
    bytes += frame.bytes;
    open = 0;
    openSize = 0;
    return frame;
  };
  const pack = () => {
    cancelTimer?.();
    cancelTimer = undefined;
    if (open > 0) store(compressNow(slab.subarray(0, openSize)), undefined);
  };
  /** A frame of one body that no slab is large enough for. */
  const packLarge = (body: Buffer) => {
    const mine = number;
    const frame = store(undefined, body);
    compressBodies([body]).then(
      (packed) => {
        frame.packed = packed;
        frame.plain = undefined;
        const saved = body.length - packed.length;
        frame.bytes -= saved;
        if (frames.get(mine) === frame) bytes -= saved;
      },
      // Not compressed is fine too: it counts with its full size.
      () => undefined,
    );
  };
  const note = (entry: TapeEntry, length: number) => {
    const { body: _, ...listed } = entry;
    index.add(number, [{ ...listed, offset: openSize, length }]);
    if (open === 0) openFrom = entry.at;
    open++;
    openSize += length;
    to = Math.max(to ?? entry.at, entry.at);
  };

  return {
    get from() {
      return frames.values().next().value?.from ?? (open > 0 ? openFrom : undefined);
    },
    get to() {
      return to;
    },
    get stats() {
      return { bytes: used(), limit, entries: entries() };
    },
    add(entry) {
      if (closed || !isRecordable(entry.endpoint)) return;
      const body = scrub(entry.body);
      // One response must not push out the whole hour.
      if (body.length > limit / 4) return;
      if (openSize + body.length > slabBytes) pack();
      if (body.length > slabBytes) {
        note(entry, body.length);
        packLarge(Buffer.from(body));
      } else {
        slab.set(body, openSize);
        note(entry, body.length);
        cancelTimer ??= clock.after(PACK_AFTER_MS, pack);
      }
      evict();
    },
    latest: (endpoint, path, at) => index.latest(endpoint, path, at),
    alike: (endpoint, path, at) => index.alike(endpoint, path, at),
    next: (endpoint, path, at) => index.next(endpoint, path, at),
    async body({ frame, offset, length }) {
      const stored = frames.get(frame);
      if (!stored && frame !== number) throw new RangeError('that moment is no longer in memory');
      // A copy: the slab is filled again.
      if (!stored) return Buffer.from(slab.subarray(offset, offset + length));
      const { packed, plain, bodySize } = stored;
      if (plain) return plain.subarray(offset, offset + length);
      if (!packed) throw new RangeError('that moment is no longer in memory');
      const bodies = await cache.get(frame, bodySize, () => inflateBodies({ bodies: packed, bodySize }));
      return bodies.subarray(offset, offset + length);
    },
    async close() {
      closed = true;
      cancelTimer?.();
      frames.clear();
      index.dropBefore(Number.POSITIVE_INFINITY);
      open = 0;
      bytes = 0;
      openSize = 0;
    },
  };
}
