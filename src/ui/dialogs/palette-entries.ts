import type { CommandSpec } from '../../actions/command-spec.ts';
import type { CommandId } from '../../actions/commands.ts';
import type { OwnCommand } from '../../actions/own-commands.ts';
import { isOfFleet, type ScreenName, screenTable, tabKey } from '../../actions/screen-table.ts';
import type { Link } from '../../base/link.ts';
import type { FleetMember } from '../../views/fleet/member.ts';
import { findInFleet } from '../../views/fleet/search.ts';
import { findObjects, fuzzyScore } from '../../views/lists/objects.ts';
import type { TextField } from '../primitives/text-field.ts';
import type { Services } from '../services.ts';
import type { View } from '../view.ts';

export interface PaletteDialog {
  /** The screen on which the palette was opened. */
  readonly screen: ScreenName;
  /** Saved filters of that screen, by name. */
  readonly saved: Readonly<Record<string, string>>;
  /** Orders of that screen's list: the argument of `:sort`, and a description. */
  readonly orders: readonly Suggestion[];
  readonly field: TextField;
  readonly index: number;
}

/** A row of the palette: its text, and what Enter does. */
export interface PaletteEntry {
  readonly label: string;
  readonly text: string;
  readonly note: string;
  readonly run:
    | Link
    | { readonly kind: 'elsewhere'; readonly cluster: string; readonly link: Link }
    | { readonly kind: 'run'; readonly id: CommandId; readonly argument?: string; readonly on?: ScreenName };
  /** The text that Tab completes to. Enter completes to it, too, if an argument is to be chosen. */
  readonly completion: string;
  readonly asksMore?: boolean;
}

export interface PaletteContext extends Pick<PaletteDialog, 'screen' | 'saved' | 'orders'> {
  readonly services: Services;
  readonly view: View;
}

type NamedCommand = CommandSpec & { readonly id: CommandId };

type Suggestion = readonly [value: string, words: string];

/** The values that `:NAME ARGUMENT` can be completed with. A command that is not listed here takes free text. */
const values: Readonly<Partial<Record<CommandId, (context: PaletteContext) => readonly Suggestion[]>>> = {
  'app.theme': ({ services }) => services.themes.map((name) => [name, '']),
  'app.profile': ({ services }) => services.profiles.map((name) => [name, '']),
  'app.own': ({ services }) => services.keymap.own.map(({ name, title }) => [name, title]),
  'fleet.open': ({ view }) => (view.fleet ?? []).map(({ name }) => [name, '']),
  'filter.saved': ({ saved }) => Object.entries(saved),
  'table.sort': ({ orders }) => orders,
};

/** Commands that take free text besides their listed values, such as `save NAME`. */
const TAKES_WORDS: ReadonlySet<CommandId> = new Set(['filter.saved']);

/** The entries for the typed text, best first: commands by name or title, objects, values of arguments. */
export function paletteEntries(typed: string, context: PaletteContext): readonly PaletteEntry[] {
  const text = typed.trimStart();
  const [, name = '', argument] = /^(\S+)(?:\s+(.*))?$/su.exec(text) ?? [];
  const command = commandNamed(name, argument !== undefined, context);
  const chosen = command ? withArgument(command, argument?.trim() ?? '', context) : [];
  if (command && values[command.id]) return chosen;
  const query = text.trim();
  if (query === '') return commandsOf(context).map((one) => commandEntry(one, context));
  const { services } = context;
  const byScore = (one: NamedCommand) => commandScore(one, query);
  const commands = scored(commandsOf(context), byScore, (one) => commandEntry(one, context));
  // Commands of other screens; they are run on the first screen that has them.
  const others = services.keymap.all.filter(({ screens }) => screens && !screens.includes(context.screen));
  const elsewhere = scored(others, byScore, entryElsewhere).map(({ score, entry }) => {
    return { score: score - ELSEWHERE_COST, entry };
  });
  const objects = isOfFleet(context.screen)
    ? []
    : findObjects(context.view, query).map(({ score, word, name, note, link }) => {
        return { score, entry: { label: word, text: name, note, run: link, completion: name } };
      });
  const nameOrTitle = ({ name, title }: OwnCommand) => fuzzyScore(name, query) ?? fuzzyScore(title, query);
  const own = scored(services.keymap.own, nameOrTitle, ownEntry);
  const found = [...commands, ...own, ...elsewhere, ...objects, ...inFleet(query, context)].sort(
    (a, b) => b.score - a.score,
  );
  return [...chosen, ...found.map(({ entry }) => entry)];
}

/** The entries of what matches, each with its score. */
function scored<T>(
  all: readonly T[],
  scoreOf: (one: T) => number | undefined,
  entryOf: (one: T) => PaletteEntry,
): { readonly score: number; readonly entry: PaletteEntry }[] {
  return all.flatMap((one) => {
    const score = scoreOf(one);
    return score === undefined ? [] : [{ score, entry: entryOf(one) }];
  });
}

/** The clusters of a fleet by their names, and objects of those that are not open. */
function inFleet(query: string, { view, screen }: PaletteContext) {
  const others = (view.fleet ?? []).filter(({ name }) => isOfFleet(screen) || name !== view.state.name);
  const byName = ({ name }: FleetMember) => fuzzyScore(name, query);
  const clusters = scored(others, byName, ({ name }) => {
    const run = { kind: 'run', id: 'fleet.open', argument: name } as const;
    return { label: 'cluster', text: name, note: '', run, completion: name };
  });
  const objects = findInFleet(others, query).map(({ score, word, name, note, link, cluster }) => {
    const run = { kind: 'elsewhere', cluster, link } as const;
    return { score, entry: { label: word, text: name, note, run, completion: name } };
  });
  return [...clusters, ...objects];
}

/** The command before an argument: by its name, or by a short form of it (`:server node-3`). */
function commandNamed(name: string, hasArgument: boolean, context: PaletteContext): NamedCommand | undefined {
  const named = commandsOf(context).filter(({ palette }) => palette?.argument !== undefined);
  const exact = named.find(({ id, palette }) => palette?.name === name && (hasArgument || values[id]));
  if (exact || !hasArgument || name === '') return exact;
  return named.find(({ palette }) => palette?.name.startsWith(name));
}

function commandsOf({ services, screen }: PaletteContext): readonly NamedCommand[] {
  return services.keymap.available(screen).filter(({ group }) => group !== 'Moving');
}

/** A command that can be run at once ranks before an equal one of another screen. */
const ELSEWHERE_COST = 20;

function ownEntry({ name, title, key = '' }: OwnCommand): PaletteEntry {
  const run = { kind: 'run', id: 'app.own', argument: name } as const;
  return { label: `:${name}`, text: title, note: key, run, completion: `run ${name}` };
}

function entryElsewhere({ id, title, keys, screens: [on = 'overview'] = [] }: NamedCommand): PaletteEntry {
  const note = [tabKey(on), ...keys.slice(0, 1)].join(' ');
  return {
    label: `on ${screenTable[on].title}`,
    text: title,
    note,
    run: { kind: 'run', id, on },
    completion: title,
  };
}

/** If all typed words match in any order: better than a match inside a word, worse than one at its start. */
const BY_WORDS = 60;
/** If they are whole words of users: better than a name of an object that contains them. */
const BY_WHOLE_WORDS = 80;

/** The score if each typed word is, or starts, a word of the command: of those for users, its title or its name. */
function wordsScore({ title, words = '', palette }: NamedCommand, query: string): number | undefined {
  const wordsOf = (text: string) =>
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean);
  const ofUsers = wordsOf(words);
  const known = [...ofUsers, ...wordsOf(title), ...wordsOf(palette?.name ?? '')];
  const typed = wordsOf(query);
  if (typed.length === 0) return undefined;
  const isWhole = typed.every((word) => known.includes(word));
  if (isWhole && typed.some((word) => ofUsers.includes(word))) return BY_WHOLE_WORDS;
  return typed.every((word) => known.some((each) => each.startsWith(word))) ? BY_WORDS : undefined;
}

function commandScore(command: NamedCommand, query: string): number | undefined {
  const { id, title, palette } = command;
  const named = palette && fuzzyScore(palette.name, query);
  const byWords = wordsScore(command, query);
  const scores = [named, fuzzyScore(title, query), fuzzyScore(id, query), byWords];
  const known = scores.filter((score) => score !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
}

function commandEntry({ id, title, keys, palette }: NamedCommand, context: PaletteContext): PaletteEntry {
  const argument = palette?.argument ? ` ‹${palette.argument}›` : '';
  return {
    label: palette ? `:${palette.name}${argument}` : '',
    text: title,
    note: keys.join(' '),
    run: { kind: 'run', id },
    completion: palette ? `${palette.name} ` : title,
    asksMore: (values[id]?.(context) ?? []).length > 0,
  };
}

function withArgument(command: NamedCommand, argument: string, context: PaletteContext) {
  const label = `:${command.palette?.name}`;
  const entry = (value: string, text: string): PaletteEntry => ({
    label,
    text: text === '' ? value : `${value}  ${text}`,
    note: '',
    run: { kind: 'run', id: command.id, argument: value },
    completion: `${command.palette?.name} ${value}`,
  });
  const known = values[command.id]?.(context) ?? [];
  const asTyped = entry(argument, argument === '' ? command.title : '');
  // With no value to choose from, the command is run as typed; it reports what is missing.
  if (known.length === 0) return [asTyped];
  const scoreOf = ([value, text]: Suggestion) =>
    argument === '' ? 0 : fuzzyScore(`${value} ${text}`, argument);
  const found = scored(known, scoreOf, ([value, text]) => entry(value, text))
    .sort((a, b) => b.score - a.score)
    .map((one) => one.entry);
  return TAKES_WORDS.has(command.id) && argument !== '' ? [...found, asTyped] : found;
}
