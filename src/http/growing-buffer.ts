const FIRST_BYTES = 16 * 1024;

/**
 * Collects a body in one piece of memory. Chunks are copied: each one kept as it came would hold the memory it was read
 * into, so that bodies sent byte by byte would cost a thousand times their size.
 */
export class GrowingBuffer {
  #room: Buffer;
  #size = 0;

  /** @param expected bytes, where they were announced */
  constructor(expected = 0) {
    this.#room = Buffer.allocUnsafe(Math.max(FIRST_BYTES, expected));
  }

  get size(): number {
    return this.#size;
  }

  add(chunk: Buffer): void {
    const size = this.#size + chunk.length;
    if (size > this.#room.length) {
      const room = Buffer.allocUnsafe(Math.max(size, 2 * this.#room.length));
      this.#room.copy(room, 0, 0, this.#size);
      this.#room = room;
    }
    chunk.copy(this.#room, this.#size);
    this.#size = size;
  }

  /** Everything so far; adding more does not change it, but may share its memory. */
  bytes(): Buffer {
    return this.#room.subarray(0, this.#size);
  }
}
