import type { Rect } from '../../base/text.ts';

/** Rows of a table in a panel of this height: without its borders and the table's header. */
export function tableRows(rect: Rect | undefined): number {
  return Math.max(1, (rect?.height ?? 4) - 3);
}
