/** With fewer rows, the size of a page cannot be the reason of a refusal. */
const MIN_ROWS = 10;

/** Whether the page was refused, perhaps because of its size: the API names no largest `rowsPerPage` or batch. */
export function isPageRefused(error: unknown): boolean {
  const { status }: { readonly status?: unknown } = Object(error);
  return status === 400 || status === 413 || status === 422;
}

/** How many rows to request: starts moderate, shrinks if the server refuses or returns fewer, grows if allowed. */
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

  /**
   * After a refusal: requests fewer rows. False if the size is not the reason: back to the start, without further
   * attempts until a response comes.
   */
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

  /** A response came, so later refusals may be about the size again. */
  answered(): void {
    this.#futile = false;
  }

  /** A response says how many rows the server returns per page. */
  given(itemsPerPage: number): void {
    this.answered();
    if (!(itemsPerPage > 0 && itemsPerPage < this.#rows)) return;
    this.#rows = itemsPerPage;
    this.#most = itemsPerPage;
  }

  /** Requests `rows` from now on, within the server's limit and at least the initial number. */
  want(rows: number): void {
    this.#rows = Math.min(this.#most, Math.max(Math.min(this.#start, this.#most), rows));
  }
}
