import { compressBodies, inflateBodies } from './frame.ts';
import { FrameCache } from './frame-cache.ts';
import type { Position } from './tape-index.ts';

/** What an entry costs in the index, roughly. */
export const ENTRY_BYTES = 300;

/** What lies in a frame: so many entries, the first of them at `from` (Unix ms), and the bytes of their bodies. */
export interface FrameContent {
  readonly entries: number;
  readonly from: number;
  readonly bodySize: number;
}

interface Stored extends FrameContent {
  /** One after the other. */
  bodies: Buffer;
  /** Whether they are compressed; a body that is too large for that at once is not, until it is. */
  isPacked: boolean;
  bytes: number;
}

/** The frames of a recording in memory, by their numbers, oldest first. */
export class RingFrames {
  readonly #frames = new Map<number, Stored>();
  readonly #cache: FrameCache;
  #next = 0;
  #bytes = 0;

  constructor(cacheBytes: number) {
    this.#cache = new FrameCache(cacheBytes);
  }

  /** The number of the next frame. */
  get next(): number {
    return this.#next;
  }

  /** With what the entries cost in the index. */
  get bytes(): number {
    return this.#bytes;
  }

  get entries(): number {
    return [...this.#frames.values()].reduce((sum, frame) => sum + frame.entries, 0);
  }

  /** Unix ms of the oldest entry; undefined without a frame. */
  get from(): number | undefined {
    return this.#frames.values().next().value?.from;
  }

  add(content: FrameContent, packed: Buffer): void {
    this.#store(content, packed, true);
  }

  /** One body that is compressed outside the main thread: until then it is kept as it is. */
  addLarge(content: FrameContent, body: Buffer): void {
    const number = this.#next;
    const frame = this.#store(content, body, false);
    compressBodies([body]).then(
      (packed) => {
        frame.bodies = packed;
        frame.isPacked = true;
        const saved = body.length - packed.length;
        frame.bytes -= saved;
        if (this.#frames.has(number)) this.#bytes -= saved;
      },
      // Not compressed is fine too: it counts with its full size.
      () => undefined,
    );
  }

  /**
   * Drops the oldest frames while all take more than `limit` bytes, or more than `modest` where the frame after them
   * began at `upTo` (Unix ms) or before. Returns the number of the oldest one that stays; undefined: nothing was dropped.
   */
  evict(modest: number, limit: number, upTo: number): number | undefined {
    let first: number | undefined;
    for (const [oldest, frame] of this.#frames) {
      const isCovered = (this.#frames.get(oldest + 1)?.from ?? Number.POSITIVE_INFINITY) <= upTo;
      if (this.#bytes <= (isCovered ? modest : limit)) break;
      this.#frames.delete(oldest);
      this.#cache.drop(oldest);
      this.#bytes -= frame.bytes;
      first = oldest + 1;
    }
    return first;
  }

  /** The bytes of a body. Rejects with a `RangeError` where its frame is gone. */
  async body({ frame, offset, length }: Position): Promise<Buffer> {
    const stored = this.#frames.get(frame);
    if (!stored) throw new RangeError('that moment is no longer in memory');
    const bodies = stored.isPacked
      ? await this.#cache.get(frame, stored.bodySize, () => inflateBodies(stored))
      : stored.bodies;
    return bodies.subarray(offset, offset + length);
  }

  clear(): void {
    this.#frames.clear();
    this.#bytes = 0;
  }

  #store(content: FrameContent, bodies: Buffer, isPacked: boolean): Stored {
    const bytes = bodies.length + content.entries * ENTRY_BYTES;
    const frame: Stored = { ...content, bodies, isPacked, bytes };
    this.#frames.set(this.#next++, frame);
    this.#bytes += bytes;
    return frame;
  }
}
