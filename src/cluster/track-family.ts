import { HOUR_MS } from '../base/durations.ts';
import { Track } from './track.ts';

/** The charts of the present go back an hour; what is older is asked of the stored history, ms. */
const KEPT_MS = 1.25 * HOUR_MS;

export interface FamilyOptions {
  readonly columns: readonly string[];
  /** Most points of one track. */
  readonly capacity: number;
  /** Most tracks; the least recently written is removed first. */
  readonly limit: number;
  /** Most points of all tracks together; beyond it every track holds fewer: what is older is in the stored history. */
  readonly points?: number;
}

/** Tracks of objects of one kind, by name: servers, streams, applications. */
export class TrackFamily {
  readonly #options: FamilyOptions;
  readonly #tracks = new Map<string, Track>();
  #capacity: number;

  constructor(options: FamilyOptions) {
    this.#options = options;
    this.#capacity = options.capacity;
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
    track.dropBefore(at - KEPT_MS);
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
      track = new Track(this.#options.columns.length, this.#capacity);
      const oldest = this.#tracks.keys().next();
      if (this.#tracks.size >= this.#options.limit && !oldest.done) this.#tracks.delete(oldest.value);
    }
    this.#tracks.set(name, track);
    this.#keepBudget();
    return track;
  }

  /** Halves the capacity of each track until all fit. */
  #keepBudget(): void {
    const { points = Number.POSITIVE_INFINITY } = this.#options;
    if (this.#tracks.size * this.#capacity <= points) return;
    while (this.#tracks.size * this.#capacity > points && this.#capacity > 1)
      this.#capacity = Math.floor(this.#capacity / 2);
    for (const track of this.#tracks.values()) track.limit(this.#capacity);
  }
}
