import * as z from 'zod';
import type { Clock } from '../base/clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../base/durations.ts';
import { errorMessage } from '../base/system-error.ts';
import { type KindName, QUARTER_MS, type SeriesId } from '../history/samples/kinds.ts';
import type { Point, SeriesReader } from '../history/samples/series.ts';
import type { Caller } from '../http/caller.ts';
import { labelPairs } from '../views/metrics/metric.ts';
import { type StoredMetric, storedLabels, storedMetrics } from '../views/metrics/stored-metrics.ts';

export interface PrometheusOptions {
  readonly caller: Caller;
  readonly headers: Readonly<Record<string, string>>;
  /** Labels that select the samples of this cluster. */
  readonly labels: Readonly<Record<string, string>>;
  readonly clock: Clock;
}

/** Kinds that are asked for; streams are too many, and journals are not there at all. */
const remoteKinds: ReadonlySet<KindName> = new Set(['total', 'group', 'server']);
/** The name under which figures of the whole cluster are stored. */
const TOTAL = 'cluster';
/** Most points of an answer; Prometheus refuses more than 11,000. */
const MOST_POINTS = 10_000;
/** Figures in memory; a screen shows some dozens. */
const MOST_SERIES = 200;
/** Most questions that wait; further ones are unknown. */
const MOST_WAITING = 100;
/** A figure that could not be read is asked for again after this time, ms. */
const AGAIN_MS = MINUTE_MS;

/** Most servers in an answer about all of them. */
const MOST_SERVERS = 2_000;
const WEEK_MS = 7 * DAY_MS;
const WEEKS = 8;
const USUAL_MS = WEEKS * WEEK_MS + HOUR_MS;

const answerOf = <M extends z.ZodType>(metric: M, most: number) =>
  z.object({
    status: z.literal('success'),
    data: z.object({
      resultType: z.literal('matrix'),
      result: z
        .array(z.object({ metric, values: z.array(z.tuple([z.number(), z.string()])).max(MOST_POINTS + 1) }))
        .max(most),
    }),
  });
/** The label that tells the three series of an answer apart. */
const PART = 'castwatch';
const parts = ['mean', 'least', 'most'] as const;
const figureSchema = answerOf(z.object({ [PART]: z.enum(parts) }), parts.length);
const serversSchema = answerOf(z.object({ server: z.string() }), MOST_SERVERS);

interface Answered {
  readonly from: number;
  readonly to: number;
  readonly step: number;
  readonly points: readonly Point[];
  /** Not asked again before, on the monotonic clock; undefined if it was read. */
  readonly againAt: number | undefined;
}

/** Means of one hour of the week, by server. */
interface Weeks extends Pick<Answered, 'againAt'> {
  readonly hour: number;
  readonly servers: ReadonlyMap<string, readonly Point[]>;
}

export type RemoteSeries = ReturnType<typeof createPrometheus>;

/** Figures of cluster, groups and servers from a Prometheus, or what speaks its API, where the local file has none. */
export function createPrometheus({ caller, headers, labels, clock }: PrometheusOptions) {
  const known = new Map<string, Answered>();
  /** By figure. */
  const weeks = new Map<string, Weeks>();
  const waiting = new Map<string, Promise<void>>();
  let failure: string | undefined;

  const send = async (query: string, { from, to, step }: Pick<Answered, 'from' | 'to' | 'step'>) => {
    const asked = new URLSearchParams({
      query,
      start: String(from / 1000),
      end: String(to / 1000),
      step: String(step / 1000),
    });
    const answer = await caller.send({ method: 'GET', path: `/api/v1/query_range?${asked}`, headers });
    if (answer.status !== 200) throw new Error(`it answered ${answer.status}`);
    return JSON.parse(answer.body) as unknown;
  };
  const fail = (error: unknown) => {
    failure = error instanceof z.ZodError ? 'its answer is not that of Prometheus' : errorMessage(error);
  };
  const keep = (key: string, read: Answered) => {
    if (known.size >= MOST_SERIES) known.clear();
    known.set(key, read);
  };
  const ask = async (id: SeriesId, metric: StoredMetric, from: number, to: number) => {
    const step = stepOf(from, to);
    let read: Answered = { from, to, step, points: [], againAt: clock.monotonic() + AGAIN_MS };
    try {
      const all = { ...storedLabels(id.kind, id.name), ...labels };
      const { data } = figureSchema.parse(await send(queryOf(metric, all, step), read));
      const series = new Map(data.result.map(({ metric: { [PART]: part }, values }) => [part, values]));
      read = { ...read, points: pointsOf(series, metric.scale, read), againAt: undefined };
      failure = undefined;
    } catch (error) {
      fail(error);
    }
    keep(keyOf(id), read);
  };
  const askWeeks = async (metric: StoredMetric, column: string, hour: number) => {
    const asked = { from: hour + HOUR_MS - WEEKS * WEEK_MS, to: hour + HOUR_MS - WEEK_MS, step: WEEK_MS };
    const servers = new Map<string, readonly Point[]>();
    let againAt: number | undefined = clock.monotonic() + AGAIN_MS;
    try {
      const window = `${metric.name}{${labelPairs(labels)}}[${HOUR_MS / 1000 - 1}s]`;
      const json = await send(`avg by (server) (avg_over_time(${window}))`, asked);
      for (const { metric: found, values } of serversSchema.parse(json).data.result) {
        // The mean of an hour stands at its middle.
        const points = pointsOf(new Map([['mean', values]]), metric.scale, asked).map((point) => ({
          ...point,
          at: point.at - HOUR_MS / 2,
        }));
        servers.set(found.server, points);
      }
      againAt = undefined;
      failure = undefined;
    } catch (error) {
      fail(error);
    }
    weeks.set(column, { hour, againAt, servers });
  };
  /** One question at a time for each subject; further ones wait for the same answer. */
  const once = async (key: string, work: () => Promise<void>): Promise<void> => {
    const busy = waiting.get(key);
    if (busy) return busy;
    if (waiting.size >= MOST_WAITING) return;
    const started = work().finally(() => waiting.delete(key));
    waiting.set(key, started);
    await started;
  };

  const fill = async (id: SeriesId, from: number, to: number) => {
    const metric = metricOf(id.kind, id.column);
    if (!metric) return;
    const key = keyOf(id);
    const before = known.get(key);
    const isKnown = before !== undefined && before.from <= from && before.to >= to;
    if (before && (before.againAt === undefined ? isKnown : clock.monotonic() < before.againAt)) return;
    const start = Math.floor(Math.min(from, before?.from ?? from) / QUARTER_MS) * QUARTER_MS;
    const end = Math.ceil(Math.max(to, before?.to ?? to) / QUARTER_MS) * QUARTER_MS;
    await once(key, () => ask(id, metric, start, end));
  };
  const fillWeeks = async (column: string, hour: number) => {
    const metric = metricOf('server', column);
    const before = weeks.get(column);
    const isAsked = before?.hour === hour && clock.monotonic() < (before.againAt ?? Number.POSITIVE_INFINITY);
    if (!metric || isAsked) return;
    await once(`weeks ${column} ${hour}`, () => askWeeks(metric, column, hour));
  };
  /** What is known of a figure, oldest first; the means of weeks only where there is nothing finer. */
  const remotePoints = (id: SeriesId) => {
    const figure = known.get(keyOf(id));
    const means = id.kind === 'server' ? (weeks.get(id.column)?.servers.get(id.name) ?? []) : [];
    const others = means.filter(({ at }) => !figure || at < figure.from || at > figure.to);
    return [
      { points: figure?.points ?? [], step: figure?.step ?? QUARTER_MS },
      { points: others, step: HOUR_MS },
    ];
  };

  return {
    /** Reads a figure over (from, to], Unix ms, into memory. Never rejects: what cannot be read stays unknown. */
    fill,
    /**
     * Reads what the usual value of the hour that begins at `hour` (Unix ms) rests on: eight weeks. For the current hour of a
     * server, which triage wants of each, one question gives all servers one mean a week. Never rejects.
     */
    fillUsual: (id: SeriesId, hour: number) =>
      id.kind === 'server' && hour + HOUR_MS > clock.now()
        ? fillWeeks(id.column, hour)
        : fill(id, hour - USUAL_MS, hour),
    /** The local series, and what was read into memory where it has nothing. */
    over: (local: SeriesReader): SeriesReader => ({
      names(kind) {
        const own = local.names(kind);
        return own.length === 0 && kind === 'total' ? [TOTAL] : own;
      },
      read(id, from, to) {
        const own = local.read(id, from, to);
        const found = remotePoints(id).flatMap(({ points, step }) => {
          const inside = missing(points, own.points, step).filter(({ at }) => at > from && at <= to);
          return inside.length > 0 ? [{ inside, step }] : [];
        });
        if (found.length === 0) return own;
        return {
          points: [...found.flatMap(({ inside }) => inside), ...own.points].sort((a, b) => a.at - b.at),
          resolution: Math.max(own.resolution ?? 0, ...found.map(({ step }) => step)),
          isRemote: true,
        };
      },
    }),
    /** Why the last answer could not be used. */
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

function metricOf(kind: KindName, column: string): StoredMetric | undefined {
  if (!remoteKinds.has(kind)) return undefined;
  return storedMetrics.find((metric) => metric.kind === kind && metric.column === column);
}

/**
 * Mean, least and most over each step, in one question. A window has both of its ends: one second less leaves out the sample
 * before it. Two scrapers of one cluster count once.
 */
function queryOf({ name }: StoredMetric, labels: Readonly<Record<string, string>>, step: number): string {
  const window = `${name}{${labelPairs(labels)}}[${step / 1000 - 1}s]`;
  const functions = { mean: 'avg', least: 'min', most: 'max' } as const;
  return parts
    .map((part) => {
      const of = functions[part];
      return `label_replace(${of}(${of}_over_time(${window})),"${PART}","${part}","","")`;
    })
    .join(' or ');
}

type Values = readonly (readonly [seconds: number, value: string])[];

/** What is not a number, not in the period or not in the order of time costs only its own point. */
function pointsOf(
  series: ReadonlyMap<(typeof parts)[number], Values>,
  scale: number,
  { from, to }: { readonly from: number; readonly to: number },
): readonly Point[] {
  const valuesOf = (part: (typeof parts)[number]) =>
    new Map((series.get(part) ?? []).map(([seconds, text]) => [seconds, Number(text) / scale]));
  const [least, most] = [valuesOf('least'), valuesOf('most')];
  const points: Point[] = [];
  for (const [seconds, text] of series.get('mean') ?? []) {
    const at = seconds * 1000;
    const mean = Number(text) / scale;
    if (!Number.isFinite(mean) || at < from || at > to || at <= (points.at(-1)?.at ?? 0)) continue;
    const [low = mean, high = mean] = [least.get(seconds), most.get(seconds)];
    points.push({ at, mean, least: Math.min(mean, low), most: Math.max(mean, high) });
  }
  return points;
}

/** The remote points of those steps in which nothing local is known; both oldest first. */
function missing(remote: readonly Point[], own: readonly Point[], step: number): readonly Point[] {
  let next = 0;
  return remote.filter(({ at }) => {
    const isBefore = (point: Point | undefined) => point && (point.mean === null || point.at <= at - step);
    while (isBefore(own[next])) next++;
    return (own[next]?.at ?? Number.POSITIVE_INFINITY) > at;
  });
}
