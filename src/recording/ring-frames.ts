import { compressBodies, inflateBodies } from './frame.ts';
import { FrameCache } from './frame-cache.ts';
import type { Position } from './tape-index.ts';

/** Approximate memory of an entry in the index, bytes. */
export const ENTRY_BYTES = 300;

/** Content of a frame: number of entries, time of the first one (Unix ms), and the bytes of their bodies. */
export interface FrameContent {
  readonly entries: number;
  readonly from: number;
  readonly bodySize: number;
}

interface Stored extends FrameContent {
  /** Concatenated. */
  bodies: Buffer;
  /** Whether they are compressed. A body that is too large to compress at once is stored uncompressed first. */
  isPacked: boolean;
  bytes: number;
}

/** The frames of a recording in memory, by number, oldest first. */
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

  /** Includes the memory of the index. */
  get bytes(): number {
    return this.#bytes;
  }

  get entries(): number {
    return [...this.#frames.values()].reduce((sum, frame) => sum + frame.entries, 0);
  }

  /** Unix ms of the oldest entry; undefined without frames. */
  get from(): number | undefined {
    return this.#frames.values().next().value?.from;
  }

  add(content: FrameContent, packed: Buffer): void {
    this.#store(content, packed, true);
  }

  /** Adds one body that is compressed outside the main thread; until then it is stored uncompressed. */
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
      // If compression fails, it counts with its full size.
      () => undefined,
    );
  }

  /**
   * Drops the oldest frames while all take more than `limit` bytes, or more than `modest` if the frame after them
   * began at `upTo` (Unix ms) or before. Returns the number of the oldest remaining frame; undefined if nothing was
   * dropped.
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

  /** The bytes of a body. Rejects with a `RangeError` if its frame was dropped. */
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
