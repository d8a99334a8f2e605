import type { Stream } from '../../protocol/stream.ts';

interface Track {
  readonly key: string;
  readonly stream: Pick<Stream, 'streamKey' | 'application'>;
  readonly restarts: readonly number[];
  readonly downSince: number | undefined;
}

/** The remembered streams by their keys, and what rules look for at every step among thousands. */
export class StreamIndex<T extends Track> {
  readonly #tracks = new Map<string, T>();
  readonly #copies = new Map<string, readonly string[]>();
  #restarted: readonly T[] | undefined;
  #down: readonly T[] | undefined;

  get tracks(): ReadonlyMap<string, T> {
    return this.#tracks;
  }

  /** The copies of a stream on all applications. */
  copiesOf(streamKey: string): readonly T[] {
    return (this.#copies.get(streamKey) ?? []).flatMap((key) => this.#tracks.get(key) ?? []);
  }

  /** Streams with a restart in the last minutes. */
  get restarted(): readonly T[] {
    this.#restarted ??= [...this.#tracks.values()].filter(({ restarts }) => restarts.length > 0);
    return this.#restarted;
  }

  /** Streams that were published, and that a source shows as down. */
  get down(): readonly T[] {
    this.#down ??= [...this.#tracks.values()].filter(({ downSince }) => downSince !== undefined);
    return this.#down;
  }

  put(track: T): void {
    const { key, stream } = track;
    if (!this.#tracks.has(key))
      this.#copies.set(stream.streamKey, [...(this.#copies.get(stream.streamKey) ?? []), key]);
    this.#tracks.set(key, track);
    this.#change();
  }

  delete({ key, stream }: T): void {
    if (!this.#tracks.delete(key)) return;
    const others = (this.#copies.get(stream.streamKey) ?? []).filter((other) => other !== key);
    if (others.length > 0) this.#copies.set(stream.streamKey, others);
    else this.#copies.delete(stream.streamKey);
    this.#change();
  }

  #change(): void {
    this.#restarted = undefined;
    this.#down = undefined;
  }
}
