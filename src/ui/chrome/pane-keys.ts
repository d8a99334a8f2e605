import type { Line, Span } from '../../base/text.ts';
import { lineWidth } from '../../base/width.ts';
import type { Pane } from '../view.ts';
import type { Hint } from './footer.ts';

/**
 * Writes the screen's own keys into the lower border of the pane with the focus, where they belong; the footer then
 * has those that work everywhere. What does not fit stays in the footer.
 */
export function withPaneKeys(panes: readonly Pane[], hints: readonly Hint[]): readonly Pane[] {
  if (hints.length === 0) return panes;
  return panes.map((pane) => {
    const border = pane.lines.at(-1);
    if (!pane.focus || !isBorder(border)) return pane;
    return { ...pane, lines: [...pane.lines.slice(0, -1), keyBorder(border, hints)] };
  });
}

/** The commands that borders of these panes name. */
export function commandsInBorders(panes: readonly Pane[]): ReadonlySet<string> {
  const links = panes.flatMap(({ lines }) => (lines.at(-1) ?? []).map(({ link }) => link));
  return new Set(links.flatMap((link) => (link?.kind === 'command' ? [link.id] : [])));
}

function isBorder(line: Line | undefined): line is readonly [Span] {
  return line?.length === 1 && line[0]?.text.startsWith('└') === true;
}

/** Such as `└─ / filter ─ s sort ──────┘`. */
function keyBorder([border]: readonly [Span], hints: readonly Hint[]): Line {
  const { tone } = border;
  const spans: Span[] = [{ text: '└', tone }];
  let room = lineWidth([border]) - 2;
  for (const { id, key, label } of hints) {
    const link = { kind: 'command', id } as const;
    const words: Line = [
      { text: '─ ', tone },
      { text: key, tone: 'accent', link },
      { text: ` ${label}`, tone: 'dim', link },
      { text: ' ', tone },
    ];
    if (lineWidth(words) >= room) break;
    room -= lineWidth(words);
    spans.push(...words);
  }
  return [...spans, { text: `${'─'.repeat(Math.max(0, room))}┘`, tone }];
}
