import type { Clock } from '../base/clock.ts';
import { HOUR_MS } from '../base/durations.ts';
import { isRecordable, type TapeEntry, type TapeSink } from './entry.ts';
import { compressNow } from './frame.ts';
import { ENTRY_BYTES, type FrameContent, RingFrames } from './ring-frames.ts';
import { withoutSecrets } from './scrub.ts';
import type { Tape } from './tape.ts';
import { type Position, TapeIndex } from './tape-index.ts';

export interface RingTape extends Tape, TapeSink {
  /** Its current size and its limit, bytes. The limit holds whatever the cluster sends. */
  readonly stats: { readonly bytes: number; readonly limit: number; readonly entries: number };
}

/** Limit for responses of any size, bytes. */
const LIMIT_BYTES = 12 * 1024 * 1024;
/** Its size if an hour fits in it, bytes: a cluster of some ten servers at default intervals. */
const MODEST_BYTES = 8 * 1024 * 1024;
/** How far back the user can go if that fits in the limit, ms. */
const KEPT_MS = HOUR_MS;
/**
 * The part of the limit that is compressed at once is larger below this limit, that of one cluster of many: each start
 * of the compression costs as much as the rest of it, and several polls together compress better than one.
 */
const SMALL_BYTES = 1024 * 1024;
const MOST_SLAB_BYTES = 512 * 1024;
/** Newer data is not compressed yet, ms. */
const PACK_AFTER_MS = 20_000;
const noContent: FrameContent = { entries: 0, from: 0, bodySize: 0 };

/**
 * The responses since the start, in memory, so that the live screens can show earlier moments: at least an hour,
 * unless that takes more than `limit` bytes. The last seconds are uncompressed, the rest is compressed in frames;
 * the oldest frame is dropped first.
 */
export function createRingTape(clock: Clock, limit = LIMIT_BYTES): RingTape {
  const modest = Math.min(MODEST_BYTES, limit);
  const index = new TapeIndex();
  const frames = new RingFrames(limit / 4);
  const slabBytes = Math.min(MOST_SLAB_BYTES, Math.floor(limit / (limit < SMALL_BYTES ? 4 : 8)));
  // Responses are copied out of their buffers, so that these are freed while they are young, which is cheap, and
  // not in a collection of the old generation.
  const slab = Buffer.allocUnsafeSlow(slabBytes);
  /** Entries that are not in a frame yet. */
  let open = noContent;
  let to: number | undefined;
  let cancelTimer: (() => void) | undefined;
  let closed = false;

  const openBytes = () => open.bodySize + open.entries * ENTRY_BYTES;
  const evict = () => {
    const other = openBytes();
    const first = frames.evict(modest - other, limit - other, (to ?? 0) - KEPT_MS);
    if (first !== undefined) index.dropBefore(first);
  };
  const pack = () => {
    cancelTimer?.();
    cancelTimer = undefined;
    if (open.entries > 0) frames.add(open, compressNow(slab.subarray(0, open.bodySize)));
    open = noContent;
  };
  const note = (entry: TapeEntry, length: number) => {
    const { body: _, ...listed } = entry;
    index.add(frames.next, [{ ...listed, offset: open.bodySize, length }]);
    open = {
      entries: open.entries + 1,
      from: open.entries === 0 ? entry.at : open.from,
      bodySize: open.bodySize + length,
    };
    to = Math.max(to ?? entry.at, entry.at);
  };

  const body = async (position: Position): Promise<Uint8Array> => {
    if (position.frame !== frames.next) return frames.body(position);
    // A copy, because the slab is filled again.
    return Buffer.from(slab.subarray(position.offset, position.offset + position.length));
  };

  return {
    get from() {
      return frames.from ?? (open.entries > 0 ? open.from : undefined);
    },
    get to() {
      return to;
    },
    get stats() {
      return { bytes: frames.bytes + openBytes(), limit, entries: frames.entries + open.entries };
    },
    add(entry) {
      if (closed || !isRecordable(entry.endpoint)) return;
      const body = withoutSecrets(entry.body);
      // A single response must not displace the whole hour.
      if (body.length > limit / 4) return;
      if (open.bodySize + body.length > slabBytes) pack();
      if (body.length > slabBytes) {
        // A frame of its own, because no slab is large enough for it.
        note(entry, body.length);
        frames.addLarge(open, Buffer.from(body));
        open = noContent;
      } else {
        slab.set(body, open.bodySize);
        note(entry, body.length);
        cancelTimer ??= clock.after(PACK_AFTER_MS, pack);
      }
      evict();
    },
    latest: (endpoint, path, at) => index.latest(endpoint, path, at),
    alike: (endpoint, path, at) => index.alike(endpoint, path, at),
    next: (endpoint, path, at) => index.next(endpoint, path, at),
    body,
    async close() {
      closed = true;
      cancelTimer?.();
      frames.clear();
      index.dropBefore(Number.POSITIVE_INFINITY);
      open = noContent;
    },
  };
}
