import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../base/durations.ts';
import { writeNewFile } from '../../base/private-file.ts';
import { safeJson } from '../../base/safe-markup.ts';
import { systemReason } from '../../base/system-error.ts';
import { turn } from '../../base/turn.ts';
import { expandPath } from '../../config/paths.ts';
import type { Point } from '../../history/samples/series.ts';
import { csvTable, type TextColumn } from '../../views/formats/text-table.ts';
import { labelPairs } from '../../views/metrics/metric.ts';
import {
  type StoredMetric,
  storedLabels,
  storedMetrics,
  usualMetrics,
} from '../../views/metrics/stored-metrics.ts';
import { DAMAGED } from '../exit-codes.ts';
import { type Arguments, UsageError } from '../options/options.ts';
import { writeOutput } from '../output.ts';
import { eachHistory, type HistorySource } from './source.ts';

/** A period up to this length is exported in full resolution; of a longer one, minutes or quarters of an hour. */
const EXACT_MS = 6 * HOUR_MS;
/** Part of the period that is read at a time, so that the whole is never in memory, ms. */
const PART_MS = 2 * DAY_MS;

/** How the points of objects are written: what comes before them, those of one object, and the end. */
interface Format {
  readonly head: (metric: StoredMetric) => string;
  readonly rows: (metric: StoredMetric, labels: Labels, points: readonly Point[]) => string;
  readonly end: string;
}

type Labels = Readonly<Record<string, string>>;

/** `castwatch history export|backfill|views|verify|copy FILE`. Undefined if no cluster was named. */
export async function historyCommand(args: Arguments, env: NodeJS.ProcessEnv): Promise<number | undefined> {
  const [what, file] = args.input;
  if ((what === 'copy') !== (file !== undefined))
    throw new UsageError('history copy takes the name of a new file, and the others take none');
  if (what === 'verify' || file !== undefined) return keepHistory(args, env, file);
  if (what === 'views') {
    await writeOutput(HISTORY_VIEWS);
    return 0;
  }
  const name = what === 'backfill' ? 'openmetrics' : (args.options.format ?? 'csv');
  if (what === 'backfill' && args.options.format !== undefined)
    throw new UsageError('backfill writes OpenMetrics; leave out --format');
  const metrics = wantedMetrics(args, name);
  const constant = labelsOf(args.options.label ?? [], metrics);
  const format = formatOf(name, constant);
  const read = await eachHistory(args, env, what === 'backfill' ? '400d' : '24h', (source) =>
    writeHistory(source, metrics, format),
  );
  return read && (read.isDamaged ? DAMAGED : 0);
}

/** `castwatch history verify` and `copy`. What is damaged is said as for each reader of a history. */
async function keepHistory(args: Arguments, env: NodeJS.ProcessEnv, file: string | undefined) {
  const path = file && expandPath(file);
  if (path !== undefined && existsSync(path)) throw new UsageError(`${path} exists: name a new file`);
  const read = await eachHistory(args, env, '24h', async ({ copyTo }) => {
    if (path === undefined) return;
    // Only for its user, as the history itself.
    await writeNewFile(path, '').catch((error: unknown) => {
      throw new UsageError(`cannot write ${path}: ${systemReason(error)}`);
    });
    try {
      copyTo(path);
    } catch (error) {
      // Half a copy would keep the next one from its place.
      await rm(path, { force: true }).catch(() => {});
      throw error;
    }
  });
  if (!read) return undefined;
  for (const { name } of read.isDamaged ? [] : read.results)
    await writeOutput(`${name}: nothing is damaged\n`);
  return read.isDamaged ? DAMAGED : 0;
}

/** One cluster after the other would repeat families and headers, so that each has a file of its own. */
function wantedMetrics({ options }: Arguments, format: string): readonly StoredMetric[] {
  if (options.all)
    throw new UsageError('one file is about one cluster: leave out --all and name it with --profile');
  const metrics = options.metric?.map((name) => {
    const found = storedMetrics.find((metric) => metric.name === name || metric.name === `castwatch_${name}`);
    if (found) return found;
    throw new UsageError(
      `--metric: there is no ${name}. There are: ${storedMetrics.map((one) => one.name).join(', ')}`,
    );
  });
  if (format === 'csv' && metrics?.length !== 1)
    throw new UsageError('a CSV file has the unit of one metric in its header: name one with --metric');
  return [...new Set(metrics ?? usualMetrics)];
}

function labelsOf(given: readonly string[], metrics: readonly StoredMetric[]): Labels {
  const own = new Set(metrics.flatMap(({ kind }) => Object.keys(storedLabels(kind, ''))));
  const pairs = given.map((pair) => {
    const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(pair) ?? [];
    if (name === undefined || value === undefined)
      throw new UsageError(`--label: expected NAME=VALUE, such as cluster=eu, not ${pair}`);
    if (own.has(name)) throw new UsageError(`--label: samples have a label ${name} of their own`);
    return [name, value] as const;
  });
  return Object.fromEntries(pairs);
}

async function writeHistory(
  { reader, from, to }: HistorySource,
  metrics: readonly StoredMetric[],
  format: Format,
): Promise<void> {
  // Nothing is read where nothing is known.
  const known = reader.range();
  const start = Math.max(from, (known?.from ?? to) - 1);
  const end = Math.min(to, known?.to ?? to);
  for (const metric of metrics) {
    if (!(await writeOutput(format.head(metric)))) return;
    const { kind, column } = metric;
    for (const name of reader.series.names(kind)) {
      const labels = storedLabels(kind, name);
      for (const [begin, until] of partsOf(start, end)) {
        const { points } = reader.series.read({ kind, name, column }, begin, until);
        const isExact = to - from <= EXACT_MS;
        const rows = format.rows(metric, labels, isExact ? points : byMinute(points));
        if (rows !== '' && !(await writeOutput(rows))) return;
      }
      await turn();
    }
  }
  await writeOutput(format.end);
}

function partsOf(from: number, to: number): readonly (readonly [from: number, to: number])[] {
  const count = Math.max(0, Math.ceil((to - from) / PART_MS));
  return Array.from({ length: count }, (_, part) => {
    const begin = from + part * PART_MS;
    return [begin, Math.min(to, begin + PART_MS)] as const;
  });
}

/** Points of full resolution as means over a minute; coarser ones stay. */
export function byMinute(points: readonly Point[]): readonly Point[] {
  const minutes = Map.groupBy(points, ({ at }) => Math.ceil(at / MINUTE_MS) * MINUTE_MS);
  return [...minutes].map(([at, own]) => {
    const [only] = own;
    if (own.length === 1 && only) return only;
    const known = own.flatMap(({ mean }) => (mean === null ? [] : [mean]));
    const least = own.flatMap((point) => point.least ?? []);
    const most = own.flatMap((point) => point.most ?? []);
    if (known.length === 0) return { at, mean: null, least: null, most: null };
    const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
    return { at, mean, least: Math.min(...least), most: Math.max(...most) };
  });
}

function formatOf(name: string, constant: Labels): Format {
  if (name === 'openmetrics') return openMetrics(constant);
  return name === 'ndjson' ? lines(constant) : csv(constant);
}

/** One family after the other, a sample for each mean with its time, as promtool and VictoriaMetrics read them. */
function openMetrics(constant: Labels): Format {
  return {
    head: ({ name, help, unit }) =>
      `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${unit === undefined ? '' : `# UNIT ${name} ${unit}\n`}`,
    rows({ name, scale }, own, points) {
      const pairs = labelPairs({ ...own, ...constant });
      const start = pairs === '' ? name : `${name}{${pairs}}`;
      return points
        .flatMap(({ at, mean }) => (mean === null ? [] : [`${start} ${scaled(mean, scale)} ${at / 1000}\n`]))
        .join('');
    },
    end: '# EOF\n',
  };
}

/** One object a line; a figure that was not measured is null. */
function lines(constant: Labels): Format {
  return {
    head: () => '',
    rows: ({ name, unit = '', scale }, own, points) =>
      points
        .map(({ at, mean, least, most }) =>
          safeJson(
            {
              time: new Date(at).toISOString(),
              metric: name,
              unit,
              labels: { ...own, ...constant },
              mean: scaled(mean, scale),
              least: scaled(least, scale),
              most: scaled(most, scale),
            },
            'line',
          ),
        )
        .join(''),
    end: '',
  };
}

interface CsvRow extends Point {
  readonly labels: Labels;
  readonly scale: number;
}

/** A row for each object and time; the labels are columns, the unit is in the header. */
function csv(constant: Labels): Format {
  const columnsOf = ({ kind, unit }: StoredMetric): readonly TextColumn<CsvRow>[] => {
    const named = Object.keys({ ...storedLabels(kind, ''), ...constant });
    const figure = (title: 'mean' | 'least' | 'most'): TextColumn<CsvRow> => ({
      title,
      unit: unit ?? 'count',
      text: () => '',
      value: (row) => scaled(row[title], row.scale) ?? undefined,
    });
    return [
      { title: 'time', unit: 'UTC', text: ({ at }) => new Date(at).toISOString() },
      ...named.map((title) => ({ title, text: ({ labels }: CsvRow) => labels[title] ?? '' })),
      figure('mean'),
      figure('least'),
      figure('most'),
    ];
  };
  const text = (all: readonly string[]) => all.map((line) => `${line}\r\n`).join('');
  return {
    head: (metric) => text(csvTable(columnsOf(metric), [])),
    rows(metric, own, points) {
      const labels = { ...own, ...constant };
      const rows = points.map((point) => ({ ...point, labels, scale: metric.scale }));
      return text(csvTable(columnsOf(metric), rows).slice(1));
    },
    end: '',
  };
}

/** Without the digits that only the arithmetic of a share has. */
function scaled(value: number | null, scale: number): number | null {
  return value === null ? null : Number((value * scale).toPrecision(12));
}

/**
 * Views over the rows of a history that SQL can read; figures are compressed and have `history export`. They are temporary,
 * because a history with views in it is refused. Times are UTC, text of servers is as it was sent.
 */
export const HISTORY_VIEWS = `-- sqlite3 -readonly -init views.sql FILE
CREATE TEMP VIEW problems AS
  SELECT key, data ->> '$.kind' AS kind, severity, worst AS worst_severity,
    strftime('%Y-%m-%dT%H:%M:%fZ', since / 1000.0, 'unixepoch') AS began_utc,
    strftime('%Y-%m-%dT%H:%M:%fZ', cleared_at / 1000.0, 'unixepoch') AS cleared_utc,
    round((coalesce(cleared_at, seen_at) - since) / 1000.0) AS duration_seconds, viewers AS affected_viewers
  FROM problem JOIN problem_now ON problem_now.problem = problem.id;
CREATE TEMP VIEW events AS
  SELECT strftime('%Y-%m-%dT%H:%M:%fZ', at / 1000.0, 'unixepoch') AS time_utc, kind, subject, message FROM event;
CREATE TEMP VIEW not_watched AS
  SELECT resource, reason, strftime('%Y-%m-%dT%H:%M:%fZ', starts_at / 1000.0, 'unixepoch') AS began_utc,
    strftime('%Y-%m-%dT%H:%M:%fZ', ends_at / 1000.0, 'unixepoch') AS ended_utc,
    round((ends_at - starts_at) / 1000.0) AS duration_seconds
  FROM gap;
CREATE TEMP VIEW stream_absences AS
  SELECT application, stream_key, strftime('%Y-%m-%dT%H:%M:%fZ', began_from / 1000.0, 'unixepoch') AS began_after_utc,
    strftime('%Y-%m-%dT%H:%M:%fZ', began_to / 1000.0, 'unixepoch') AS began_before_utc,
    strftime('%Y-%m-%dT%H:%M:%fZ', ended_from / 1000.0, 'unixepoch') AS ended_after_utc,
    strftime('%Y-%m-%dT%H:%M:%fZ', ended_to / 1000.0, 'unixepoch') AS ended_before_utc,
    is_clean AS ended_by_publisher
  FROM stream_absence;
CREATE TEMP VIEW stream_sessions AS
  SELECT application, stream_key, strftime('%Y-%m-%dT%H:%M:%fZ', published_at / 1000.0, 'unixepoch') AS published_utc,
    strftime('%Y-%m-%dT%H:%M:%fZ', ended_at / 1000.0, 'unixepoch') AS ended_utc,
    -- The row of a session that goes on is written once an hour.
    round((coalesce(ended_at, max(seen_at, coalesce(
      (SELECT CAST(value AS INTEGER) FROM about WHERE key = 'alive'), 0
    ))) - published_at) / 1000.0) AS duration_seconds
  FROM stream_session;
CREATE TEMP VIEW servers AS
  SELECT name AS server, strftime('%Y-%m-%dT%H:%M:%fZ', since / 1000.0, 'unixepoch') AS since_utc, data AS properties
  FROM description WHERE kind = 'server';
`;
