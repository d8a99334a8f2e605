import type { Clock } from '../base/clock.ts';
import { isRecordable, type TapeEntry, type TapeSink } from './entry.ts';
import { compressBodies, inflateBodies } from './frame.ts';
import { FrameCache } from './frame-cache.ts';
import { scrub } from './scrub.ts';
import type { Tape } from './tape.ts';
import { TapeIndex } from './tape-index.ts';

export interface RingTape extends Tape, TapeSink {
  /** What it holds and what it may hold at most, bytes. Bounded by construction, whatever the cluster sends. */
  readonly stats: { readonly bytes: number; readonly limit: number; readonly entries: number };
}

/** Enough for several hours of a cluster of some ten servers at default intervals. */
const LIMIT = 24 * 1024 * 1024;
const PACK_AFTER = 20_000;
/** What an entry costs in the index, roughly. */
const ENTRY_BYTES = 300;

interface Stored {
  readonly entries: number;
  readonly from: number;
  readonly bodySize: number;
  /** The bodies as they came, until they are compressed. */
  bodies: readonly Uint8Array[];
  packed: Buffer | undefined;
  bytes: number;
}

/**
 * What was seen since the start, in memory, so that the live screens can go back. The newest seconds lie open,
 * the rest is compressed in frames; the oldest frame goes when the limit is reached.
 */
export function createRingTape(clock: Clock, limit = LIMIT): RingTape {
  const index = new TapeIndex();
  const cache = new FrameCache(Math.max(1, limit / 4));
  const frames = new Map<number, Stored>();
  let number = 0;
  let open: TapeEntry[] = [];
  let openSize = 0;
  let bytes = 0;
  let to: number | undefined;
  let cancelTimer: (() => void) | undefined;
  let closed = false;
  const packBytes = Math.min(512 * 1024, limit / 8);

  const entries = () => [...frames.values()].reduce((sum, frame) => sum + frame.entries, open.length);
  const used = () => bytes + openSize + open.length * ENTRY_BYTES;
  const evict = () => {
    for (const [oldest, frame] of frames) {
      if (used() <= limit) return;
      frames.delete(oldest);
      cache.drop(oldest);
      bytes -= frame.bytes;
      index.dropBefore(oldest + 1);
    }
  };
  const pack = () => {
    cancelTimer?.();
    cancelTimer = undefined;
    if (open.length === 0) return;
    const mine = number++;
    const frame: Stored = {
      entries: open.length,
      from: open[0]?.at ?? 0,
      bodySize: openSize,
      bodies: open.map((entry) => entry.body),
      packed: undefined,
      bytes: openSize + open.length * ENTRY_BYTES,
    };
    frames.set(mine, frame);
    bytes += frame.bytes;
    open = [];
    openSize = 0;
    compressBodies(frame.bodies).then(
      (packed) => {
        if (frames.get(mine) !== frame) return;
        frame.packed = packed;
        frame.bodies = [];
        const cost = packed.length + frame.entries * ENTRY_BYTES;
        bytes += cost - frame.bytes;
        frame.bytes = cost;
      },
      // Not compressed is fine too: it counts with its full size.
      () => undefined,
    );
  };

  return {
    get from() {
      return frames.values().next().value?.from ?? open[0]?.at;
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
      // One answer must not push out the whole hour.
      if (body.length > limit / 4) return;
      index.add(number, [{ ...entry, offset: openSize, length: body.length }]);
      open.push({ ...entry, body });
      openSize += body.length;
      to = Math.max(to ?? entry.at, entry.at);
      if (used() - bytes >= packBytes) pack();
      else cancelTimer ??= clock.after(PACK_AFTER, pack);
      evict();
    },
    latest: (endpoint, path, at) => index.latest(endpoint, path, at),
    alike: (endpoint, path, at) => index.alike(endpoint, path, at),
    next: (endpoint, path, at) => index.next(endpoint, path, at),
    async body({ frame, offset, length }) {
      const stored = frames.get(frame);
      if (!stored && frame !== number) throw new RangeError('that moment is no longer in memory');
      const packed = stored?.packed;
      if (!stored || !packed) {
        const bodies = stored?.bodies ?? open.map((entry) => entry.body);
        return Buffer.concat(bodies).subarray(offset, offset + length);
      }
      const { bodySize } = stored;
      const bodies = await cache.get(frame, bodySize, () => inflateBodies({ bodies: packed, bodySize }));
      return bodies.subarray(offset, offset + length);
    },
    async close() {
      closed = true;
      cancelTimer?.();
      frames.clear();
      index.dropBefore(Number.POSITIVE_INFINITY);
      open = [];
      bytes = 0;
      openSize = 0;
    },
  };
}
