import { safeText } from '../../base/safe-text.ts';
import type { Line, Span } from '../../base/text.ts';
import { lineWidth, textWidth } from '../../base/width.ts';
import type { Sweep } from '../../cluster/state.ts';
import { type Unreadable, unreadableNumber } from '../../protocol/parsed-response.ts';
import { shortWords } from '../../views/lists/paged-list.ts';

/** Cells of a panel's top border that belong to neither the title nor its right end. */
export const BORDER_COLUMNS = 10;

/**
 * The right end of a panel's title: as many of the parts as fit beside the title, the most important first, with
 * dots between them. A part that does not fit is left out whole, because half a warning is misleading.
 */
export function titleParts(title: string, width: number, parts: readonly (Line | undefined)[]): Line {
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

/**
 * The part of a title that counts items of a response that could not be read; `under` names parts of the response.
 */
export function unreadablePart(
  unreadable: readonly Unreadable[],
  under: readonly string[] = [''],
): Line | undefined {
  const count = unreadableNumber(
    unreadable.filter(({ path }) => under.some((part) => path.startsWith(part))),
  );
  return count === 0 ? undefined : [{ text: `${count} unreadable`, tone: 'warn' }];
}

/** Such as `10 of 37 read`: the server counts more items than it lists, or some may have moved away. */
export function shortPart(sweep: Sweep<unknown> | undefined): Line | undefined {
  const words = shortWords(sweep);
  return words === undefined ? undefined : [{ text: words, tone: 'warn' }];
}

/** Such as `all PUBLISHED`: what columns say that are left out because every row has the same value. */
export function allAlike(equal: ReadonlyMap<string, string>): Line | undefined {
  const values = [...equal.values()].map((value) => safeText(value));
  return values.length === 0 ? undefined : [{ text: `all ${values.join(', ')}`, tone: 'dim' }];
}
