import { isSameLink } from '../../base/link.ts';
import type { Line } from '../../base/text.ts';
import { sameRect } from '../terminal/compositor.ts';
import type { Pane, PaneList } from '../view.ts';

/**
 * The new panes, but with the previous objects for every row and pane that has not changed, and the previous list
 * if nothing has. React, the surfaces and the cells compare by reference and skip what is the same.
 */
export function keepPanes(before: readonly Pane[], next: readonly Pane[]): readonly Pane[] {
  const known = new Map(before.map((pane) => [pane.id, pane]));
  let same = before.length === next.length;
  const kept = next.map((pane, index) => {
    const old = known.get(pane.id);
    const result = old ? keepPane(old, pane) : pane;
    if (result !== before[index]) same = false;
    return result;
  });
  return same ? before : kept;
}

function keepPane(old: Pane, next: Pane): Pane {
  if (old === next) return old;
  let same = old.lines.length === next.lines.length;
  const lines = next.lines.map((line, row) => {
    const before = old.lines[row];
    if (before && isSameLine(before, line)) return before;
    same = false;
    return line;
  });
  if (!same) return { ...next, lines };
  return isSamePlace(old, next) ? old : { ...next, lines: old.lines };
}

function isSamePlace(a: Pane, b: Pane): boolean {
  return (
    sameRect(a.rect, b.rect) &&
    a.layer === b.layer &&
    a.cursor?.x === b.cursor?.x &&
    a.cursor?.y === b.cursor?.y &&
    a.focus === b.focus &&
    isSameList(a.list, b.list)
  );
}

function isSameList(a: PaneList | undefined, b: PaneList | undefined): boolean {
  if (a === b) return true;
  return (
    a?.firstRow === b?.firstRow &&
    a?.selected === b?.selected &&
    a?.across?.from === b?.across?.from &&
    a?.across?.count === b?.across?.count &&
    a?.across?.width === b?.across?.width &&
    a?.ids.length === b?.ids.length &&
    (a?.ids.every((id, row) => id === b?.ids[row]) ?? false)
  );
}

function isSameLine(a: Line, b: Line): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) {
    const one = a[index];
    const other = b[index];
    if (one?.text !== other?.text || one?.tone !== other?.tone || one?.on !== other?.on) return false;
    if (!isSameLink(one?.link, other?.link)) return false;
  }
  return true;
}
