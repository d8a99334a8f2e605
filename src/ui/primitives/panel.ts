import { duration } from '../../base/format.ts';
import { safeText } from '../../base/safe-text.ts';
import { type Line, type Rect, type Span, toned } from '../../base/text.ts';
import { fit, fitLine, lineWidth, textWidth } from '../../base/width.ts';
import type { Sweep } from '../../cluster/state.ts';
import { type Unreadable, unreadableNumber } from '../../protocol/parsed-response.ts';
import { shortWords } from '../../views/lists/paged-list.ts';
import type { Pane } from '../view.ts';

export interface PanelOptions {
  readonly title: string;
  /** Right end of the top border: totals, position, freshness; the most important first. */
  readonly right?: TitleParts;
  readonly focus?: boolean | undefined;
  /** Age of what is not fresh (`cluster/freshness.ts`), ms: the pane is then dimmed and shows it. */
  readonly stale?: number | undefined;
}

/** Parts of a title, with dots between them. One that does not fit is left out whole: half a warning is misleading. */
export type TitleParts = readonly (Line | undefined)[];

export function panelPane(id: string, rect: Rect, options: PanelOptions, content: readonly Line[]): Pane {
  const { focus } = options;
  return { id, rect, lines: panel(options, content, rect), ...(focus !== undefined && { focus }) };
}

/** A framed pane of exactly `width` × `height` cells; content has 4 less: border and a blank at each side. */
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
  rows.push(toned(`└${'─'.repeat(width - 2)}┘`, tone));
  return rows;
}

function topBorder(options: PanelOptions, width: number, tone: 'border' | 'borderFocus'): Line {
  // ┌─ title ──…── right ─┐: the corners, the dash before the title and the dash after `right` are always drawn.
  const room = width - 4;
  const badge = staleBadge(options.stale, room);
  const right = titleParts(options.title, width, options.right ?? []);
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

/** Cells of a panel's top border that belong to neither the title nor its right end. */
export const BORDER_COLUMNS = 10;

export function titleParts(title: string, width: number, parts: TitleParts): Line {
  const out: Span[] = [];
  let room = width - BORDER_COLUMNS - textWidth(title);
  for (const part of parts) {
    if (!part || part.length === 0) continue;
    const need = lineWidth(part) + (out.length > 0 ? 3 : 0);
    if (need > room) continue;
    if (out.length > 0) out.push({ text: ' · ', tone: 'faint' });
    out.push(...part);
    room -= need;
  }
  return out;
}

/** Counts what could not be read of a response, for a title; `under` names parts of the response. */
export function unreadablePart(
  unreadable: readonly Unreadable[],
  under: readonly string[] = [''],
): Line | undefined {
  const count = unreadableNumber(
    unreadable.filter(({ path }) => under.some((part) => path.startsWith(part))),
  );
  return count === 0 ? undefined : toned(`${count} unreadable`, 'warn');
}

/** Such as `10 of 37 read`: the server counts more items than it lists, or some may have moved away. */
export function shortPart(sweep: Sweep<unknown> | undefined): Line | undefined {
  const words = shortWords(sweep);
  return words === undefined ? undefined : toned(words, 'warn');
}

/** Such as `all PUBLISHED`: what columns say that are left out because every row has the same value. */
export function allAlike(equal: ReadonlyMap<string, string>): Line | undefined {
  const values = [...equal.values()].map((value) => safeText(value));
  return values.length === 0 ? undefined : toned(`all ${values.join(', ')}`, 'dim');
}
