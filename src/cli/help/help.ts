import { wrapWords } from '../../base/wrap-words.ts';
import { type CommandName, commandNames, commandTable } from '../options/commands.ts';
import { choicesOf, flagOf, lettersOf, optionsOf } from '../options/lookup.ts';
import type { OptionSpec } from '../options/spec.ts';
import type { OptionName } from '../options/table.ts';

const START = `Start here:
  castwatch demo                        an embedded simulated cluster
  castwatch --url https://HOST --username NAME
                                        your cluster; it asks for the password
  castwatch init                        writes a configuration for it
  castwatch --profile NAME              a cluster of the configuration`;

const ABOUT_SECRETS =
  'Passwords and keys are never options: CASTWATCH_PASSWORD, CASTWATCH_API_KEY, a file, or a profile. NO_COLOR, FORCE_COLOR and CLICOLOR are honoured.';

/** The help of a command; for castwatch itself with the list of commands. Lines fit in `width` cells. */
export function helpText(command: CommandName, width = 80): string {
  const { argument, summary } = commandTable[command];
  const word = command === 'monitor' ? '' : ` ${command}`;
  const parts = [
    `castwatch${word}${argument === undefined ? '' : ` ${argument}`} [options]`,
    wrapWords(summary, width, 0),
  ];
  if (command === 'monitor') {
    const commands = commandNames.slice(1).map((name) => {
      const each = commandTable[name];
      return row(each.argument === undefined ? name : `${name} ${each.argument}`, each.summary, width);
    });
    parts.push(START, `Commands:\n${commands.join('\n')}`);
  }
  const rows = optionsOf(command).map(([name, spec]) =>
    row(usageOf(name, spec, command), explain(name, spec, command), width),
  );
  parts.push(`Options:\n${rows.join('\n')}`);
  if (command === 'monitor') {
    parts.push(
      wrapWords(ABOUT_SECRETS, width, 0),
      'castwatch COMMAND --help shows the options of a command.',
    );
  }
  return `${parts.join('\n\n')}\n`;
}

export function firstSteps(): string {
  return `castwatch needs to know which cluster to watch.\n\n${START}\n\ncastwatch --help shows all options.\n`;
}

/** `--interval SECONDS`, `-h, --help`, `--[no-]mouse`. */
export function usageOf(name: OptionName, spec: OptionSpec, command: CommandName): string {
  const flag = spec.type === 'flag' && spec.negatable ? flagOf(name).replace('--', '--[no-]') : flagOf(name);
  const letters = [...lettersOf(command)].flatMap(([letter, of]) => (of === name ? `-${letter}, ` : []));
  return `${letters.join('')}${flag}${spec.type === 'flag' ? '' : ` ${spec.value}`}`;
}

/** The help of an option with its allowed values and its variable. */
export function explain(name: OptionName, spec: OptionSpec, command: CommandName): string {
  const choices = spec.type === 'choice' ? `: ${choicesOf(name, spec, command).join(', ')}` : '';
  const env = spec.env === undefined ? '' : ` [${spec.env}]`;
  return `${spec.help}${choices}${env}`;
}

const INDENT_COLUMNS = 26;

function row(left: string, right: string, width: number): string {
  const text = wrapWords(right, width, INDENT_COLUMNS);
  const head = `  ${left}`;
  return head.length + 2 <= INDENT_COLUMNS
    ? head.padEnd(INDENT_COLUMNS) + text.trimStart()
    : `${head}\n${text}`;
}
