import { nearest } from '../../config/nearest.ts';
import { isProfileName, PROFILE_NAME_RULE } from '../../config/profile-name.ts';
import { type CommandName, commandNames, commandTable } from './commands.ts';
import { choicesOf, flagOf, optionsOf } from './lookup.ts';
import { parseWords, UsageError, type Words } from './parse-words.ts';
import type { OptionSpec } from './spec.ts';
import { type OptionName, type Options, options } from './table.ts';

export { UsageError };

export interface Arguments {
  readonly command: CommandName;
  /** Command line over environment. */
  readonly options: Options;
  /**
   * The command line alone, and the environment alone, because a secret belongs to the URL given beside it
   * (`config/resolve.ts`).
   */
  readonly flags: Options;
  readonly environment: Options;
  /** The arguments after the command, such as the file to replay. */
  readonly input: readonly string[];
}

/**
 * Parses the command line (without node and script) and the environment variables of options. Throws a `UsageError`
 * for anything unknown; nothing is guessed. With `--help` or `--version`, missing arguments are no error.
 */
export function parseArguments(argv: readonly string[], env: NodeJS.ProcessEnv): Arguments {
  const words = parseWords(argv);
  const { command, input } = commandOf(words.input);
  const flags = readFlags(command, words.given);
  const environment = readEnvironment(command, env);
  if (!flags.help && !flags.version) checkInput(command, input);
  return { command, flags, environment, options: { ...environment, ...flags }, input };
}

function commandOf(words: readonly string[]): { command: CommandName; input: readonly string[] } {
  const [first, ...input] = words;
  if (first === undefined) return { command: 'monitor', input: [] };
  const command = commandNames.find((name) => name === first);
  if (command) return { command, input };
  const meant = nearest(first, commandNames);
  // The argument may be a URL with a password in it.
  const shown = /^[\w-]{1,40}$/.test(first) ? ` ${JSON.stringify(first)}` : '';
  const advice = first.includes('://')
    ? 'A cluster is named with --url.'
    : `Commands: ${commandNames.slice(1).join(', ')}.`;
  throw new UsageError(
    `unknown command${shown}.${meant === undefined ? '' : ` Did you mean ${meant}?`} ${advice}`,
  );
}

function checkInput(command: CommandName, input: readonly string[]): void {
  const { argument } = commandTable[command];
  const usage = `castwatch ${command}${argument === undefined ? '' : ` ${argument}`}`;
  const places = argument?.split(' ') ?? [];
  const needed = places.filter((place) => !place.startsWith('['));
  if (input.length > places.length || input.length < needed.length)
    throw new UsageError(`${command} takes ${argumentCounts[needed.length]}: ${usage}`);
  for (const [index, place] of needed.entries()) {
    const words = place.split('|');
    // A name in capitals, such as FILE, stands for any word.
    if (place === place.toUpperCase() || words.includes(input[index] ?? '')) continue;
    throw new UsageError(`${command} knows ${words.join(', ')}: ${usage}`);
  }
}

/** Names of profiles or fleets, with commas between them. */
function namesIn(values: readonly string[], said: string): string {
  const names = values.flatMap((value) => value.split(',')).map((name) => name.trim());
  if (!names.every(isProfileName)) throw new UsageError(`${said}: ${PROFILE_NAME_RULE}`);
  return names.join(',');
}

const argumentCounts = ['no argument', 'one argument', 'two arguments'];

function readFlags(command: CommandName, given: Words['given']): Options {
  const known = new Set(optionsOf(command).map(([name]) => name));
  const read: Record<string, unknown> = {};
  for (const [name, spec] of options) {
    const values = given[name] ?? [];
    if (values.length === 0) continue;
    if (!known.has(name)) throw new UsageError(notForCommand(name, spec, command));
    if (spec.type !== 'flag') read[name] = convert([name, spec], command, values.map(String), flagOf(name));
    else read[name] = spec.counted ? values.length : values.at(-1);
  }
  return read;
}

function notForCommand(name: OptionName, spec: OptionSpec, command: CommandName): string {
  const takers = spec.commands === 'all' ? [] : spec.commands;
  const said = command === 'monitor' ? 'castwatch without a command' : `castwatch ${command}`;
  return `${flagOf(name)} is not for ${said}, but for: ${takers.map((taker) => (taker === 'monitor' ? 'castwatch' : taker)).join(', ')}`;
}

function readEnvironment(command: CommandName, env: NodeJS.ProcessEnv): Options {
  const read: Record<string, unknown> = {};
  for (const [name, spec] of optionsOf(command)) {
    const value = spec.env === undefined ? undefined : env[spec.env];
    // In shells an empty variable usually means "not set".
    if (spec.env !== undefined && value) read[name] = convert([name, spec], command, [value], spec.env);
  }
  return read;
}

function convert(
  [name, spec]: readonly [OptionName, OptionSpec],
  command: CommandName,
  values: readonly string[],
  said: string,
): unknown {
  if (spec.type === 'text' && spec.multiple) return values;
  if (spec.type === 'text' && spec.profile && command !== 'init') return namesIn(values, said);
  const [value = '', ...more] = values;
  if (more.length > 0) throw new UsageError(`${said} is given more than once`);
  if (spec.type === 'choice') {
    const choices = choicesOf(name, spec, command);
    if (choices.includes(value)) return value;
    const meant = nearest(value, choices);
    throw new UsageError(
      `${said}: ${meant === undefined ? 'allowed' : `did you mean ${meant}? Allowed`}: ${choices.join(', ')}`,
    );
  }
  if (spec.type === 'text' && spec.profile && !isProfileName(value)) {
    throw new UsageError(`${said}: ${PROFILE_NAME_RULE}`);
  }
  if (spec.type !== 'number') return value;
  const number = /^[+-]?(\d+\.?\d*|\.\d+)$/.test(value) ? Number(value) : Number.NaN;
  if (number >= spec.min && number <= spec.max && (!spec.integer || Number.isInteger(number))) return number;
  throw new UsageError(
    `${said}: expected ${spec.integer ? 'a whole number' : 'a number'} from ${spec.min} to ${spec.max}`,
  );
}
