import { duration } from '../../base/format.ts';
import type { Line, Rect, Span } from '../../base/text.ts';
import { fit, fitLine, lineWidth, textWidth } from '../../base/width.ts';

export interface PanelOptions {
  readonly title: string;
  /** Right end of the top border: totals, position, freshness. */
  readonly right?: Line;
  readonly focus?: boolean;
  /**
   * Age in ms of what the pane shows if it is not fresh (`cluster/freshness.ts`). The pane is then dimmed and shows
   * the age.
   */
  readonly stale?: number | undefined;
}

/**
 * Rows of a framed pane: exactly `width` × `height` cells. `content` is cut or padded to `width` - 4 cells: border
 * and one blank at each side.
 */
export function panel(
  options: PanelOptions,
  content: readonly Line[],
  { width, height }: Pick<Rect, 'width' | 'height'>,
): Line[] {
  if (width < 4 || height < 2) return Array.from({ length: Math.max(0, height) }, () => []);
  const tone = options.focus ? 'borderFocus' : 'border';
  const inner = width - 4;
  const side: Span = { text: '│ ', tone };
  const end: Span = { text: ' │', tone };
  const rows: Line[] = [topBorder(options, width, tone)];
  for (let index = 0; index < height - 2; index++) {
    const line = fitLine(content[index] ?? [], inner);
    rows.push([side, ...(options.stale === undefined ? line : dimmed(line)), end]);
  }
  rows.push([{ text: `└${'─'.repeat(width - 2)}┘`, tone }]);
  return rows;
}

function topBorder(options: PanelOptions, width: number, tone: 'border' | 'borderFocus'): Line {
  // ┌─ title ──…── right ─┐: the corners, the dash before the title and the dash after `right` are always drawn.
  const room = width - 4;
  const badge = staleBadge(options.stale, room);
  const right = options.right ?? [];
  const titleWidth = Math.max(0, Math.min(textWidth(options.title), room - 2 - lineWidth(badge)));
  const used = titleWidth + 2 + lineWidth(badge);
  const rightWidth = lineWidth(right);
  const showRight = rightWidth > 0 && used + rightWidth + 3 <= room;
  const dashes = room - used - (showRight ? rightWidth + 2 : 0);
  return [
    { text: '┌─', tone },
    { text: ` ${fit(options.title, titleWidth)} `, tone: options.focus ? 'accent' : 'title' },
    ...badge,
    { text: '─'.repeat(Math.max(0, dashes)), tone },
    ...(showRight ? [{ text: ' ' }, ...(badge.length > 0 ? dimmed(right) : right), { text: ' ' }] : []),
    { text: '─┐', tone },
  ];
}

/** Left out if not even the badge fits whole. */
function staleBadge(stale: number | undefined, room: number): Line {
  if (stale === undefined) return [];
  const badge: Line = [{ text: ` STALE ${duration(stale)} `, tone: 'badgeWarn', isAge: true }, { text: ' ' }];
  return lineWidth(badge) + 2 <= room ? badge : [];
}

/** The border without the age of its pane. */
export function withoutAge(border: Line): Line {
  const at = border.findIndex(({ isAge }) => isAge);
  const [badge, blank] = border.slice(at, at + 2);
  if (at < 0 || !badge || !blank) return border;
  const dashes = { ...border[0], text: '─'.repeat(lineWidth([badge, blank])) };
  return [...border.slice(0, at), dashes, ...border.slice(at + 2)];
}

/** The same words without their colours: those say "now". */
export function dimmed(line: Line): Line {
  return line.map((span) => (span.tone === 'faint' ? span : { ...span, tone: 'dim' }));
}
