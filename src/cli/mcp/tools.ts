import * as z from 'zod';
import { HOUR_MS } from '../../base/durations.ts';
import { coverageOf } from '../../cluster/coverage.ts';
import type { ClusterState } from '../../cluster/state.ts';
import { journalItems } from '../../history/journal-store.ts';
import type { HistoryReader } from '../../history/reader.ts';
import { incidentPeriod, reportOf } from '../../history/report/report.ts';
import { absenceMeanings } from '../../history/sessions/absence-meaning.ts';
import { readPeriodData, sessionPeriods } from '../../history/sessions/availability.ts';
import { entryTime, type JournalEntry } from '../../protocol/journal.ts';
import { storedSeriesOf, storedSpread } from '../../session/past/stored-history.ts';
import { incidentId } from '../../triage/incidents/incident-id.ts';
import type { Problem } from '../../triage/problem.ts';
import { timeJson } from '../../views/formats/json-values.ts';
import { jsonRow } from '../../views/lists/column.ts';
import { notYetKnown } from '../../views/problems/all-clear.ts';
import { causeWords, justBefore } from '../../views/problems/before.ts';
import { coverageWords } from '../../views/problems/coverage.ts';
import { nextFacts } from '../../views/problems/facts.ts';
import { problemJson } from '../../views/problems/json.ts';
import { runbookOf } from '../../views/problems/runbook.ts';
import { problemInFull } from '../../views/problems/words.ts';
import { reportMarkdown } from '../../views/report/markdown.ts';
import { serverColumns } from '../../views/servers/columns.ts';
import { sortByHeat } from '../../views/servers/load.ts';
import { streamColumns } from '../../views/streams/columns.ts';
import { unhealthyStreams } from '../../views/streams/unhealthy-streams.ts';
import { verdictStatus } from '../check/verdict.ts';
import { parseMoment } from '../options/time-spec.ts';
import { totalsJson } from '../snapshot/json.ts';
import { snapshotSchema } from '../snapshot/schema.ts';
import type { McpSource, SourceMoment } from './source.ts';

/** One tool of the assistant. It only reads. */
export interface McpTool {
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** The shape of `data` in the answer. */
  readonly data: z.ZodType;
  /** Rejects with a message that the assistant may read. */
  run(source: McpSource, input: never, now: number): Promise<Answer>;
}

export interface Answer {
  /** Unix ms: the moment that the data is about. */
  readonly at: number;
  readonly data: unknown;
  /** Number of all rows, where `data` is the first part of a list. */
  readonly total?: number;
}

const MOST_ROWS = 100;
const DEFAULT_ROWS = 20;
const MOST_POINTS = 200;
/** Journal entries that are searched at most. */
const MOST_ENTRIES = 20_000;
const MOST_REPORT_CHARACTERS = 60_000;

const time = (words: string) =>
  z.string().max(40).optional().describe(`${words}: 14:30, 24h (ago), or 2026-01-15 14:30 in local time`);
const at = time('a moment of the past; the newest if left out');
const since = time('begin of the period');
const until = time('end of the period; now if left out');
const limit = z.number().int().min(1).max(MOST_ROWS).default(DEFAULT_ROWS).describe('most rows');
const search = z.string().max(200).optional().describe('only rows with this text, in any case');

interface At {
  readonly at?: string;
}
interface Rows extends At {
  readonly limit: number;
  readonly search?: string;
}
interface Span {
  readonly since?: string;
  readonly until?: string;
}

/** Its members are those of `snapshot`; their whole schema would fill an assistant's memory. */
const problem = z.looseObject({ key: z.string(), kind: z.string(), severity: z.string() });
const word = z.string().nullable();
const instant = z.iso.datetime().nullable();

/** Every tool by its name. */
export const mcpTools = {
  verdict: {
    title: 'Is the cluster all right?',
    description:
      'The verdict about the cluster (OK, WARNING, CRITICAL, or UNKNOWN if data that a verdict needs was not read), its totals, the worst problems in words, and what was not read. Ask this first.',
    input: z.object({ at }),
    data: z.object({
      status: z.enum(['OK', 'WARNING', 'CRITICAL', 'UNKNOWN']),
      doubt: word.describe('why it is not known that nothing is wrong'),
      problems: z.array(
        z.object({ key: z.string(), severity: z.string(), words: z.string(), since: instant }),
      ),
      totals: snapshotSchema.shape.totals,
      servers: z.object({ here: z.number(), gone: z.number() }),
      notRead: z.array(z.string()),
    }),
    async run(source, input: At, now) {
      const moment = await momentOf(source, input, now);
      const { state, triage, isStored = false } = moment;
      const notRead = coverageOf(state).filter(({ reading }) => reading !== 'read');
      const deciding = isStored ? [] : notRead.filter(({ decides }) => decides).map(coverageWords);
      const isJudged = isStored || triage.problems.length > 0;
      const doubt = isJudged ? undefined : notYetKnown(state, triage, moment.at)?.words;
      const gone = state.servers.filter(({ goneSince }) => goneSince !== undefined).length;
      return {
        at: moment.at,
        total: triage.problems.length,
        data: {
          status: verdictStatus(triage.problems, doubt === undefined ? deciding : [doubt]),
          doubt: doubt ?? null,
          problems: triage.problems.slice(0, DEFAULT_ROWS).map((each) => ({
            key: each.key,
            severity: each.severity,
            words: problemInFull(each),
            since: timeJson(each.since.at),
          })),
          totals: totalsJson(state.dashboard.value),
          servers: { here: state.servers.length - gone, gone },
          notRead: notRead.map(coverageWords),
        },
      };
    },
  },
  problems: {
    title: 'Problems with their evidence',
    description:
      'Problems that are current, worst first, or with since those of a period from the history: what, where, since when, who is hit, figures, what was said in the journal. Problems with the same incident have one cause.',
    input: z.object({ at, since, until, limit, search }),
    data: z.array(
      z.object({
        words: z.string(),
        incident: z.string(),
        command: z.string().describe('opens the incident in a terminal'),
        runbook: z.string().describe('where the instructions for this kind are'),
        justBefore: z.array(z.string()).describe('journal entries that may be the cause, best first'),
        facts: z.array(z.string()).describe('how its neighbours are, and who could take the load'),
        problem,
      }),
    ),
    async run(source, input: Rows & Span, now) {
      const moment = await momentOf(source, input, now);
      const found =
        input.since === undefined
          ? moment.triage.problems
          : reading(source)
              .problems(...periodOf(input, now, moment.at))
              .toReversed();
      const rows = found.map((each) => ({ words: problemInFull(each), problem: problemJson(each), each }));
      const answer = listed(moment.at, rows, input);
      // Searching the journal takes long in a storm, so only for what is shown.
      const data = answer.data.map(({ each, ...row }) => ({
        ...row,
        ...evidenceOf(each, moment, source.runbook),
      }));
      return { ...answer, data };
    },
  },
  servers: {
    title: 'Servers',
    description:
      'Servers with role, group, CPU, memory, traffic and limits, the hottest first; gone ones are marked.',
    input: z.object({ at, limit, search }),
    data: snapshotSchema.shape.servers,
    async run(source, input: Rows, now) {
      const moment = await momentOf(source, input, now);
      const rows = sortByHeat(moment.state.servers).map((server) => jsonRow(serverColumns, server));
      return listed(moment.at, rows, input);
    },
  },
  streams: {
    title: 'Streams',
    description: 'Streams of the last full reading, unhealthy ones first, by viewers at risk.',
    input: z.object({
      at,
      limit,
      search,
      unhealthy: z.boolean().default(false).describe('only unhealthy ones'),
    }),
    data: snapshotSchema.shape.streams,
    async run(source, input: Rows & { readonly unhealthy: boolean }, now) {
      const moment = await momentOf(source, input, now);
      const { state, triage } = moment;
      const sick = unhealthyStreams(state, triage).map(({ stream }) => stream);
      const known = new Set(sick.map(({ id }) => id));
      const others = [...(state.streamSweep.value?.items.values() ?? [])].filter(({ id }) => !known.has(id));
      const rows = [...sick, ...(input.unhealthy ? [] : others)].map((stream) =>
        jsonRow(streamColumns, stream),
      );
      return listed(moment.at, rows, input);
    },
  },
  journal: {
    title: 'Search in the journal',
    description: 'Entries of the cluster’s journal, newest first, with this text in object or message.',
    input: z.object({ since, until, limit, search }),
    data: z.array(z.object({ at: instant, object: word, message: word })),
    async run(source, input: Rows & Span, now) {
      const moment = await momentOf(source, { at: input.until }, now);
      const [from, to] = periodOf(input, now, moment.at);
      const rows = entriesOf(source.history, moment.state, from, to).map((entry) => ({
        at: timeJson(entryTime(entry)),
        object: entry.objectName ?? null,
        message: entry.message ?? null,
      }));
      return listed(moment.at, rows.reverse(), input);
    },
  },
  history: {
    title: 'A figure over time',
    description:
      'Means of one figure over equal parts of a period, oldest first; null where nothing was measured. Of the cluster or a group: viewers, streams, in, out, transcode; of a server: cpu, mem, in, out, viewers, streams; of a stream: in, out, viewers, health. in and out are bytes per second, cpu and mem percent.',
    input: z.object({
      of: z.enum(['cluster', 'group', 'server', 'stream']).default('cluster'),
      name: z.string().max(500).optional().describe('name of the group or server, id of the stream'),
      figure: z.enum(['viewers', 'streams', 'in', 'out', 'transcode', 'cpu', 'mem', 'health']),
      since,
      until,
      points: z.number().int().min(1).max(MOST_POINTS).default(30),
    }),
    data: z.object({ from: instant, to: instant, means: z.array(z.number().nullable()) }),
    async run(source, input: Span & Chart, now) {
      const moment = await momentOf(source, { at: input.until }, now);
      const [from, to] = periodOf(input, now, moment.at);
      const { of, name = '', figure, points } = input;
      const key = of === 'cluster' ? `total/${figure}` : `${of}/${name}/${figure}`;
      const means = windowOf(source.history, moment.state, { key, from, to, points });
      return { at: moment.at, data: { from: timeJson(from), to: timeJson(to), means } };
    },
  },
  sessions: {
    title: 'What streams did in a period',
    description:
      'Availability, interruptions and viewers at risk of each stream in a period, from the history.',
    input: z.object({ since, until, limit, search, absence: z.enum(absenceMeanings).optional() }),
    data: z.array(z.looseObject({})),
    async run(source, input: Rows & Span & { readonly absence?: (typeof absenceMeanings)[number] }, now) {
      const moment = await momentOf(source, { at: input.until }, now);
      const [from, to] = periodOf(input, now, moment.at);
      const reader = reading(source);
      const hours = reader.streamHours(from, to);
      const period = { from: hours.from, to: Math.min(hours.to, now) };
      const data = await readPeriodData(reader, period);
      return listed(moment.at, sessionPeriods(data, period, input.absence).streams, input);
    },
  },
  report: {
    title: 'A report of a period',
    description:
      'A post-mortem as Markdown, from the history: summary, timeline, problems and charts of a period, or of the incident of one problem (by its key). Addresses and names of users are withheld.',
    input: z.object({ since, until, problem: z.string().max(500).optional().describe('key of a problem') }),
    data: z.object({ markdown: z.string() }),
    async run(source, input: Span & { readonly problem?: string }, now) {
      const moment = await momentOf(source, { at: input.until }, now);
      const history = reading(source);
      const [from, to] = periodOf(input, now, moment.at);
      const { problem: key } = input;
      const period = key === undefined ? { from, to } : incidentPeriod(history.problems(from, to), key, to);
      if (!period)
        throw new Error(`The history has no problem ${key} in this period; since searches longer.`);
      const report = reportOf(history, source.cluster, { ...period, problem: key });
      const markdown = reportMarkdown(report, { withhold: true, users: await source.users() });
      return { at: moment.at, data: { markdown: markdown.slice(0, MOST_REPORT_CHARACTERS) } };
    },
  },
} as const satisfies Readonly<Record<string, McpTool>>;

/** Most journal entries from before a problem. */
const MOST_CAUSES = 3;

function evidenceOf(problem: Problem, { state, triage }: SourceMoment, runbook: string | undefined) {
  const incident = incidentId(state.url, problem.incident?.root ?? problem.key);
  return {
    incident,
    command: `castwatch --open incident:${incident}`,
    runbook: runbookOf(problem.kind, runbook),
    justBefore: justBefore(problem, state, MOST_CAUSES).entries.map(causeWords),
    facts: nextFacts(problem, state, triage),
  };
}

interface Chart {
  readonly of: 'cluster' | 'group' | 'server' | 'stream';
  readonly name?: string;
  readonly figure: string;
  readonly points: number;
}

function momentOf(source: McpSource, input: At, now: number): Promise<SourceMoment> {
  return source.moment(input.at === undefined ? undefined : parseMoment('at', input.at, now));
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

function listed<Row>(at: number, rows: readonly Row[], { limit, search }: Omit<Rows, 'at'>) {
  const text = search?.toLowerCase();
  const found =
    text === undefined ? rows : rows.filter((row) => JSON.stringify(row).toLowerCase().includes(text));
  return { at, data: found.slice(0, limit), total: found.length };
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

interface Window {
  readonly key: string;
  readonly from: number;
  readonly to: number;
  readonly points: number;
}

/** The figure from the session where it covers the period, else from the history on disk. */
function windowOf(
  reader: HistoryReader | undefined,
  { history }: ClusterState,
  { key, from, to, points }: Window,
): readonly (number | null)[] {
  const own = history.window(key, from, to, points);
  if (!reader || own[0] != null) return own;
  const id = storedSeriesOf(key);
  const stored = id ? storedSpread(reader.series.read(id, from, to).points, from, to, points).values : [];
  return own.map((value, index) => value ?? stored[index] ?? null);
}
