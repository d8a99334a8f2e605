import * as z from 'zod';
import type { Moment } from '../../actions/time-travel.ts';
import { HOUR_MS } from '../../base/durations.ts';
import type { ClusterState } from '../../cluster/state.ts';
import { journalItems } from '../../history/journal-store.ts';
import type { HistoryReader } from '../../history/reader.ts';
import { incidentPeriod, reportOf } from '../../history/report/report.ts';
import { absenceMeanings } from '../../history/sessions/absence-meaning.ts';
import { readPeriodData, sessionPeriods, sumPeriods } from '../../history/sessions/availability.ts';
import { entryTime, type JournalEntry } from '../../protocol/journal.ts';
import { notYetKnown } from '../../views/problems/all-clear.ts';
import { reportJson } from '../../views/report/markdown.ts';
import { parseMoment } from '../options/time-spec.ts';
import { parseFields, pickFields } from '../snapshot/fields.ts';
import { snapshotJson } from '../snapshot/json.ts';
import { listingOf } from '../snapshot/read-journal.ts';
import { snapshotSchema } from '../snapshot/schema.ts';
import type { McpSource } from './source.ts';

/** One tool of the assistant. It only reads, and answers with what a command prints as JSON. */
export interface McpTool {
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** Rejects with a message that the assistant may read. */
  run(source: McpSource, input: never, now: number): Promise<Answer>;
}

export interface Answer {
  /** Unix ms: the moment that the data is about. */
  readonly at: number;
  readonly data: object;
}

const MOST_ROWS = 100;
const DEFAULT_ROWS = 20;
/** Journal entries that are searched at most. */
const MOST_ENTRIES = 20_000;
/** Members of the snapshot that tell whether all is well. */
const FIRST_FIELDS = 'cluster,totals,health,problems,climbs,notRead,remarks';

const time = (words: string) =>
  z.string().max(40).optional().describe(`${words}: 14:30, 24h (ago), or 2026-01-15 14:30 in local time`);
const since = time('begin of the period');
const until = time('end of the period; now if left out');
const limit = z.number().int().min(1).max(MOST_ROWS).default(DEFAULT_ROWS).describe('most rows of each list');
const search = z.string().max(200).optional().describe('only rows of lists with this text, in any case');

interface Rows {
  readonly limit: number;
  readonly search?: string;
}
interface Span {
  readonly since?: string;
  readonly until?: string;
}

export const mcpTools = {
  snapshot: {
    title: 'The cluster at a moment',
    description: `What \`castwatch snapshot\` prints, of now or of a moment of the past: problems (worst first, with what, where, since when and who is hit), totals, servers (hottest first), streams, applications, journal (newest first). All is well only where problems is empty, no row of notRead decides, and no remark doubts it. Ask this first.`,
    input: z.object({
      at: time('a moment of the past; the newest if left out'),
      fields: z
        .string()
        .max(500)
        .default(FIRST_FIELDS)
        .describe(
          `members, separated by commas, also parts of them such as problems.summary: ${Object.keys(snapshotSchema.shape).join(', ')}`,
        ),
      since: time('begin of the journal that is read; an hour before if left out'),
      limit,
      search,
    }),
    async run(source, input: Rows & Span & { readonly at?: string; readonly fields: string }, now) {
      const fields = parseFields(input.fields, Object.keys(snapshotSchema.shape));
      const moment = await momentOf(source, input.at, now);
      const { at, state, triage } = moment;
      const [from] = periodOf({ since: input.since }, now, at);
      const doubt = state.isStored || triage.problems.length > 0 ? undefined : notYetKnown(state, triage, at);
      const journal = listingOf(entriesOf(source.history, state, from, at), { limit: MOST_ENTRIES });
      const judged = { ...triage, notJudged: [], doubts: doubt ? [doubt.words] : [] };
      const all = snapshotJson({ state, journal, cloud: undefined }, judged, at);
      // Its problems were judged by more figures than are stored.
      const json = state.isStored ? { ...all, notRead: [] } : all;
      return { at, data: rowsOf(pickFields(json, fields) as object, input) };
    },
  },
  sessions: {
    title: 'What streams did in a period',
    description:
      'What `castwatch sessions` prints: availability, interruptions and viewers at risk of each stream in a period, from the history.',
    input: z.object({ since, until, limit, search, absence: z.enum(absenceMeanings).optional() }),
    async run(source, input: Rows & Span & { readonly absence?: (typeof absenceMeanings)[number] }, now) {
      const moment = await momentOf(source, input.until, now);
      const [from, to] = periodOf(input, now, moment.at);
      const reader = reading(source);
      const hours = reader.streamHours(from, to);
      const period = { from: hours.from, to: Math.min(hours.to, now) };
      const periods = sessionPeriods(await readPeriodData(reader, period), period, input.absence);
      const json = { ...periods, total: sumPeriods(periods.streams) };
      return { at: moment.at, data: rowsOf(json, input) };
    },
  },
  report: {
    title: 'A report of a period',
    description:
      'What `castwatch report` prints, from the history: problems, timeline and charts of a period, or of the incident of one problem (by its key). Addresses and names of users are withheld.',
    input: z.object({ since, until, problem: z.string().max(500).optional().describe('key of a problem') }),
    async run(source, input: Span & { readonly problem?: string }, now) {
      const moment = await momentOf(source, input.until, now);
      const history = reading(source);
      const [from, to] = periodOf(input, now, moment.at);
      const { problem: key } = input;
      const period = key === undefined ? { from, to } : incidentPeriod(history.problems(from, to), key, to);
      if (!period)
        throw new Error(`The history has no problem ${key} in this period; since searches longer.`);
      const report = reportOf(history, source.cluster, { ...period, problem: key });
      const json = reportJson(report, { withhold: true, users: await source.users() });
      return { at: moment.at, data: json as object };
    },
  },
} as const satisfies Readonly<Record<string, McpTool>>;

function momentOf(source: McpSource, at: string | undefined, now: number): Promise<Moment> {
  return source.moment(at === undefined ? undefined : parseMoment('at', at, now));
}

/** The period of the input, by default the hour before the moment that is shown. */
function periodOf({ since, until }: Span, now: number, newest: number): [from: number, to: number] {
  const to = until === undefined ? newest : parseMoment('until', until, now);
  const from = since === undefined ? to - HOUR_MS : parseMoment('since', since, now);
  if (from >= to) throw new Error('since must lie before until.');
  return [from, to];
}

function reading({ history, kind }: McpSource): HistoryReader {
  if (history) return history;
  throw new Error(
    kind === 'recording'
      ? 'A recording has no history: leave since out, or import it with castwatch record --from.'
      : 'No history of this cluster is kept here: castwatch record keeps one.',
  );
}

/** Entries of (from, to], oldest first: of the session, and before it of the history. */
function entriesOf(
  history: HistoryReader | undefined,
  { journal }: ClusterState,
  from: number,
  to: number,
): JournalEntry[] {
  const shown = journal.items.flatMap((item) => (item.kind === 'entry' ? [item.entry] : []));
  const first = shown[0] === undefined ? to : (entryTime(shown[0]) ?? to);
  const stored = history && first > from ? history.journal(from, Math.min(first, to), MOST_ENTRIES) : [];
  const known = new Set(shown.map(({ id }) => id));
  const before = journalItems(stored).flatMap((item) => item.entry);
  return [...before.filter(({ id }) => id === undefined || !known.has(id)), ...shown].filter((entry) => {
    const written = entryTime(entry);
    return written === undefined || (written > from && written <= to);
  });
}

function rowsOf(json: object, { limit, search }: Rows): object {
  const text = search?.toLowerCase();
  const members = Object.entries(json).map(([name, value]) => {
    if (!Array.isArray(value)) return [name, value];
    const found = value.filter(
      (row) => text === undefined || JSON.stringify(row).toLowerCase().includes(text),
    );
    return [name, found.slice(0, limit)];
  });
  return Object.fromEntries(members);
}
