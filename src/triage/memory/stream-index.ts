import type { Stream } from '../../protocol/stream.ts';

interface Track {
  readonly key: string;
  readonly stream: Pick<Stream, 'streamKey' | 'application'>;
  readonly restarts: readonly number[];
  readonly downSince: number | undefined;
}

/** The remembered streams by their keys, and by what rules look for at every step among thousands. */
export class StreamIndex<T extends Track> {
  readonly #tracks = new Map<string, T>();
  readonly #copies = new Map<string, readonly string[]>();
  readonly #applications = new Map<string, number>();
  readonly #restarted = new Set<string>();
  readonly #down = new Set<string>();
  /** The tracks of these two sets; undefined after a change. */
  #lists: { readonly restarted: readonly T[]; readonly down: readonly T[] } | undefined;

  get tracks(): ReadonlyMap<string, T> {
    return this.#tracks;
  }

  /** The copies of a stream on all applications. */
  copiesOf(streamKey: string): readonly T[] {
    return this.#tracksOf(this.#copies.get(streamKey) ?? []);
  }

  /** Names of the applications that have streams. */
  get applications(): readonly string[] {
    return [...this.#applications.keys()];
  }

  /** Streams with a restart in the last minutes. */
  get restarted(): readonly T[] {
    return this.#listed.restarted;
  }

  /** Streams that were published, and that a source shows as down. */
  get down(): readonly T[] {
    return this.#listed.down;
  }

  get #listed(): { readonly restarted: readonly T[]; readonly down: readonly T[] } {
    this.#lists ??= { restarted: this.#tracksOf(this.#restarted), down: this.#tracksOf(this.#down) };
    return this.#lists;
  }

  put(track: T): void {
    const { key, stream, restarts, downSince } = track;
    if (!this.#tracks.has(key)) {
      this.#copies.set(stream.streamKey, [...(this.#copies.get(stream.streamKey) ?? []), key]);
      this.#count(stream.application, 1);
    }
    this.#tracks.set(key, track);
    this.#lists = undefined;
    mark(this.#restarted, key, restarts.length > 0);
    mark(this.#down, key, downSince !== undefined);
  }

  delete({ key, stream }: T): void {
    if (!this.#tracks.delete(key)) return;
    this.#lists = undefined;
    const others = (this.#copies.get(stream.streamKey) ?? []).filter((other) => other !== key);
    if (others.length > 0) this.#copies.set(stream.streamKey, others);
    else this.#copies.delete(stream.streamKey);
    this.#count(stream.application, -1);
    this.#restarted.delete(key);
    this.#down.delete(key);
  }

  #count(application: string | null | undefined, by: 1 | -1): void {
    if (!application) return;
    const count = (this.#applications.get(application) ?? 0) + by;
    if (count > 0) this.#applications.set(application, count);
    else this.#applications.delete(application);
  }

  #tracksOf(keys: Iterable<string>): readonly T[] {
    return Array.from(keys, (key) => this.#tracks.get(key)).filter((track) => track !== undefined);
  }
}

function mark(keys: Set<string>, key: string, isMarked: boolean): void {
  if (isMarked) keys.add(key);
  else keys.delete(key);
}
