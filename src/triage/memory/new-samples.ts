import { mostKnown } from '../../cluster/figures.ts';
import type { ListState, Resource, Sweep, Watched } from '../../cluster/state.ts';

/** The three sources of streams and applications. */
interface Sources<T> {
  readonly list: Resource<ListState<T, unknown>>;
  readonly watched: Resource<readonly Watched<T>[]>;
  readonly sweep: Resource<Sweep<T>>;
}

/** The end of a sweep, and of the one before it, Unix ms. */
export interface EndedSweep {
  readonly at: number;
  readonly before: number | undefined;
  /** Items are missing: the cluster is larger than the sweep's limit, or they moved between its pages. */
  readonly truncated: boolean;
}

/** Finds the samples that are new since the last step. */
export class NewSamples<T> {
  #listedAt: number | undefined;
  #watchedAt: number | undefined;
  #sweptAt: number | undefined;
  #pageAt: number | undefined;
  /** Those of the pages since the last sweep ended. */
  readonly #paged = new Set<T>();

  /** Unix ms. Changes when any source has new data; undefined before the first. */
  get newest(): number | undefined {
    return mostKnown([this.#sweptAt, this.#pageAt, this.#listedAt, this.#watchedAt]);
  }

  /**
   * Calls `take` for each new sample with the time at which it was read, Unix ms, and at the end of a sweep `meet` for what
   * was on one of its pages. Returns a sweep that ended since the last call.
   */
  read(
    { list, watched, sweep }: Sources<T>,
    take: (item: T, at: number) => void,
    meet: (item: T, at: number) => void = () => {},
  ): EndedSweep | undefined {
    if (list.updatedAt !== undefined && list.updatedAt !== this.#listedAt) {
      this.#listedAt = list.updatedAt;
      for (const item of list.value?.items.values() ?? []) take(item, list.updatedAt);
    }
    if (watched.updatedAt !== undefined && watched.updatedAt !== this.#watchedAt) {
      this.#watchedAt = watched.updatedAt;
      for (const { value, endedAt } of watched.value ?? []) {
        if (value && endedAt === undefined) take(value, watched.updatedAt);
      }
    }
    const { value, updatedAt } = sweep;
    if (value?.completedAt === undefined) return undefined;
    if (value.completedAt === this.#sweptAt) {
      // The list is known: a page counts when it has come, as the whole may take minutes.
      if (updatedAt === undefined || updatedAt === this.#pageAt) return undefined;
      this.#pageAt = updatedAt;
      for (const item of value.page ?? []) {
        this.#paged.add(item);
        take(item, updatedAt);
      }
      return undefined;
    }
    const { completedAt, items, truncated, short = 0 } = value;
    const before = this.#sweptAt;
    this.#sweptAt = completedAt;
    this.#pageAt = updatedAt;
    for (const item of items.values()) (this.#paged.has(item) ? meet : take)(item, completedAt);
    this.#paged.clear();
    return { at: completedAt, before, truncated: truncated || short > 0 };
  }
}
