import type { Line, Span } from '../../base/text.ts';
import { fit, fitLine, lineWidth, textWidth } from '../../base/width.ts';

export interface PanelOptions {
  readonly title: string;
  /** Right end of the top border: totals, position, state of freshness. */
  readonly right?: Line;
  readonly focus?: boolean;
}

/**
 * Rows of a framed pane: exactly `width` × `height` cells. `content` is cut or filled; its width is `width` - 4
 * (border and one blank at each side).
 */
export function panel(
  options: PanelOptions,
  content: readonly Line[],
  width: number,
  height: number,
): Line[] {
  if (width < 4 || height < 2) return Array.from({ length: Math.max(0, height) }, () => []);
  const tone = options.focus ? 'borderFocus' : 'border';
  const inner = width - 4;
  const side: Span = { text: '│ ', tone };
  const end: Span = { text: ' │', tone };
  const rows: Line[] = [topBorder(options, width, tone)];
  for (let index = 0; index < height - 2; index++) {
    rows.push([side, ...fitLine(content[index] ?? [], inner), end]);
  }
  rows.push([{ text: `└${'─'.repeat(width - 2)}┘`, tone }]);
  return rows;
}

function topBorder(options: PanelOptions, width: number, tone: 'border' | 'borderFocus'): Line {
  // ┌─ title ──…── right ─┐: the corners, the dash before the title and the one behind `right` always stand.
  const room = width - 4;
  const right = options.right ?? [];
  const titleWidth = Math.max(0, Math.min(textWidth(options.title), room - 2));
  const rightWidth = lineWidth(right);
  const showRight = rightWidth > 0 && titleWidth + rightWidth + 5 <= room;
  const dashes = room - titleWidth - 2 - (showRight ? rightWidth + 2 : 0);
  return [
    { text: '┌─', tone },
    { text: ` ${fit(options.title, titleWidth)} `, tone: options.focus ? 'accent' : 'title' },
    { text: '─'.repeat(Math.max(0, dashes)), tone },
    ...(showRight ? [{ text: ' ' }, ...right, { text: ' ' }] : []),
    { text: '─┐', tone },
  ];
}
