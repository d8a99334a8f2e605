import { incidentMetrics } from '../../alerts/alert-labels.ts';
import { wrapWords } from '../../base/wrap-words.ts';
import { createClusterStore } from '../../cluster/store.ts';
import { noTriage } from '../../triage/engine.ts';
import { sensitivityTable } from '../../triage/sensitivity.ts';
import {
  allowedThreshold,
  defaultThresholds,
  thresholds,
  writtenThreshold,
} from '../../triage/thresholds.ts';
import { metricFamilies } from '../../views/metrics/metrics.ts';
import { absenceWords, basisMeaning, definitions } from '../../views/streams/periods.ts';
import { exitCodes } from '../exit-codes.ts';
import { sampleName } from '../export/open-metrics.ts';
import { createRequestMetrics, processMetrics } from '../export/request-metrics.ts';
import { commandNames, commandTable } from '../options/commands.ts';
import { choicesOf } from '../options/lookup.ts';
import { options } from '../options/table.ts';
import { explain, usageOf } from './help.ts';
import {
  alertRules,
  alertWays,
  clusterSettings,
  examples,
  files,
  generalSettings,
  variables,
} from './man-text.ts';

/** Longest line; mandoc's style check rejects longer ones. */
const MOST_COLUMNS = 78;

/**
 * The manual page in roff, made from the tables of commands, options, settings and thresholds. @param date of the
 * release, as 2026-01-31
 */
export function manPage(version: string, date: string): string {
  return `${[
    `.TH CASTWATCH 1 ${date} "castwatch ${roff(version)}" "User Commands"`,
    '.SH NAME',
    text('castwatch - live monitor, in the terminal, for clusters of media-streaming servers'),
    '.SH SYNOPSIS',
    '.B castwatch',
    '[\\fICOMMAND\\fR] [\\fIOPTIONS\\fR]',
    '.SH DESCRIPTION',
    text(commandTable.monitor.summary),
    text('Inside, ? shows the keys and q quits.'),
    '.SH COMMANDS',
    ...commands(),
    '.SH OPTIONS',
    ...flags(),
    '.SH CONFIGURATION',
    text('A file in YAML. Settings of a cluster are written below clusters: and the name of its profile:'),
    ...entries(Object.entries(clusterSettings)),
    '.PP',
    text(
      'All except url may also be written below defaults:, for every cluster of the file. Besides clusters: and defaults: a file may have:',
    ),
    ...entries(Object.entries(generalSettings)),
    '.PP',
    text(
      'An option overrides a variable, a variable the profile, and the profile the defaults. castwatch config show says where each value comes from, castwatch config check what to fix.',
    ),
    '.SH THRESHOLDS',
    text(
      'Of a profile. One word sets all thresholds of a kind: thresholds: {sensitivity: {loss: high, journal: low}}. The kinds, each low, normal or high:',
    ),
    ...entries(Object.entries(sensitivityTable).map(([name, { words }]) => [name, words])),
    '.PP',
    text(
      'Single ones, above it, with their defaults: thresholds: {cpuWarn: 85}, or by family: {cpu: {warn: 85, crit: 95}}.',
    ),
    ...thresholds.map((row) =>
      entry(
        `\\fB${roff(row.name)}\\fR \\fI${roff(String(writtenThreshold(row, row.default)))}\\fR`,
        `${row.words} (${allowedThreshold(row)})`,
      ),
    ),
    '.SH ALERTS',
    text(
      'record sends each incident to all ways below alerts:, export to Alertmanager only, and the monitor only with monitor: true. castwatch alerts test all tries them; :alerts lists what was sent.',
    ),
    ...entries(alertWays),
    '.PP',
    text('For all ways below alerts:, or for one way beside its own settings:'),
    ...entries(Object.entries(alertRules)),
    '.SH SESSIONS',
    text('The figures of castwatch sessions and of :sessions:'),
    ...[...definitions('counts'), basisMeaning].flatMap((words) => ['.PP', text(words)]),
    '.PP',
    text('What an absence means, by --absence; counts is the default:'),
    ...entries(Object.entries(absenceWords)),
    '.SH ENVIRONMENT',
    ...entries(
      options.flatMap(([name, spec]) =>
        spec.env === undefined ? [] : [[spec.env, `as ${usageOf(name, spec, 'monitor')}`] as const],
      ),
    ),
    ...entries(variables),
    '.SH FILES',
    ...entries(files),
    '.SH METRICS',
    text('The metrics of castwatch export, each with the label cluster; an unknown value has no sample.'),
    ...entries(exportedMetrics().map(({ name, help }) => [name, help])),
    '.SH EXIT STATUS',
    ...entries(exitCodes),
    '.SH EXAMPLES',
    ...entries(examples),
  ].join('\n')}\n`;
}

function commands(): readonly string[] {
  return commandNames.slice(1).map((name) => {
    const { argument, summary } = commandTable[name];
    const word = argument === undefined ? '' : ` \\fI${roff(argument)}\\fR`;
    return entry(`\\fBcastwatch ${roff(name)}\\fR${word}`, summary);
  });
}

function flags(): readonly string[] {
  return options.map(([name, spec]) => {
    const takers = spec.commands === 'all' ? [] : spec.commands;
    const scope = takers.includes('monitor') || takers.length === 0 ? '' : ` (${takers.join(', ')})`;
    // They differ from command to command.
    const formats = takers.map((command) => `${command}: ${choicesOf(name, spec, command).join(', ')}`);
    return entry(
      `\\fB${roff(usageOf(name, spec, takers[0] ?? 'monitor'))}\\fR`,
      name === 'format' ? `${spec.help}: ${formats.join('; ')}` : `${explain(name, spec, 'monitor')}${scope}`,
    );
  });
}

function entries(rows: readonly (readonly [term: string, words: string])[]): readonly string[] {
  return rows.map(([term, words]) => entry(`\\fB${roff(term)}\\fR`, words));
}

function entry(term: string, words: string): string {
  return `.TP\n${term}\n${text(words)}`;
}

/** A paragraph, on lines that roff joins again. */
function text(words: string): string {
  return wrapWords(roff(words), MOST_COLUMNS, 0).replace(/^\./gm, '\\&.');
}

/** Text with roff's escapes and quotes neutralised, hyphens that can be copied, and signs by their names in roff. */
function roff(words: string): string {
  return words
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll("'", '\\(aq')
    .replaceAll('~', '\\(ti')
    .replaceAll('×', '\\(mu')
    .replaceAll('−', '\\(mi');
}

/** All metrics of `castwatch export`, for the manual: their names in Prometheus, and their meaning. */
export function exportedMetrics(): readonly { readonly name: string; readonly help: string }[] {
  const { getState } = createClusterStore({ name: '', url: '' });
  const families = [
    ...metricFamilies(getState(), noTriage(defaultThresholds), 0, 1),
    ...incidentMetrics([], { name: '', url: '', profile: undefined, runbook: undefined }),
    ...createRequestMetrics().families(),
    ...processMetrics(0),
  ];
  return families.map((metric) => ({ name: sampleName(metric), help: metric.help }));
}
