/** Rows of variable height from items that are counted, without knowing the height of any that is out of sight. */
export interface WindowSource {
  readonly count: number;
  /** Rows that the item at `index` takes, at least 1. */
  rows(index: number): number;
}

/** Where a window begins: an item, and how many of its rows are above the window. */
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

/** Index after the last item that has a row in the window. */
export function endFor(source: WindowSource, top: WindowTop, height: number): number {
  let left = height + top.skip;
  let index = top.index;
  while (index < source.count && left > 0) left -= source.rows(index++);
  return index;
}

/** The top as it is, unless rows would stay blank below the last item: then the window ends with it. */
export function settledTop(source: WindowSource, top: WindowTop, height: number): WindowTop {
  const lowest = topFor(source, source.count - 1, height);
  const below = top.index > lowest.index || (top.index === lowest.index && top.skip > lowest.skip);
  return below ? lowest : top;
}

/** The least scrolling from `top` that shows the whole item at `index`. */
export function topShowing(source: WindowSource, top: WindowTop, index: number, height: number): WindowTop {
  if (index < top.index || (index === top.index && top.skip > 0)) return { index, skip: 0 };
  const lowest = topFor(source, index, height);
  const above = lowest.index > top.index || (lowest.index === top.index && lowest.skip > top.skip);
  return above ? lowest : top;
}
