import { systemClock } from '../../base/clock.ts';
import { safeJson } from '../../base/safe-markup.ts';
import { errorMessage } from '../../base/system-error.ts';
import { tellError } from '../../base/tell-error.ts';
import { incidentPeriod, reportOf } from '../../history/report/report.ts';
import { readPeriodData, sessionPeriods, sumPeriods } from '../../history/sessions/availability.ts';
import { capacityWith } from '../../session/history-access.ts';
import { csvTable, type TextColumn, textTable } from '../../views/formats/text-table.ts';
import { capacityColumns, capacityCsvColumns, capacityMethod } from '../../views/report/capacity.ts';
import { reportJson, reportMarkdown } from '../../views/report/markdown.ts';
import {
  basisWords,
  definitions,
  periodCsvColumns,
  periodsSummary,
  periodWords,
  streamPeriodColumns,
} from '../../views/streams/periods.ts';
import { DAMAGED, USAGE } from '../exit-codes.ts';
import { type Arguments, UsageError } from '../options/options.ts';
import { writeOutput } from '../output.ts';
import { eachHistory, type Histories, type HistorySource } from './source.ts';

type Command = (args: Arguments, env: NodeJS.ProcessEnv) => Promise<number | undefined>;

/** `castwatch sessions`: figures of each stream and application in a period. */
export const sessionsCommand: Command = command('24h', async ({ reader, from, to }, { options }) => {
  const hours = reader.streamHours(from, to);
  const period = { from: hours.from, to: Math.min(hours.to, systemClock.now()) };
  const data = await readPeriodData(reader, period);
  const periods = sessionPeriods(data, period, options.absence);
  if (options.format === 'json') return json({ ...periods, total: sumPeriods(periods.streams) });
  if (options.format === 'csv') return csv(periodCsvColumns, periods.streams);
  const about = [periodWords(period), basisWords(periods), ...periodsSummary(periods)];
  return lines([
    ...textTable(streamPeriodColumns, periods.streams),
    ...['', ...about, '', ...definitions(periods.absence)],
  ]);
});

/** `castwatch capacity`: for each limit, when the daily peak will reach it. */
export const capacityCommand: Command = command(
  '60d',
  async ({ reader, series, remote, to }, { options }) => {
    const rows = await capacityWith(series, remote, to, reader.servers(to));
    if (remote?.failure !== undefined) tellError(`Prometheus was not read: ${remote.failure}`);
    if (options.format === 'json') return json(rows);
    if (options.format === 'csv') return csv(capacityCsvColumns, rows);
    return lines([...textTable(capacityColumns, rows), '', ...capacityMethod(rows)]);
  },
);

/** `castwatch report`: what happened in a period, or in the incident of one problem, for a ticket. */
export const reportCommand: Command = (args, env) => {
  const since = args.options.problem === undefined ? '1h' : '24h';
  return command(since, tellReport)(args, env);
};

async function tellReport({ reader, cluster, users, from, to }: HistorySource, { options }: Arguments) {
  const { problem, format = 'markdown' } = options;
  const period =
    problem === undefined ? { from, to } : incidentPeriod(reader.problems(from, to), problem, to);
  if (!period)
    throw new UsageError(
      `--problem: the history has no problem ${problem} in this period; --since searches longer`,
    );
  const report = reportOf(reader, cluster, { ...period, problem });
  const style = { withhold: options.withhold ?? true, users: await users() };
  if (format === 'json') return json(reportJson(report, style));
  return { kind: 'text', text: reportMarkdown(report, style), names: true } as const;
}

/** What a command says about one history, in the wanted format. */
type Told =
  | { readonly kind: 'json'; readonly value: unknown }
  /** `names`: the text says itself which cluster it is about. */
  | { readonly kind: 'text'; readonly text: string; readonly names: boolean }
  | { readonly kind: 'csv'; readonly write: (cluster: string | undefined) => readonly string[] };

const json = (value: unknown): Told => ({ kind: 'json', value });
const lines = (all: readonly string[]): Told => ({ kind: 'text', text: `${all.join('\n')}\n`, names: false });

/** With the name of a cluster in a first column if it is given. */
function csv<T>(columns: readonly TextColumn<T>[], rows: readonly T[]): Told {
  return {
    kind: 'csv',
    write: (cluster) =>
      csvTable(
        cluster === undefined ? columns : [{ title: 'Cluster', text: () => cluster }, ...columns],
        rows,
      ),
  };
}

/**
 * A command that reads the histories of the named clusters from `since` on. Undefined if none was named. Of several
 * clusters, one without a usable history is an error on standard error, and the exit code is 2.
 */
function command(since: string, tell: (source: HistorySource, args: Arguments) => Promise<Told>): Command {
  return async (args, env) => {
    const read = await eachHistory(args, env, since, (source) => tell(source, args));
    if (!read) return undefined;
    for (const { name, error } of read.errors) tellError(`${name}: ${errorMessage(error)}`);
    const text = read.isFleet
      ? fleetText(read.results)
      : read.results.map(({ result }) => oneText(result)).join('');
    if (read.results.length > 0) await writeOutput(text);
    if (read.errors.length > 0) return USAGE;
    return read.isDamaged ? DAMAGED : 0;
  };
}

function oneText(told: Told): string {
  if (told.kind === 'json') return safeJson(told.value);
  return told.kind === 'csv' ? `${told.write(undefined).join('\r\n')}\r\n` : told.text;
}

/** JSON by cluster, one table of CSV with the cluster in a column, or one text below the other. */
function fleetText(all: Histories<Told>['results']): string {
  const values: Record<string, unknown> = {};
  const rows: string[] = [];
  const texts: string[] = [];
  for (const { name: cluster, result } of all) {
    if (result.kind === 'json') values[cluster] = result.value;
    if (result.kind === 'csv') rows.push(...result.write(cluster).slice(rows.length === 0 ? 0 : 1));
    if (result.kind === 'text') texts.push(result.names ? result.text : `${cluster}\n\n${result.text}`);
  }
  if (rows.length > 0) return `${rows.join('\r\n')}\r\n`;
  return texts.length > 0 ? texts.join('\n') : safeJson(values);
}
