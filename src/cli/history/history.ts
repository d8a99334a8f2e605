import { systemClock } from '../../base/clock.ts';
import { safeJson } from '../../base/safe-markup.ts';
import { capacityOf } from '../../history/report/capacity.ts';
import { incidentPeriod, reportOf } from '../../history/report/report.ts';
import { readPeriodData, sessionPeriods, sumPeriods } from '../../history/sessions/availability.ts';
import { wholeHours } from '../../history/sessions/session-store.ts';
import { csvTable, type TextColumn, textTable } from '../../views/formats/text-table.ts';
import { CAPACITY_METHOD, capacityColumns } from '../../views/report/capacity.ts';
import { reportHtml } from '../../views/report/html.ts';
import { reportJson, reportMarkdown } from '../../views/report/markdown.ts';
import { reportSvg } from '../../views/report/svg.ts';
import {
  basisWords,
  definitions,
  periodCsvColumns,
  periodsSummary,
  periodWords,
  streamPeriodColumns,
} from '../../views/streams/periods.ts';
import { type Arguments, UsageError } from '../options/options.ts';
import { writeOutput } from '../output.ts';
import { openHistorySource } from './source.ts';

type Command = (args: Arguments, env: NodeJS.ProcessEnv) => Promise<number | undefined>;

/**
 * `castwatch sessions`: figures of each stream and application in a period. Undefined if no cluster was named; the
 * same below.
 */
export const sessionsCommand: Command = async (args, env) => {
  const source = await openHistorySource(args, env, '24h');
  if (!source) return undefined;
  try {
    const [from, until] = wholeHours(source.from, source.to);
    const period = { from, to: Math.min(until, systemClock.now()) };
    const data = await readPeriodData(source.reader, period);
    const periods = sessionPeriods(data, period, args.options.absence);
    if (args.options.format === 'json') {
      await writeOutput(safeJson({ ...periods, total: sumPeriods(periods.streams) }));
      return 0;
    }
    if (args.options.format === 'csv') {
      await printRows(args, periodCsvColumns, periods.streams);
      return 0;
    }
    await printRows(args, streamPeriodColumns, periods.streams);
    const about = [`${periodWords(period)}`, basisWords(periods), ...periodsSummary(periods)];
    await writeOutput(`\n${about.join('\n')}\n\n${definitions(periods.absence).join('\n')}\n`);
    return 0;
  } finally {
    source.close();
  }
};

/** `castwatch capacity`: for each limit, when the daily peak will reach it. */
export const capacityCommand: Command = async (args, env) => {
  const source = await openHistorySource(args, env, '60d');
  if (!source) return undefined;
  try {
    await printRows(args, capacityColumns, await capacityOf(source.reader.series, source.to));
    if ((args.options.format ?? 'table') === 'table') await writeOutput(`\n${CAPACITY_METHOD.join('\n')}\n`);
    return 0;
  } finally {
    source.close();
  }
};

/** `castwatch report`: what happened in a period, or in the incident of one problem, for a ticket. */
export const reportCommand: Command = async (args, env) => {
  const { problem } = args.options;
  const source = await openHistorySource(args, env, problem === undefined ? '1h' : '24h');
  if (!source) return undefined;
  const { reader, cluster, users, from, to } = source;
  try {
    const period =
      problem === undefined ? { from, to } : incidentPeriod(reader.problems(from, to), problem, to);
    if (!period)
      throw new UsageError(
        `--problem: the history has no problem ${problem} in this period; --since searches longer`,
      );
    const report = reportOf(reader, cluster, { ...period, problem });
    const style = { withhold: args.options.withhold ?? true, users: await users() };
    const format = args.options.format ?? 'markdown';
    if (format === 'json') await writeOutput(safeJson(reportJson(report, style)));
    else if (format === 'svg') await writeOutput(reportSvg(report));
    else if (format === 'html') await writeOutput(reportHtml(report, style));
    else await writeOutput(reportMarkdown(report, style));
    return 0;
  } finally {
    source.close();
  }
};

async function printRows<T>(
  { options }: Arguments,
  columns: readonly TextColumn<T>[],
  rows: readonly T[],
): Promise<void> {
  const format = options.format ?? 'table';
  if (format === 'json') await writeOutput(safeJson(rows));
  else if (format === 'csv') await writeOutput(`${csvTable(columns, rows).join('\r\n')}\r\n`);
  else await writeOutput(`${textTable(columns, rows).join('\n')}\n`);
}
