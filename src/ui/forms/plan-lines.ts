import { safeText } from '../../base/safe-text.ts';
import { type Line, toned } from '../../base/text.ts';
import { textWidth } from '../../base/width.ts';
import { wrapText } from '../primitives/wrap.ts';
import type { View } from '../view.ts';
import type { Change, Plan } from './form.ts';

/**
 * The cluster and the user of a write when the dialog opened. `cloud`: its address, if it goes there: as the owner of its
 * API key.
 */
export type Where = Readonly<ReturnType<typeof whereOf>> & { readonly cloud?: string | undefined };

export function whereOf({ state, facts }: View) {
  const { name, url, session } = state;
  const { production, demo } = facts;
  return { name, url, user: session.username ?? facts.username, production, demo };
}

/** The first rows of every dialog that writes: which cluster, and which user. */
export function whereLines(where: Where, width: number): Line[] {
  const marks: Line = [
    ...(where.production ? [{ text: ' PRODUCTION ', tone: 'badgeCrit' as const }, { text: ' ' }] : []),
    ...(where.demo ? [{ text: ' DEMO ', tone: 'badgeInfo' as const }, { text: ' ' }] : []),
  ];
  const { cloud } = where;
  const name = safeText(cloud === undefined ? where.name : `the cloud of ${where.name}`);
  const url = safeText(cloud ?? where.url);
  const as = where.user === undefined || cloud !== undefined ? '' : ` as ${safeText(where.user)}`;
  const short = textWidth(name + url + as) + 22 <= width;
  return [
    [
      ...marks,
      { text: 'to ', tone: 'dim' },
      { text: short ? `${name} (${url})` : name, tone: 'bold' },
      { text: as },
    ],
    ...(short ? [] : wrapText(url, width, 'dim')),
  ];
}

/** Why nothing may be sent: the user watches another cluster than when the dialog opened. Undefined otherwise. */
export function clusterChanged(where: Where, view: View): string | undefined {
  const now = whereOf(view);
  if (now.name === where.name && now.url === where.url) return undefined;
  return `Not sent: this was opened for ${safeText(where.name)}, but castwatch now watches ${safeText(now.name)}.`;
}

/** The changes that will be sent: old → new in one row if both are short, else in two rows. */
export function planLines(plan: Plan, width: number): Line[] {
  return [
    ...wrapText(safeText(plan.action), width, 'bold'),
    ...plan.changes.flatMap((change) => changeLines(change, width)),
    ...(plan.warnings ?? []).flatMap((warning) => wrapText(`▲ ${safeText(warning)}`, width, 'warn')),
    ...(plan.notes ?? []).flatMap((note) => wrapText(safeText(note), width, 'dim')),
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
    toned(`  ${label}`, 'dim'),
    ...(old === undefined ? [] : below('−', old, 'crit')),
    ...below('+', now, 'ok'),
  ];
}

function oneRow(text: string): string {
  return text === '' ? '(empty)' : safeText(text.replace(/\n/g, '␤'));
}
