import { responseStatus } from './backoff.ts';

/** With fewer rows, the size of a page cannot be the reason of a refusal. */
const MIN_ROWS = 10;

/** The page was refused, maybe for its size: the API names no greatest `rowsPerPage` or batch. */
export function isPageRefused(error: unknown): boolean {
  const status = responseStatus(error);
  return status === 400 || status === 413 || status === 422;
}

/** How many rows to ask for: starts moderate, shrinks where the server refuses or gives fewer, grows where allowed. */
export class PageSize {
  readonly #start: number;
  readonly #least: number;
  #most: number;
  #rows: number;
  #futile = false;

  constructor(start: number, most = start, least = MIN_ROWS) {
    this.#start = start;
    this.#most = most;
    this.#least = least;
    this.#rows = start;
  }

  get rows(): number {
    return this.#rows;
  }

  /** After a refusal. False where it is not the size: back to the start, and no more tries until a response came. */
  shrink(): boolean {
    if (this.#futile) return false;
    if (this.#rows <= this.#least) {
      this.#futile = true;
      this.#rows = this.#start;
      this.#most = Math.max(this.#most, this.#start);
      return false;
    }
    this.#rows = Math.max(this.#least, this.#rows >> 1);
    this.#most = this.#rows;
    return true;
  }

  /** A response came: refusals may be about the size again. */
  answered(): void {
    this.#futile = false;
  }

  /** A response came, and says how many the server gives on a page. True where that is fewer than were asked for. */
  given(itemsPerPage: number): boolean {
    this.answered();
    if (!(itemsPerPage > 0 && itemsPerPage < this.#rows)) return false;
    this.#rows = itemsPerPage;
    this.#most = itemsPerPage;
    return true;
  }

  /** Asks for `rows` from now on, within what the server allows and not below the start. Whether that is more. */
  want(rows: number): boolean {
    const before = this.#rows;
    this.#rows = Math.min(this.#most, Math.max(Math.min(this.#start, this.#most), rows));
    return this.#rows > before;
  }
}
