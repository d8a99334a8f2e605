import { dateTime } from '../base/format.ts';
import { oneLine } from '../base/safe-text.ts';
import type { Line, Tone } from '../base/text.ts';
import { wrap } from './journal-wrap.ts';

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
  readonly outcome: 'sent' | 'ok' | 'failed' | 'unknown';
  readonly status?: number | undefined;
  readonly message?: string | undefined;
}

const looks: Readonly<Record<AuditRow['outcome'], { sign: string; word: string; tone: Tone }>> = {
  ok: { sign: '✔', word: 'done', tone: 'ok' },
  failed: { sign: '✖', word: 'failed', tone: 'crit' },
  sent: { sign: '?', word: 'sent, its outcome is not known', tone: 'warn' },
  unknown: { sign: '?', word: 'may have happened', tone: 'warn' },
};

/** The audit for people, the newest first: what was done to what, by which user, where, and with which outcome. */
export function formatAudit(entries: readonly AuditRow[], unreadable = 0): Line[] {
  const lines: Line[] = [];
  if (unreadable > 0)
    lines.push([{ text: `▲ ${unreadable} lines of the file could not be read.`, tone: 'warn' }], []);
  if (entries.length === 0) lines.push([{ text: 'Nothing was written from here yet.', tone: 'dim' }]);
  const ended = new Set(entries.flatMap(({ id, outcome }) => (outcome === 'sent' ? [] : (id ?? []))));
  for (const entry of entries.toReversed()) {
    // The line of the outcome says it all.
    if (entry.outcome === 'sent' && entry.id !== undefined && ended.has(entry.id)) continue;
    lines.push(...entryLines(entry));
  }
  return lines;
}

function entryLines(entry: AuditRow): Line[] {
  const { sign, word, tone } = looks[entry.outcome];
  const status = entry.status === undefined ? '' : ` (${entry.status})`;
  const fields = Object.entries(entry.fields).map(([name, value]) => `${name}=${words(value)}`);
  return [
    [
      { text: dateTime(Date.parse(entry.at)), tone: 'dim' },
      { text: ` ${sign} ${word}${status}`, tone },
      { text: `  ${oneLine(entry.action)}`, tone: 'bold' },
      { text: `  ${oneLine(entry.target)}` },
    ],
    [{ text: `    ${oneLine(entry.user)} on ${oneLine(entry.cluster)}`, tone: 'dim' }],
    ...indented(fields.join(', '), 'plain'),
    ...(entry.outcome !== 'ok' ? indented(entry.message ?? '', tone) : []),
  ];
}

/** Rows that a dialog shows whole in a window of 80 columns. */
function indented(text: string, tone: Tone): Line[] {
  const safe = oneLine(text);
  if (safe === '') return [];
  return wrap(safe, 70).map(([from, to]) => [{ text: `    ${safe.slice(from, to)}`, tone }]);
}

function words(value: unknown): string {
  if (value === null) return 'no limit';
  if (typeof value === 'string') return value;
  // Such as the access rights: `server read_only, viewer none`.
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return `(${Object.entries(value)
      .map(([name, each]) => `${name} ${words(each)}`)
      .join(', ')})`;
  }
  return JSON.stringify(value);
}
