import type { Page } from '../protocol/envelope.ts';
import type { PagePlace } from '../protocol/paging.ts';
import { itemsLeftOut, type Unreadable } from '../protocol/parsed-response.ts';

/** After this many repeated pages the server is stuck; one repetition may come from items that moved meanwhile. */
const REPEATS_UNTIL_STUCK = 2;
/**
 * Shares of a page that are read again with the next one, because items that ended meanwhile move the others forward.
 * Where that is not enough, the next share is tried.
 */
const OVERLAPS = [0.04, 0.3, 0.9];
/** After so many pages in a row that lead no further, the order is given up. */
const MOST_TRIES = 5;

export interface ReadPage<T> {
  readonly value: Page<T>;
  readonly unreadable: readonly Unreadable[];
  readonly place: PagePlace;
  /** The values by which the server was asked to sort, as far as they are known; undefined if it does not. */
  readonly keys: readonly number[] | undefined;
}

/**
 * One time through the pages of a list whose items may move between them. It is `isJoined` if every page was in order
 * and began before the end of the previous one: then nothing that stood is between them.
 */
export class ListPass<T> {
  readonly #identity: (item: T) => string;
  readonly #met = new Set<string>();
  #overlap = 0;
  #lastKey = Number.NEGATIVE_INFINITY;
  /** The values of the last page differ, so one that begins on it can begin before its last value. */
  #canJoin = true;
  #repeats = 0;
  #tries = 0;
  pages = 0;
  /** Index of the first item that is not read. */
  next = 0;
  isJoined = true;
  total: number | undefined;
  /** The total changed, so items started or ended. */
  isMoving = false;
  /** It has reached the end of the list, or the server repeats its pages. */
  isEnded = false;
  readonly unreadable: Unreadable[] = [];

  constructor(identity: (item: T) => string) {
    this.#identity = identity;
  }

  /** Where the next page is to begin, for pages of that many rows. */
  begin(rows: number): number {
    return Math.max(0, this.next - Math.max(1, Math.floor(rows * (OVERLAPS[this.#overlap] ?? 0))));
  }

  get isStuck(): boolean {
    return this.#repeats >= REPEATS_UNTIL_STUCK;
  }

  add(page: ReadPage<T>): void {
    this.pages++;
    const { value, unreadable, place } = page;
    const { offset, rows, hasNext } = place;
    const total = place.totalItems ?? this.total;
    this.isMoving ||= this.total !== undefined && total !== this.total;
    this.total = total;
    const isRepeated =
      value.list.length > 0 && value.list.every((item) => this.#met.has(this.#identity(item)));
    if (this.isJoined && !this.#joins(page, isRepeated)) return;
    for (const item of value.list) this.#met.add(this.#identity(item));
    const added = unreadable.filter(({ path }) => offset + rowOf(path) >= this.next);
    if (!isRepeated) this.unreadable.push(...added);
    const next = this.isJoined ? offset + rows : Math.max(this.next, offset) + rows;
    // A page that only confirms the previous one is no sign that the server is stuck.
    this.#repeats = isRepeated && next > this.next ? this.#repeats + 1 : 0;
    this.#tries = next > this.next ? 0 : this.#tries + 1;
    this.#overlap = Math.min(this.#overlap, OVERLAPS.length - 2);
    this.next = next;
    this.isEnded = this.isStuck || !hasNext || value.list.length + itemsLeftOut(unreadable) === 0;
  }

  /** False if the page begins too late, so that it is read again: first with more overlap, then in any order. */
  #joins({ value, keys }: ReadPage<T>, isRepeated: boolean): boolean {
    const isSorted = keys?.every((key, at) => key >= (keys[at - 1] ?? key));
    const isBlank = keys?.length === 0 && value.list.length > 0 && this.#lastKey === Number.NEGATIVE_INFINITY;
    if (!isSorted || isBlank) {
      this.isJoined = false;
      return true;
    }
    // Items with the same value may stand in any order, so the page must begin before them.
    if (this.next > 0 && !((keys?.[0] ?? Number.POSITIVE_INFINITY) < this.#lastKey)) {
      this.#overlap++;
      this.#tries++;
      const mayJoin = this.#canJoin && this.#overlap < OVERLAPS.length && this.#tries < MOST_TRIES;
      this.isJoined = mayJoin && !isRepeated;
      return isRepeated;
    }
    this.#lastKey = keys?.at(-1) ?? this.#lastKey;
    this.#canJoin = keys?.[0] !== keys?.at(-1);
    return true;
  }
}

/** The row of the page that a path is about. */
function rowOf(path: string): number {
  return Number(/^data\.list\.(\d+)/.exec(path)?.[1] ?? Number.POSITIVE_INFINITY);
}
