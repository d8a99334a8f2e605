import * as z from 'zod';
import type { Clock } from '../base/clock.ts';
import { MINUTE_MS } from '../base/durations.ts';
import { errorMessage } from '../base/system-error.ts';
import { type KindName, QUARTER_MS, type SeriesId } from '../history/samples/kinds.ts';
import type { Point, Series, SeriesReader } from '../history/samples/series.ts';
import type { Caller } from '../http/caller.ts';
import { labelPairs } from '../views/metrics/open-metrics-text.ts';
import { type StoredMetric, storedLabels, storedMetrics } from '../views/metrics/stored-metrics.ts';

/** Figures of cluster, groups and servers from a Prometheus, or what speaks its API, where the local file has none. */
export interface RemoteSeries {
  /** Reads a figure over (from, to], Unix ms, into memory. Never rejects: what cannot be read stays unknown. */
  fill(id: SeriesId, from: number, to: number): Promise<void>;
  /** The local series, and before its first point what was read into memory. */
  over(local: SeriesReader): SeriesReader;
  /** Why the last answer could not be used. */
  readonly failure: string | undefined;
  close(): Promise<void>;
}

export interface PrometheusOptions {
  readonly caller: Caller;
  readonly headers: Readonly<Record<string, string>>;
  /** Labels that select the samples of this cluster. */
  readonly labels: Readonly<Record<string, string>>;
  readonly clock: Clock;
}

/** Kinds that are asked for; streams are too many, and journals are not there at all. */
const remoteKinds: ReadonlySet<KindName> = new Set(['total', 'group', 'server']);
/** Most points of an answer; Prometheus refuses more than 11,000. */
const MOST_POINTS = 10_000;
/** Figures in memory; a screen shows some dozens. */
const MOST_SERIES = 200;
/** Most questions that wait; further ones are unknown. */
const MOST_WAITING = 100;
/** A figure that could not be read is asked for again after this time, ms. */
const AGAIN_MS = MINUTE_MS;

const answerSchema = z.object({
  status: z.literal('success'),
  data: z.object({
    resultType: z.literal('matrix'),
    result: z
      .array(z.object({ values: z.array(z.tuple([z.number(), z.string()])).max(MOST_POINTS + 1) }))
      .max(1),
  }),
});

interface Known {
  readonly from: number;
  readonly to: number;
  readonly step: number;
  readonly points: readonly Point[];
  /** Not asked again before, on the monotonic clock; undefined if it was read. */
  readonly againAt: number | undefined;
}

export function createPrometheus({ caller, headers, labels, clock }: PrometheusOptions): RemoteSeries {
  const known = new Map<string, Known>();
  const waiting = new Map<string, Promise<void>>();
  let failure: string | undefined;

  const ask = async (id: SeriesId, metric: StoredMetric, from: number, to: number) => {
    const step = stepOf(from, to);
    const key = keyOf(id);
    let read: Known = { from, to, step, points: [], againAt: clock.monotonic() + AGAIN_MS };
    try {
      const query = new URLSearchParams({
        query: queryOf(metric, { ...storedLabels(id.kind, id.name), ...labels }, step),
        start: String(from / 1000),
        end: String(to / 1000),
        step: String(step / 1000),
      });
      const answer = await caller.send({ method: 'GET', path: `/api/v1/query_range?${query}`, headers });
      if (answer.status !== 200) throw new Error(`it answered ${answer.status}`);
      const { data } = answerSchema.parse(JSON.parse(answer.body));
      const points = pointsOf(data.result[0]?.values ?? [], metric.scale, { from, to });
      read = { from, to, step, points, againAt: undefined };
      failure = undefined;
    } catch (error) {
      failure = error instanceof z.ZodError ? 'its answer is not that of Prometheus' : errorMessage(error);
    }
    if (known.size >= MOST_SERIES) known.clear();
    known.set(key, read);
  };

  return {
    async fill(id, from, to) {
      const metric = storedMetrics.find(({ kind, column }) => kind === id.kind && column === id.column);
      if (!metric || !remoteKinds.has(id.kind)) return;
      const key = keyOf(id);
      const before = known.get(key);
      const isKnown = before !== undefined && before.from <= from && before.to >= to;
      if (before && (before.againAt === undefined ? isKnown : clock.monotonic() < before.againAt)) return;
      const start = Math.floor(Math.min(from, before?.from ?? from) / QUARTER_MS) * QUARTER_MS;
      const end = Math.ceil(Math.max(to, before?.to ?? to) / QUARTER_MS) * QUARTER_MS;
      const busy = waiting.get(key);
      if (busy) return busy;
      if (waiting.size >= MOST_WAITING) return;
      const work = ask(id, metric, start, end).finally(() => waiting.delete(key));
      waiting.set(key, work);
      await work;
    },
    over: (local) => ({
      names: local.names,
      read(id, from, to) {
        const own = local.read(id, from, to);
        const remote = known.get(keyOf(id));
        const first = own.points.find(({ mean }) => mean !== null)?.at ?? Number.POSITIVE_INFINITY;
        const older = (remote?.points ?? []).filter(({ at }) => at > from && at <= to && at < first);
        if (!remote || older.length === 0) return own;
        const joined: Series = {
          points: [...older, ...own.points.filter(({ at }) => at >= first)],
          resolution: Math.max(own.resolution ?? 0, remote.step),
          isRemote: true,
        };
        return joined;
      },
    }),
    get failure() {
      return failure;
    },
    close: () => caller.close(),
  };
}

const keyOf = ({ kind, name, column }: SeriesId) => `${kind} ${column} ${name}`;

/** A quarter of an hour, as in the local file, or whole quarters where that would be too many points. */
function stepOf(from: number, to: number): number {
  return Math.max(1, Math.ceil((to - from) / QUARTER_MS / MOST_POINTS)) * QUARTER_MS;
}

/** The mean over each step, whose window has both of its ends: one second less leaves out the sample before it. Two scrapers of one cluster count once. */
function queryOf({ name }: StoredMetric, labels: Readonly<Record<string, string>>, step: number): string {
  return `avg(avg_over_time(${name}{${labelPairs(labels)}}[${step / 1000 - 1}s]))`;
}

/** What is not a number, not in the period or not in the order of time costs only its own point. */
function pointsOf(
  values: readonly (readonly [seconds: number, value: string])[],
  scale: number,
  { from, to }: { readonly from: number; readonly to: number },
): readonly Point[] {
  const points: Point[] = [];
  for (const [seconds, text] of values) {
    const at = seconds * 1000;
    const value = Number(text) / scale;
    if (!Number.isFinite(value) || at < from || at > to || at <= (points.at(-1)?.at ?? 0)) continue;
    points.push({ at, mean: value, least: value, most: value });
  }
  return points;
}
