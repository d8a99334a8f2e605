import type { OwnCommand } from '../config/own-commands.ts';
import type { CommandSpec, Mode } from './command-spec.ts';
import { type CommandId, commands } from './commands.ts';
import { ownScreens } from './own-commands.ts';
import { type ScreenName, screenNames, screenTable } from './screen-table.ts';

class KeymapError extends Error {
  override readonly name = 'KeymapError';
  /** Commands with invalid keys, by their names in the configuration; the user set one of them. */
  readonly keys: readonly string[];

  constructor(keys: readonly string[], message: string) {
    super(message);
    this.keys = keys;
  }
}

/** The keys that `ui/keys.ts` can name. */
const KEY =
  /^(?:[^\s\p{C}]|space|(?:ctrl|alt)-[^\s\p{C}]|(?:ctrl-)?(?:alt-)?(?:shift-)?(?:up|down|left|right|pgdn|pgup|home|end|enter|esc|tab|backspace|delete))$/u;

export type Keymap = ReturnType<typeof createKeymap>;

/**
 * The table with the user's keys over it (`keys:` in the configuration, command id to key names) and the user's own
 * commands, for a cluster, for several of them or for a recording; commands of the others are left out. Throws a
 * `KeymapError` for an unknown command, a key
 * that no terminal sends, and a key with two meanings on one screen.
 */
export function createKeymap(
  own: Readonly<Record<string, readonly string[]>> = {},
  mode: Mode = 'live',
  ownCommands: readonly OwnCommand[] = [],
  hasFleet = false,
) {
  const known = new Set<string>(commands.map((command) => command.id));
  for (const [id, keys] of Object.entries(own)) {
    if (!known.has(id)) {
      throw new KeymapError([id], `there is no command ‘${id}’. Commands are: ${[...known].join(', ')}.`);
    }
    const odd = keys.find((key) => !KEY.test(key));
    if (odd !== undefined) {
      throw new KeymapError(
        [id],
        `${id}: ‘${odd}’ is not a key; write one character, or a name such as ctrl-d, alt-b, shift-tab, enter, esc, space, up, pgdn, home.`,
      );
    }
  }
  const whole = commands.map((command) => ({ ...command, keys: keysOf(command, own[command.id]) }));
  const of = (mode: Mode) => whole.filter((command) => (command.mode ?? mode) === mode);
  // Both keymaps are checked, so that a mistake in the configuration is found now and not at the first replay.
  for (const each of ['live', 'replay'] as const) refuseConflicts(of(each));
  const table = of(mode).filter(({ fleet }) => !fleet || hasFleet);
  const general = new Map<string, CommandId>();
  const special = new Map<string, CommandId>();
  for (const command of table) {
    for (const key of command.keys) {
      if (command.screens) for (const screen of command.screens) special.set(`${screen} ${key}`, command.id);
      else general.set(key, command.id);
    }
  }
  const ownKeys = keysOfOwn(ownCommands, whole);
  return {
    /** The command of a key on a screen; the screen's own binding wins. */
    lookup: (key: string, screen: ScreenName) => special.get(`${screen} ${key}`) ?? general.get(key),
    /** Every command with its current keys, in the table's order. */
    all: table,
    /** The user's own commands. A recording has no objects that a program could reach. */
    own: mode === 'live' ? ownCommands : [],
    /** The user's own command of a key on a screen. */
    ownAt: (key: string, screen: ScreenName) =>
      mode === 'live' ? ownKeys.get(`${screen} ${key}`) : undefined,
    /** The commands of a screen. */
    available: (screen: ScreenName) =>
      table.filter((command) => !command.screens || command.screens.includes(screen)),
  };
}

/** The titles of the screens on which a key has a meaning that it does not have everywhere. */
export function screensOfKey(key: string, { all }: Pick<Keymap, 'all'>): readonly string[] {
  const bound = new Set(all.flatMap(({ keys, screens = [] }) => (keys.includes(key) ? screens : [])));
  return screenNames.filter((name) => bound.has(name)).map((name) => screenTable[name].title);
}

/** Ctrl-C always quits, because in raw mode only the program itself can react to it. */
function keysOf({ id, keys }: CommandSpec, own: readonly string[] | undefined): readonly string[] {
  if (!own) return keys;
  return id === 'app.quit' ? [...new Set([...own, 'ctrl-c'])] : own;
}

/** The user's own commands by screen and key. Throws a `KeymapError` for a key that has a meaning there. */
function keysOfOwn(
  own: readonly OwnCommand[],
  table: readonly CommandSpec[],
): ReadonlyMap<string, OwnCommand> {
  const found = new Map<string, OwnCommand>();
  for (const command of own) {
    const { key, name, on } = command;
    if (key === undefined) continue;
    if (!KEY.test(key)) throw new KeymapError([name], `${name}: ‘${key}’ is not a key.`);
    for (const screen of on === 'cluster' ? screenNames : [ownScreens[on]]) {
      const before =
        table.find(({ keys, screens }) => keys.includes(key) && (screens?.includes(screen) ?? true))?.id ??
        found.get(`${screen} ${key}`)?.name;
      if (before !== undefined)
        throw new KeymapError([name], `‘${key}’ means ‘${before}’ on ${screen} already. Choose another key.`);
      found.set(`${screen} ${key}`, command);
    }
  }
  return found;
}

function refuseConflicts(table: readonly CommandSpec[]): void {
  const owner = new Map<string, string>();
  for (const command of table) {
    for (const key of command.keys) {
      for (const place of command.screens ?? ['everywhere']) {
        const before = owner.get(`${place} ${key}`);
        if (before !== undefined) {
          throw new KeymapError(
            [before, command.id],
            `‘${key}’ would mean both ‘${before}’ and ‘${command.id}’ (${place}). Give one of them another key.`,
          );
        }
        owner.set(`${place} ${key}`, command.id);
      }
    }
  }
}
