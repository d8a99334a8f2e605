import type { Link } from '../base/link.ts';
import type { Line } from '../base/text.ts';
import { lineWidth } from '../base/width.ts';
import type { Pane } from './view.ts';

/** Whether Tab selects this link. Links that run a command or sort a list are for the mouse only. */
const isSelectable = (link: Link | undefined) =>
  link !== undefined && link.kind !== 'command' && link.kind !== 'sort';

/** The links that Tab goes through, from the top left. */
export function linksIn(panes: readonly Pane[]): readonly Link[] {
  return panes.flatMap(({ lines }) =>
    lines.flatMap((line) => line.flatMap(({ link }) => (link && isSelectable(link) ? [link] : []))),
  );
}

/** The index of the next or previous link; it wraps at the ends. Undefined if the screen has no links. */
export function nextLink(
  panes: readonly Pane[],
  selected: number | undefined,
  step: 1 | -1,
): number | undefined {
  const { length } = linksIn(panes);
  if (length === 0) return undefined;
  if (selected === undefined) return step === 1 ? 0 : length - 1;
  return (selected + step + length) % length;
}

export function withSelectedLink(panes: readonly Pane[], selected: number | undefined): readonly Pane[] {
  if (selected === undefined) return panes;
  let at = -1;
  const mark = (line: Line): Line => {
    if (!line.some(({ link }) => isSelectable(link))) return line;
    return line.map((span) => {
      if (!isSelectable(span.link)) return span;
      at++;
      return at === selected ? { ...span, on: 'select' } : span;
    });
  };
  return panes.map((pane) => ({ ...pane, lines: pane.lines.map(mark) }));
}

export function linkAt(pane: Pane, x: number, y: number): Link | undefined {
  let from = pane.rect.x;
  for (const span of pane.lines[y - pane.rect.y] ?? []) {
    const width = lineWidth([span]);
    if (x >= from && x < from + width) return span.link;
    from += width;
  }
  return undefined;
}
