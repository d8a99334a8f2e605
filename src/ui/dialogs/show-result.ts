import type { Compared, Outcome } from '../../actions/outcome.ts';
import { safeText } from '../../base/safe-text.ts';
import { type Line, type Span, type Tone, toned } from '../../base/text.ts';
import { type Where, whereLines } from '../forms/plan-lines.ts';
import { wrapText } from '../primitives/wrap.ts';
import type { DialogShell } from '../shell.ts';
import { type MessageDialog, messageDialog } from './message.ts';

/** Longer rows are hard to read. */
const MAX_COLUMNS = 76;

type Done = Exclude<Outcome<unknown>, { kind: 'refused' }>;

type ResultShell = Pick<DialogShell<never>, 'area' | 'close' | 'open' | 'notice'>;

const titles = { confirmed: 'Done', differs: 'Not as sent', unknown: 'May have happened' } as const;

/**
 * Shows what a write did. A confirmed one is a notice in the footer for some seconds; text that the server gives only
 * once, and everything that is not as it was sent, stay open until the user closes them.
 */
export function showResult(outcome: Done, where: Where, shell: ResultShell): void {
  const { kind, message, details = [], compared = [], warning, answer } = outcome;
  const isDone = kind === 'confirmed';
  if (isDone && details.length === 0 && warning === undefined && answer === undefined) {
    shell.notice(message, 'ok');
    return;
  }
  const again = isDone ? undefined : readAgain(outcome, where, shell);
  const width = Math.min(MAX_COLUMNS, shell.area.width - 8);
  const indent = Math.max(0, ...details.map(([label]) => label.length)) + 2;
  const lines: Line[] = [
    ...wrapText(`${isDone ? '✔' : '▲'} ${safeText(message)}`, width, isDone ? 'ok' : 'warn'),
    ...(isDone ? [] : [...comparedLines(compared, width), ...whereLines(where, width)]),
    ...(kind === 'unknown' ? wrapText(safeText(outcome.howToFindOut), width) : []),
    ...details.flatMap(([label, value]) => labelled(label.padEnd(indent), safeText(value), width)),
    ...(warning === undefined ? [] : wrapText(`▲ ${safeText(warning)}`, width, 'warn')),
    [],
    toned(again ? 'r reads back what holds now · Esc closes' : 'Esc closes', 'dim'),
  ];
  const rows = answer?.split(/\r?\n/).flatMap((row) => wrapText(safeText(row), width));
  const once = rows && ({ lines: rows, state: 'hidden' } as const);
  shell.open(messageDialog, { title: titles[kind], lines, scroll: 0, once, again });
}

/** What `r` does: reads what holds now, in place of this dialog. */
function readAgain(
  { readBack }: Exclude<Done, { kind: 'confirmed' }>,
  where: Where,
  shell: ResultShell,
): MessageDialog['again'] {
  if (!readBack) return undefined;
  return (close) => {
    shell.notice('Reading...');
    readBack().then((outcome) => {
      if (outcome.kind === 'refused') return shell.notice(outcome.message, 'crit');
      shell.notice(outcome.message, outcome.kind === 'confirmed' ? 'ok' : 'warn');
      close();
      // The form below was left open for another try.
      if (outcome.kind !== 'unknown') shell.close();
      showResult(outcome, where, shell);
    });
  };
}

/** Each field: what was sent, and beside it what the answer has. */
function comparedLines(compared: readonly Compared[], width: number): Line[] {
  const room = Math.max(0, ...compared.map(({ field }) => field.length)) + 2;
  return compared.flatMap(({ field, sent, answered, verdict }) => {
    const tone = verdict === 'other' || verdict === 'missing' ? 'warn' : 'dim';
    const words = `sent ${valueWords(sent)} · answered ${valueWords(answered)}`;
    return labelled(field.padEnd(room), safeText(words), width, tone);
  });
}

function valueWords(value: Compared['answered']): string {
  if (value === undefined) return 'nothing about it';
  return value === null ? 'none' : String(value);
}

function labelled(label: string, value: string, width: number, tone?: Tone): Line[] {
  return wrapText(value, width - label.length, tone).map((row, index): Line => {
    const head: Span = { text: index === 0 ? label : ' '.repeat(label.length), tone: 'dim' };
    return [head, ...row];
  });
}
