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
