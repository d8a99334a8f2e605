import { Track } from './track.ts';

export interface FamilyOptions {
  readonly columns: readonly string[];
  /** Most points of one track, and the time for which at most one point is kept, ms. */
  readonly capacity: number;
  readonly step: number;
  /** Points that are older are dropped, ms. */
  readonly kept: number;
  /** Most tracks; the least recently written is removed first. */
  readonly limit: number;
  /** Most points of all tracks together; beyond it every track becomes coarser. */
  readonly points?: number;
}

/** Tracks of objects of one kind, by name: servers, streams, applications. */
export class TrackFamily {
  readonly #options: FamilyOptions;
  readonly #tracks = new Map<string, Track>();
  #capacity: number;
  #step: number;

  constructor(options: FamilyOptions) {
    this.#options = options;
    this.#capacity = options.capacity;
    this.#step = options.step;
  }

  get size(): number {
    return this.#tracks.size;
  }

  column(metric: string): number {
    return this.#options.columns.indexOf(metric);
  }

  get(name: string): Track | undefined {
    return this.#tracks.get(name);
  }

  push(name: string, at: number, values: readonly (number | null | undefined)[], interval: number): void {
    const track = this.#touch(name);
    track.push(at, values, interval);
    track.dropBefore(at - this.#options.kept);
  }

  /** Removes tracks that were not written since `before` (Unix ms). */
  prune(before: number): void {
    for (const [name, track] of this.#tracks) {
      if (track.time(track.size - 1) < before) this.#tracks.delete(name);
    }
  }

  #touch(name: string): Track {
    let track = this.#tracks.get(name);
    if (track) {
      this.#tracks.delete(name);
    } else {
      track = new Track(this.#options.columns.length, this.#capacity, this.#step);
      const oldest = this.#tracks.keys().next();
      if (this.#tracks.size >= this.#options.limit && !oldest.done) this.#tracks.delete(oldest.value);
    }
    this.#tracks.set(name, track);
    this.#keepBudget();
    return this.#tracks.get(name) ?? track;
  }

  /** Halves the points of each track, at twice the step, until all fit; the covered time stays the same. */
  #keepBudget(): void {
    const budget = this.#options.points ?? Number.POSITIVE_INFINITY;
    if (this.#tracks.size * this.#capacity <= budget) return;
    while (this.#tracks.size * this.#capacity > budget && this.#capacity > 1) {
      this.#capacity = Math.floor(this.#capacity / 2);
      this.#step *= 2;
    }
    for (const [name, track] of this.#tracks)
      this.#tracks.set(name, track.coarsened(this.#capacity, this.#step));
  }
}
