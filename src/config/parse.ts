import { Lexer, LineCounter, Parser, parseDocument } from 'yaml';
import type * as z from 'zod';
import { ConfigError } from './error.ts';
import { unknownName } from './nearest.ts';
import { offsetAt } from './offset.ts';
import { type OwnCommand, ownCommandsOf } from './own-commands.ts';
import { type ConfigFile, configSchema, type Thresholds } from './profile-schema.ts';

/** Throws an error for the first invalid setting; the error's `keys` lists settings, one of which is invalid. */
type Check<Settings> = (settings: Settings) => unknown;

/** Names that other parts of the program define. If given, any other name is an error that lists them. */
export interface KnownNames {
  readonly checkThresholds?: Check<Thresholds>;
  readonly checkKeys?: Check<Readonly<Record<string, readonly string[]>>>;
  /** Checks the keys of the user's own commands, beside the `keys` of the file. */
  readonly checkOwnCommands?: (
    keys: Readonly<Record<string, readonly string[]>>,
    commands: readonly OwnCommand[],
  ) => unknown;
  readonly themes?: readonly string[];
  readonly commands?: readonly string[];
}

/** The composer takes the whole stack for what is nested without end, and the parser quadratic time. */
const DEEPEST = 100;
/** Most errors that are told. */
const MOST_ERRORS = 20;

function isTooDeep(text: string): boolean {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    // The stack holds what is still open.
    parser.next(lexeme).toArray();
    if (parser.stack.length > DEEPEST) return true;
  }
  return false;
}

/** Parses and checks a configuration. Throws a `ConfigError` with one line for each error. */
export function parseConfig(text: string, path: string, known: KnownNames = {}): ConfigFile {
  // As an editor writes it in UTF-16. It would be thousands of errors, which take many seconds.
  if (text.includes('\0')) throw new ConfigError('config-file', `${path}: it is not a text in UTF-8`);
  if (isTooDeep(text)) throw new ConfigError('config-file', `${path}: it is nested too deeply`);
  const lines = new LineCounter();
  // Without code frames, because a frame would repeat the line, which may contain a password.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const found = document.errors.map(({ pos: [offset], message }) => ({ offset, message }));
  let file: ConfigFile = {};
  if (found.length === 0) {
    let json: unknown;
    try {
      json = document.toJS({ maxAliasCount: 50 }) ?? {};
    } catch {
      throw new ConfigError(
        'config-file',
        `${path}: an alias (*NAME) has no anchor (&NAME) above it, or its aliases expand to too much`,
      );
    }
    const result = configSchema.safeParse(json);
    if (result.success) file = result.data;
    const issues = result.success ? unknownNames(file, known) : result.error.issues.flatMap(explain);
    for (const { path: at, key, message } of issues) {
      const name = at.length === 0 ? '' : `${at.map(String).join('.')}: `;
      found.push({ offset: offsetAt(document.contents, at, key), message: `${name}${message}` });
    }
  }
  if (found.length === 0) return file;
  found.sort((a, b) => a.offset - b.offset);
  const messages = found.slice(0, MOST_ERRORS).map(({ offset, message }) => {
    const { line, col } = lines.linePos(offset);
    return `${path}:${line}:${col}: ${message}`;
  });
  throw new ConfigError('config-file', messages.join('\n'));
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** The invalid key of the map at `path`. Undefined if a value is invalid, which is then shown. */
  readonly key?: string;
}

function explain(issue: z.core.$ZodIssue): Issue[] {
  const path = issue.path;
  if (issue.code === 'unrecognized_keys') {
    return [{ path, message: issue.message, ...(issue.keys[0] === undefined ? {} : { key: issue.keys[0] }) }];
  }
  if (issue.code === 'invalid_key') {
    const key = String(path.at(-1));
    return [{ path: path.slice(0, -1), key, message: `${JSON.stringify(key)}: ${issue.issues[0]?.message}` }];
  }
  if (issue.code === 'invalid_value' && issue.values.length > 1) {
    return [{ path, message: `allowed: ${issue.values.map(String).join(', ')}` }];
  }
  if (issue.code === 'invalid_type') {
    const custom = issue.message.startsWith('Invalid input')
      ? `expected ${expected(issue.expected)}`
      : issue.message;
    return [{ path, message: custom }];
  }
  return [{ path, message: issue.message }];
}

function expected(type: string): string {
  return (
    { boolean: 'true or false', string: 'text', array: 'a list', record: 'keys with values' }[type] ??
    `a ${type}`
  );
}

function unknownNames(file: ConfigFile, known: KnownNames): Issue[] {
  const issues: Issue[] = [];
  const check = (path: readonly string[], name: string, allowed: readonly string[]) => {
    if (!allowed.includes(name)) issues.push({ path, message: unknownName(name, allowed), key: name });
  };
  const { checkThresholds = () => {}, checkKeys = () => {} } = known;
  const clusters = Object.keys(file.clusters ?? {});
  const fleets = Object.entries(file.fleets ?? {});
  for (const [name, members] of fleets) {
    if (clusters.includes(name)) {
      const message = `${JSON.stringify(name)} is already the name of a cluster`;
      issues.push({ path: ['fleets'], message, key: name });
    }
    for (const [index, member] of members.entries()) check(['fleets', name, String(index)], member, clusters);
  }
  if (file.default !== undefined) {
    check(['default'], file.default, [...clusters, ...fleets.map(([name]) => name)]);
  }
  const defaults = file.defaults?.thresholds ?? {};
  const wrongDefault = wrongSetting(['defaults', 'thresholds'], defaults, checkThresholds);
  if (wrongDefault) issues.push(wrongDefault);
  for (const [name, { thresholds = {}, theme }] of Object.entries(file.clusters ?? {})) {
    const path = ['clusters', name];
    const all = wrongDefault ? thresholds : { ...defaults, ...thresholds };
    const wrong = wrongSetting([...path, 'thresholds'], all, checkThresholds);
    if (wrong) issues.push(wrong);
    if (known.themes && theme) check([...path, 'theme'], theme, known.themes);
  }
  if (known.themes && file.defaults?.theme) check(['defaults', 'theme'], file.defaults.theme, known.themes);
  if (known.themes && file.theme) check(['theme'], file.theme, known.themes);
  const keys = file.keys ?? {};
  if (known.commands) {
    for (const id of Object.keys(keys)) check(['keys'], id, known.commands);
  }
  // Invalid names first: the keys of an unknown command do not matter.
  if (issues.some(({ path }) => path[0] === 'keys')) return issues;
  const wrong = wrongSetting(['keys'], keys, checkKeys);
  if (wrong) return [...issues, wrong];
  const { checkOwnCommands } = known;
  if (!checkOwnCommands || !file.commands) return issues;
  const wrongOwn = wrongSetting(['commands'], file.commands, (own) =>
    checkOwnCommands(keys, ownCommandsOf(own)),
  );
  return wrongOwn ? [...issues, wrongOwn] : issues;
}

function wrongSetting<Settings extends object>(
  path: readonly string[],
  settings: Settings,
  check: Check<Settings>,
): Issue | undefined {
  try {
    check(settings);
    return undefined;
  } catch (error) {
    if (!(error instanceof Error && 'keys' in error && Array.isArray(error.keys))) throw error;
    const { message, keys } = error;
    // Defaults may be involved, but are not in the file.
    const key = Object.keys(settings).findLast((name) => keys.includes(name));
    return { path, message, ...(key !== undefined && { key }) };
  }
}
