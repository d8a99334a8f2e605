import type { Outcome } from '../../actions/outcome.ts';
import { safeText } from '../../base/safe-text.ts';
import type { Line, Span } from '../../base/text.ts';
import type { MessageDialog } from '../dialog.ts';
import { wrapText } from '../primitives/wrap.ts';
import type { DialogShell } from '../shell.ts';

/** Longer rows are hard to read. */
const MAX_COLUMNS = 76;

/**
 * Closes the dialog of a successful write and shows a notice in the footer for some seconds. Text that the server
 * gives only once, and errors besides, stay open until the user closes them.
 */
export function showSuccess(
  { message, details = [], warning, answer }: Extract<Outcome<unknown>, { kind: 'ok' }>,
  shell: Pick<DialogShell<never>, 'area' | 'close' | 'open' | 'notice'>,
): void {
  shell.close();
  if (details.length === 0 && warning === undefined && answer === undefined) {
    shell.notice(message, 'ok');
    return;
  }
  const width = Math.min(MAX_COLUMNS, shell.area.width - 8);
  const indent = Math.max(0, ...details.map(([label]) => label.length)) + 2;
  const lines: Line[] = [
    ...wrapText(`✔ ${safeText(message)}`, width, 'ok'),
    ...details.flatMap(([label, value]) => labelled(label.padEnd(indent), safeText(value), width)),
    ...(warning === undefined ? [] : wrapText(`▲ ${safeText(warning)}`, width, 'warn')),
    [],
    [{ text: 'Esc closes', tone: 'dim' }],
  ];
  shell.open({ kind: 'message', title: 'Done', lines, scroll: 0, once: onceLines(answer, width) });
}

/**
 * Closes the dialog of a write whose response could not be read. The response stays open until the user closes it.
 */
export function showUnreadable(
  { message, warning, howToFindOut, answer }: Extract<Outcome<unknown>, { kind: 'unknown' }>,
  shell: Pick<DialogShell<never>, 'area' | 'close' | 'open'>,
): void {
  const width = Math.min(MAX_COLUMNS, shell.area.width - 8);
  const words = [message, warning, howToFindOut].filter(Boolean).join(' ');
  const lines = wrapText(`▲ ${safeText(words)}`, width, 'warn');
  shell.close();
  shell.open({ kind: 'message', title: 'Not readable', lines, scroll: 0, once: onceLines(answer, width) });
}

function onceLines(answer: string | undefined, width: number): MessageDialog['once'] {
  if (answer === undefined) return undefined;
  const rows = answer.split(/\r?\n/).flatMap((row) => wrapText(safeText(row), width));
  return { lines: rows, state: 'hidden' };
}

function labelled(label: string, value: string, width: number): Line[] {
  return wrapText(value, width - label.length).map((row, index): Line => {
    const head: Span = { text: index === 0 ? label : ' '.repeat(label.length), tone: 'dim' };
    return [head, ...row];
  });
}
