import type { CommandSpec } from '../../actions/command-spec.ts';
import type { CommandId } from '../../actions/commands.ts';
import type { Link } from '../../base/link.ts';
import { fuzzyScore } from '../../views/lists/fuzzy.ts';
import { findObjects } from '../../views/lists/objects.ts';
import type { PaletteDialog } from '../dialog.ts';
import type { Services } from '../services.ts';
import type { View } from '../view.ts';

/** A row of the palette: what it is, and what Enter does. */
export interface PaletteEntry {
  readonly label: string;
  readonly text: string;
  readonly note: string;
  readonly run: Link | { readonly kind: 'run'; readonly id: CommandId; readonly argument?: string };
  /** What Tab completes to; Enter, too, where the values of an argument are chosen from. */
  readonly completion: string;
  readonly asksMore?: boolean;
}

/** What there is to choose from. */
export interface PaletteContext extends Pick<PaletteDialog, 'screen' | 'saved' | 'orders'> {
  readonly services: Services;
  readonly view: View;
}

type Known = CommandSpec & { readonly id: CommandId };

/** What `:NAME ARGUMENT` may be completed to; a command that is not named here takes any words. */
const values: Readonly<
  Partial<Record<CommandId, (context: PaletteContext) => readonly (readonly [string, string])[]>>
> = {
  'app.theme': ({ services }) => services.themes.map((name) => [name, '']),
  'app.profile': ({ services }) => services.profiles.map((name) => [name, '']),
  'filter.saved': ({ saved }) => Object.entries(saved),
  'table.sort': ({ orders }) => orders,
};

/** Take other words beside their values, such as `save NAME`. */
const TAKES_WORDS: ReadonlySet<CommandId> = new Set(['filter.saved']);

/** What the palette offers for what was typed, best first: commands by name or title, objects, values of arguments. */
export function paletteEntries(typed: string, context: PaletteContext): readonly PaletteEntry[] {
  const text = typed.trimStart();
  const [, name = '', argument] = /^(\S+)(?:\s+(.*))?$/su.exec(text) ?? [];
  const command = commandNamed(name, argument !== undefined, context);
  const chosen = command ? withArgument(command, argument?.trim() ?? '', context) : [];
  if (command && values[command.id]) return chosen;
  const query = text.trim();
  if (query === '') return commandsOf(context).map((one) => commandEntry(one, context));
  const commands = commandsOf(context).flatMap((one) => {
    const score = commandScore(one, query);
    return score === undefined ? [] : [{ score, entry: commandEntry(one, context) }];
  });
  const objects = findObjects(context.view, query).map(({ score, word, name, note, link }) => {
    return { score, entry: { label: word, text: name, note, run: link, completion: name } };
  });
  const found = [...commands, ...objects].sort((a, b) => b.score - a.score);
  return [...chosen, ...found.map(({ entry }) => entry)];
}

/** The command that an argument follows: by its name, or as people shorten it (`:server node-3`). */
function commandNamed(name: string, hasArgument: boolean, context: PaletteContext): Known | undefined {
  const named = commandsOf(context).filter(({ palette }) => palette?.argument !== undefined);
  const exact = named.find(({ id, palette }) => palette?.name === name && (hasArgument || values[id]));
  if (exact || !hasArgument || name === '') return exact;
  return named.find(({ palette }) => palette?.name.startsWith(name));
}

/** Those that do something on the screen, and are not keys for moving. */
function commandsOf({ services, screen }: PaletteContext): readonly Known[] {
  return services.keymap.available(screen).filter(({ group }) => group !== 'Moving');
}

function commandScore({ id, title, palette }: Known, query: string): number | undefined {
  const named = palette && fuzzyScore(palette.name, query);
  const scores = [named, fuzzyScore(title, query), fuzzyScore(id, query)];
  const known = scores.filter((score) => score !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
}

function commandEntry({ id, title, keys, palette }: Known, context: PaletteContext): PaletteEntry {
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

function withArgument(command: Known, argument: string, context: PaletteContext): readonly PaletteEntry[] {
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
  // With no value to choose from, the command itself says what to do.
  if (known.length === 0) return [asTyped];
  const found = known
    .flatMap(([value, text]) => {
      const score = argument === '' ? 0 : fuzzyScore(`${value} ${text}`, argument);
      return score === undefined ? [] : [{ score, entry: entry(value, text) }];
    })
    .sort((a, b) => b.score - a.score)
    .map((one) => one.entry);
  return TAKES_WORDS.has(command.id) && argument !== '' ? [...found, asTyped] : found;
}
