import type { ListState, Resource, Sweep, Watched } from '../../cluster/state.ts';

/** The three ways in which streams and applications are read. */
interface Sources<T> {
  readonly list: Resource<ListState<T, unknown>>;
  readonly watched: Resource<readonly Watched<T>[]>;
  readonly sweep: Resource<Sweep<T>>;
}

/** When a sweep ended, and the one before it, Unix ms. */
export interface EndedSweep {
  readonly at: number;
  readonly before: number | undefined;
  /** Items were left out because the cluster is larger than the sweep's limit. */
  readonly truncated: boolean;
}

/** What the sources brought since the last look. */
export class NewSamples<T> {
  #listedAt: number | undefined;
  #watchedAt: number | undefined;
  #sweptAt: number | undefined;

  /** Unix ms. Changes with every source that brought something new; undefined before the first. */
  get newest(): number | undefined {
    const times = [this.#sweptAt, this.#listedAt, this.#watchedAt].filter((at) => at !== undefined);
    return times.length === 0 ? undefined : Math.max(...times);
  }

  /** Gives each new sample to `take`, with the Unix ms at which it was read. Returns a sweep that ended since then. */
  read({ list, watched, sweep }: Sources<T>, take: (item: T, at: number) => void): EndedSweep | undefined {
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
    const { value } = sweep;
    if (value?.completedAt === undefined || value.completedAt === this.#sweptAt) return undefined;
    const { completedAt, items, truncated } = value;
    const before = this.#sweptAt;
    this.#sweptAt = completedAt;
    for (const item of items.values()) take(item, completedAt);
    return { at: completedAt, before, truncated };
  }
}
