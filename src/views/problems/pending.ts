import { clockTime, count, duration } from '../../base/format.ts';
import type { Link } from '../../base/link.ts';
import type { Span } from '../../base/text.ts';
import { textWidth } from '../../base/width.ts';
import { staleFor } from '../../cluster/freshness.ts';
import { MISSES_UNTIL_GONE } from '../../cluster/servers.ts';
import type { ServerRecord } from '../../cluster/state.ts';
import type { TriageState } from '../../triage/engine.ts';
import type { CellView } from '../lists/column.ts';
import { subjectName } from './problems.ts';
import { problemTitle } from './words.ts';

interface PendingView extends Pick<CellView, 'state' | 'now'> {
  readonly triage: Pick<TriageState, 'pending'>;
  readonly display: Pick<CellView['display'], 'times' | 'lowBandwidth'>;
}

interface PendingRow {
  readonly words: string;
  /** When it will be a problem if it lasts, Unix ms. */
  readonly due: number;
  readonly link?: Link | undefined;
}

/** What is amber and will be a problem when its time is up, the soonest first. Nothing while the data is stale. */
function pendingRows({ state, triage, now }: PendingView): readonly PendingRow[] {
  const { dashboard } = state;
  if (staleFor(dashboard, now) !== undefined) return [];
  const missing = state.servers.flatMap((record) => missingRow(record, dashboard.interval) ?? []);
  const found = triage.pending.map((pending): PendingRow => {
    const { subject, due } = pending;
    return {
      words: `${subjectName(subject)}: ${problemTitle(pending)}`,
      due,
      ...(subject.kind === 'server' && { link: { kind: 'server', name: subject.name } as const }),
    };
  });
  return [...missing, ...found].sort((a, b) => a.due - b.due);
}

/** A server that is missing from the topology is gone only after several polls. */
function missingRow(
  { name, missingSince, misses, goneSince }: ServerRecord,
  interval = 0,
): PendingRow | undefined {
  if (missingSince === undefined || goneSince !== undefined) return undefined;
  const due = missingSince + interval * (MISSES_UNTIL_GONE - 1);
  return {
    words: `${name}: missing, ${misses} of ${MISSES_UNTIL_GONE} polls`,
    due,
    link: { kind: 'server', name },
  };
}

/** A row for each, such as `pending: edge-1: Server load, problem in 12s`; at most `most`, the last counts the rest. */
export function pendingSpans(view: PendingView, most: number): readonly Span[] {
  const rows = pendingRows(view);
  const shown = rows.length > most ? rows.slice(0, Math.max(0, most - 1)) : rows;
  const spans = shown.map(
    ({ words, due, link }): Span => ({
      text: `pending: ${words}, problem ${untilWords(view, due)}`,
      tone: 'warn',
      ...(link && { link }),
    }),
  );
  const more = rows.length - shown.length;
  return more > 0 ? [...spans, { text: `${count(more)} more pending`, tone: 'warn' }] : spans;
}

/** All that is pending in one place, in the longest words that fit; undefined if nothing is, or nothing fits. */
export function pendingIn(view: PendingView, width: number): Span | undefined {
  const rows = pendingRows(view);
  const [first] = rows;
  if (!first) return undefined;
  const until = untilWords(view, first.due);
  const many = `${count(rows.length)} pending`;
  const head = rows.length === 1 ? 'pending' : many;
  const texts = [`${head}: ${first.words}, problem ${until}`, `${many}, problem ${until}`, many];
  const text = texts.find((each) => textWidth(each) <= width);
  return text === undefined ? undefined : { text, tone: 'warn', ...(first.link && { link: first.link }) };
}

/** A countdown; on a slow link, or where times are absolute, the time of day, which does not change each second. */
function untilWords({ now, display }: PendingView, due: number): string {
  if (display.times === 'absolute' || display.lowBandwidth) return `at ${clockTime(due)}`;
  return due <= now ? 'at the next poll' : `in ${duration(due - now)}`;
}
