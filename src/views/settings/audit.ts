import { dateTime } from '../../base/format.ts';
import { oneLine } from '../../base/safe-text.ts';
import { type Line, type Tone, toned } from '../../base/text.ts';
import { wrap } from '../journal/wrap.ts';

/** One line of the audit file, as `config/audit.ts` reads it. */
export interface AuditRow {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Shared by the lines of one write. */
  readonly id?: string | undefined;
  readonly cluster: string;
  readonly user: string;
  readonly action: string;
  readonly target: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly outcome: 'sent' | 'confirmed' | 'differs' | 'unknown' | 'refused' | 'ok' | 'failed';
  readonly status?: number | undefined;
  readonly message?: string | undefined;
  /** What the answer had for the fields. */
  readonly answered?: Readonly<Record<string, unknown>> | undefined;
}

export interface Audit {
  /** Newest last; two lines for each write. */
  readonly entries: readonly AuditRow[];
  /** Number of lines that could not be read. */
  readonly unreadable: number;
  /** Undefined if nothing can be written. */
  readonly path: string | undefined;
  /** Why there are no entries, if the file could not be read. */
  readonly problem?: string | undefined;
}

const looks: Readonly<Record<AuditRow['outcome'], { sign: string; word: string; tone: Tone }>> = {
  confirmed: { sign: '✔', word: 'confirmed', tone: 'ok' },
  differs: { sign: '▲', word: 'answered with other values', tone: 'warn' },
  unknown: { sign: '?', word: 'may have happened', tone: 'warn' },
  refused: { sign: '✖', word: 'not done', tone: 'crit' },
  sent: { sign: '?', word: 'sent, its outcome is not known', tone: 'warn' },
  ok: { sign: '✔', word: 'done', tone: 'ok' },
  failed: { sign: '✖', word: 'failed', tone: 'crit' },
};

export const outcomeWords = (outcome: AuditRow['outcome']) => looks[outcome].word;

/** Width of rows that a dialog shows completely in a window of 80 columns. */
const DIALOG_COLUMNS = 74;

/**
 * The audit as text, newest first: the action, its object, the user, the cluster and the outcome. `width` is that
 * of the longest row, in cells.
 */
export function auditLines(audit: Audit, width = DIALOG_COLUMNS): Line[] {
  const { unreadable, path, problem } = audit;
  if (problem !== undefined)
    return wrap(problem, width).map(([from, to]) => toned(problem.slice(from, to), 'warn'));
  const writes = writesIn(audit);
  return [
    ...(unreadable > 0 ? [toned(`▲ ${unreadable} lines of the file could not be read.`, 'warn'), []] : []),
    ...(writes.length > 0 ? writesLines(writes, width) : [toned('No change was sent from here yet.', 'dim')]),
    ...(path === undefined ? [] : [[], toned(`Full audit: ${path}`, 'dim')]),
  ];
}

/** Each write once, newest first: the line with its outcome, if known. */
export function writesIn({ entries }: Audit): readonly AuditRow[] {
  const ended = new Set(entries.flatMap(({ id, outcome }) => (outcome === 'sent' ? [] : (id ?? []))));
  return entries
    .filter(({ outcome, id }) => outcome !== 'sent' || id === undefined || !ended.has(id))
    .toReversed();
}

export function writesLines(writes: readonly AuditRow[], width: number): Line[] {
  return writes.flatMap((entry) => {
    const { sign, word, tone } = looks[entry.outcome];
    const status = entry.status === undefined ? '' : ` (${entry.status})`;
    const differs = entry.outcome === 'differs' ? `answered: ${valuesText(entry.answered)}` : '';
    return [
      [
        { text: dateTime(Date.parse(entry.at)), tone: 'dim' },
        { text: ` ${sign} ${word}${status}`, tone },
        { text: `  ${oneLine(entry.action)}`, tone: 'bold' },
        { text: `  ${oneLine(entry.target)}` },
      ],
      toned(`    ${oneLine(entry.user)} on ${oneLine(entry.cluster)}`, 'dim'),
      ...indented(valuesText(entry.fields), width, 'plain'),
      ...indented(differs, width, tone),
      ...(tone !== 'ok' ? indented(entry.message ?? '', width, tone) : []),
    ] satisfies Line[];
  });
}

function indented(text: string, width: number, tone: Tone): Line[] {
  const safe = oneLine(text);
  if (safe === '') return [];
  return wrap(safe, Math.max(1, width - 4)).map(([from, to]) => toned(`    ${safe.slice(from, to)}`, tone));
}

function valuesText(values: AuditRow['fields'] = {}): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${valueText(value)}`)
    .join(', ');
}

function valueText(value: unknown): string {
  if (value === null) return 'no limit';
  if (typeof value === 'string') return value;
  // Such as access rights: `server read_only, viewer none`.
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return `(${Object.entries(value)
      .map(([name, each]) => `${name} ${valueText(each)}`)
      .join(', ')})`;
  }
  return JSON.stringify(value);
}
