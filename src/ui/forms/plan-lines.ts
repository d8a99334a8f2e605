import { safeText } from '../../base/safe-text.ts';
import type { Line } from '../../base/text.ts';
import { textWidth } from '../../base/width.ts';
import { wrapText } from '../primitives/wrap.ts';
import type { View } from '../screen.ts';
import type { Change, Plan } from './form.ts';

/** To which cluster and as whom: above everything that writes. */
export function whereLines(view: View, width: number): Line[] {
  const { state, facts } = view;
  const marks: Line = [
    ...(facts.production ? [{ text: ' PRODUCTION ', tone: 'badgeCrit' as const }, { text: ' ' }] : []),
    ...(facts.demo ? [{ text: ' DEMO ', tone: 'badgeInfo' as const }, { text: ' ' }] : []),
  ];
  const user = state.session.username ?? facts.username;
  const name = safeText(state.name);
  const url = safeText(state.url);
  const as = user === undefined ? '' : ` as ${safeText(user)}`;
  const words = textWidth(name + url) + 20 > width ? [name, url] : [`${name} (${url})`];
  return [
    [...marks, { text: 'to ', tone: 'dim' }, { text: words[0] ?? '', tone: 'bold' }, { text: as }],
    ...words.slice(1).map((text): Line => [{ text: `   ${text}`, tone: 'dim' }]),
  ];
}

/** What is going to be sent: old → new in one row where both are short, else one below the other. */
export function planLines(plan: Plan, width: number): Line[] {
  return [
    ...wrapText(safeText(plan.action), width, 'bold'),
    ...plan.changes.flatMap((change) => changeLines(change, width)),
    ...(plan.notes ?? []).flatMap((note) => wrapText(note, width, 'dim')),
  ];
}

function changeLines({ label, before, after }: Change, width: number): Line[] {
  const old = before === undefined ? undefined : oneRow(before);
  const now = oneRow(after);
  const row: Line = [
    { text: `  ${label}  `, tone: 'dim' },
    ...(old === undefined
      ? []
      : [
          { text: old, tone: 'crit' as const },
          { text: ' → ', tone: 'dim' as const },
        ]),
    { text: now, tone: 'ok' },
  ];
  if (row.reduce((sum, { text }) => sum + textWidth(text), 0) <= width) return [row];
  const below = (sign: string, text: string, tone: 'crit' | 'ok'): Line[] =>
    wrapText(text, width - 4, tone).map((line, index) => [
      { text: index === 0 ? `  ${sign} ` : '    ', tone },
      ...line,
    ]);
  return [
    [{ text: `  ${label}`, tone: 'dim' }],
    ...(old === undefined ? [] : below('−', old, 'crit')),
    ...below('+', now, 'ok'),
  ];
}

function oneRow(text: string): string {
  return text === '' ? '(empty)' : safeText(text.replace(/\n/g, '␤'));
}
