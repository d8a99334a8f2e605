import meow from 'meow';
import manifest from '../../../package.json' with { type: 'json' };
import { nearest } from '../../config/nearest.ts';
import { type CommandName, commandNames } from './commands.ts';
import { flagOf, lettersOf } from './lookup.ts';
import type { OptionSpec } from './spec.ts';
import { type OptionName, options } from './table.ts';

export const VERSION: string = manifest.version;

/**
 * The command line cannot be understood: exit code 2. The message is a full sentence and says what would be right.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly code = 'USAGE';

  constructor(message: string) {
    super(/[.?!]$/.test(message) ? message : `${message}.`);
  }
}

/** The parts of the command line, each value as typed. */
export interface Words {
  /** The command and its arguments. Options without a value are not included. */
  readonly input: readonly string[];
  /** By option name, in the order given; undefined or empty if not given. */
  readonly given: Readonly<Record<string, readonly unknown[] | undefined>>;
}

/** Splits the command line. Throws a `UsageError` for unknown options, and for missing or excess values. */
export function parseWords(argv: readonly string[]): Words {
  const asMonitor = splitWords(argv, 'monitor');
  const command = commandOf(asMonitor);
  const words = command === 'monitor' ? asMonitor : splitWords(argv, command);
  checkTokens(argv, command);
  return words;
}

/** The command's name; `monitor` if there is none. Works even if the rest cannot be understood. */
export function commandWord(argv: readonly string[]): CommandName {
  return commandOf(splitWords(argv, 'monitor'));
}

function commandOf({ input: [first] }: Words): CommandName {
  return commandNames.find((name) => name === first) ?? 'monitor';
}

/**
 * Every option is read as a list, so that an option given twice gets our message. What meow does by itself (help,
 * version, unknown options) ends the process, and its messages could repeat a secret, so all of it is off.
 */
function splitWords(argv: readonly string[], command: CommandName): Words {
  const letters = Map.groupBy(lettersOf(command), ([, name]) => name);
  const flags = options.map(([name, spec]) => {
    const aliases = (letters.get(name) ?? []).map(([letter]) => letter);
    const type = spec.type === 'flag' ? 'boolean' : 'string';
    return [name, { type, isMultiple: true, aliases }] as const;
  });
  const { input, flags: given } = meow({
    importMeta: import.meta,
    pkg: manifest,
    argv,
    flags: Object.fromEntries(flags),
    booleanDefault: undefined,
    autoHelp: false,
    autoVersion: false,
    allowUnknownFlags: true,
  });
  return { input, given };
}

const longNames = new Map(options.map(([name, spec]) => [flagOf(name), spec]));

/** Checks for mistakes that meow accepts: unknown options, missing values, values for options without one. */
function checkTokens(argv: readonly string[], command: CommandName): void {
  const letters = lettersOf(command);
  for (let index = 0; index < argv.length; index++) {
    const token = argv[index] ?? '';
    if (token === '--') return;
    if (token === '-' || !token.startsWith('-')) continue;
    const long = token.startsWith('--');
    const name = token.split('=', 1)[0] ?? '';
    if (isNegation(token)) continue;
    const spec = long ? longNames.get(name) : specOfLetters(token, letters);
    if (!spec) throw new UsageError(unknownOption(name));
    if (spec.type === 'flag') {
      if (token.includes('=')) throw new UsageError(`${name} takes no value`);
      continue;
    }
    const value = long && token.includes('=') ? token.slice(name.length + 1) : argv[++index];
    if (value === undefined || value === '' || (value.startsWith('-') && !token.includes('='))) {
      throw new UsageError(`${name} needs a value: ${name}${long ? '=' : ' '}${spec.value}`);
    }
  }
}

/** `-H`, or several letters without values: `-vvv`. Undefined if one of them is unknown. */
function specOfLetters(token: string, letters: ReadonlyMap<string, OptionName>): OptionSpec | undefined {
  const specs = [...token.slice(1)].map((letter) => longNames.get(flagOf(letters.get(letter) ?? '')));
  return specs.length === 1 || specs.every((spec) => spec?.type === 'flag') ? specs[0] : undefined;
}

function isNegation(token: string): boolean {
  const spec = token.startsWith('--no-') ? longNames.get(`--${token.slice(5)}`) : undefined;
  return spec?.type === 'flag' && spec.negatable === true;
}

const SECRETS: Readonly<Record<string, string>> = {
  '--password': '--password-file FILE or CASTWATCH_PASSWORD',
  '--api-key': '--api-key-file FILE or CASTWATCH_API_KEY',
};

function unknownOption(name: string): string {
  const instead = SECRETS[name];
  if (instead !== undefined) {
    return `there is no ${name}: everyone on this machine could read it in the list of processes; use ${instead}`;
  }
  const shown = /^-[\w-]{1,40}$/.test(name) ? name : 'that option';
  const meant = nearest(name, [...longNames.keys()]);
  return `unknown option ${shown}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`;
}
