/** Items with a variable number of rows. The heights of items that are not visible are not needed. */
export interface WindowSource {
  readonly count: number;
  /** Number of rows of the item at `index`, at least 1. */
  rows(index: number): number;
}

/** Start of a window: an item, and how many of its rows are above the window. */
export interface WindowTop {
  readonly index: number;
  readonly skip: number;
}

/** The top of the window of `height` rows that ends with the last row of `end`. */
export function topFor(source: WindowSource, end: number, height: number): WindowTop {
  let left = height;
  for (let index = end; index >= 0; index--) {
    const rows = source.rows(index);
    if (rows >= left) return { index, skip: rows - left };
    left -= rows;
  }
  return { index: 0, skip: 0 };
}

/** Index after the last visible item. */
export function endFor(source: WindowSource, top: WindowTop, height: number): number {
  let left = height + top.skip;
  let index = top.index;
  while (index < source.count && left > 0) left -= source.rows(index++);
  return index;
}

/** The same top, unless rows below the last item would be blank: then the window ends with that item. */
export function settledTop(source: WindowSource, top: WindowTop, height: number): WindowTop {
  const lowest = topFor(source, source.count - 1, height);
  const below = top.index > lowest.index || (top.index === lowest.index && top.skip > lowest.skip);
  return below ? lowest : top;
}

/** The smallest change of `top` that makes the whole item at `index` visible. */
export function topShowing(source: WindowSource, top: WindowTop, index: number, height: number): WindowTop {
  if (index < top.index || (index === top.index && top.skip > 0)) return { index, skip: 0 };
  const lowest = topFor(source, index, height);
  const above = lowest.index > top.index || (lowest.index === top.index && lowest.skip > top.skip);
  return above ? lowest : top;
}
