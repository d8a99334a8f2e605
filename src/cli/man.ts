import { allowedThreshold, thresholds, writtenThreshold } from '../triage/thresholds.ts';
import { commandTable } from './command-table.ts';
import { exitCodes } from './exit-codes.ts';
import { explain, usageOf } from './help.ts';
import { options } from './option-table.ts';

/** Variables that are no options, with what they do. */
const variables = [
  ['CASTWATCH_PASSWORD', 'password, where no file is given'],
  ['CASTWATCH_API_KEY', 'key of the cloud interface, where no file is given'],
  ['NO_COLOR', 'set: no colours'],
  [
    'NODE_COMPILE_CACHE',
    'where compiled code is kept for the next start; otherwise among the temporary files',
  ],
  ['NODE_DISABLE_COMPILE_CACHE', 'set: no compiled code is kept'],
] as const;

/** The manual page in roff, made of the tables of commands, options and thresholds. */
export function manPage(version: string): string {
  const commands = commandTable
    .filter(({ name }) => name !== 'monitor')
    .map(({ name, argument, summary }) =>
      entry(
        `\\fBcastwatch ${roff(name)}\\fR${argument === undefined ? '' : ` \\fI${roff(argument)}\\fR`}`,
        summary,
      ),
    );
  const flags = options.map(([name, spec]) => {
    const takers = spec.commands === 'all' ? [] : spec.commands;
    const scope = takers.includes('monitor') ? '' : takers.length === 0 ? '' : ` (${takers.join(', ')})`;
    return entry(
      `\\fB${roff(usageOf(name, spec, takers[0] ?? 'monitor'))}\\fR`,
      `${explain(name, spec, 'monitor')}${scope}`,
    );
  });
  const env = [
    ...options.flatMap(([name, spec]) =>
      spec.env === undefined ? [] : [[spec.env, `as ${usageOf(name, spec, 'monitor')}`] as const],
    ),
    ...variables,
  ].map(([name, text]) => entry(`\\fB${roff(name)}\\fR`, text));
  const figures = thresholds.map((row) =>
    entry(
      `\\fB${roff(row.name)}\\fR \\fI${roff(String(writtenThreshold(row, row.default)))}\\fR`,
      `${row.words} (${allowedThreshold(row)})`,
    ),
  );
  return `${[
    `.TH CASTWATCH 1 "" "castwatch ${roff(version)}" "User Commands"`,
    '.SH NAME',
    roff('castwatch - live monitor, in the terminal, for clusters of media-streaming servers'),
    '.SH SYNOPSIS',
    '.B castwatch',
    '[\\fICOMMAND\\fR] [\\fIOPTIONS\\fR]',
    '.SH DESCRIPTION',
    roff(commandTable[0].summary),
    roff('Inside, ? shows the keys and q quits.'),
    '.SH COMMANDS',
    ...commands,
    '.SH OPTIONS',
    ...flags,
    '.SH THRESHOLDS',
    roff(
      'Of a profile, with their defaults: thresholds: {cpuWarn: 85}, or by family: {cpu: {warn: 85, crit: 95}}.',
    ),
    ...figures,
    '.SH ENVIRONMENT',
    ...env,
    '.SH EXIT STATUS',
    ...exitCodes.map((words, code) => entry(`\\fB${code}\\fR`, words)),
  ].join('\n')}\n`;
}

function entry(term: string, text: string): string {
  return `.TP\n${term}\n${roff(text)}`;
}

/** Text that roff takes as it is: no request at the begin of a line, no escapes, and hyphens that can be copied. */
function roff(text: string): string {
  const escaped = text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll("'", '\\(aq');
  return /^[.']/.test(escaped) ? `\\&${escaped}` : escaped;
}
