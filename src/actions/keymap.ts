import { type CommandId, type CommandSpec, commands, type Mode, type ScreenName } from './commands.ts';

export interface Keymap {
  /** The command that a key means on a screen; the screen's own binding wins. */
  lookup(key: string, screen: ScreenName): CommandId | undefined;
  /** Every command with the keys in force, in the table's order. */
  readonly all: readonly (CommandSpec & { readonly id: CommandId })[];
  /** Those that a screen knows. */
  available(screen: ScreenName): readonly (CommandSpec & { readonly id: CommandId })[];
}

export class KeymapError extends Error {
  override readonly name = 'KeymapError';
}

/**
 * The table with the user's own keys laid over it (`keys:` of the configuration, command id to key names), for
 * watching a cluster or for playing a recording: of the other's commands nothing is known there.
 * Throws a `KeymapError` for an unknown command and for a key that would mean two things on one screen.
 */
export function createKeymap(
  own: Readonly<Record<string, readonly string[]>> = {},
  mode: Mode = 'live',
): Keymap {
  const known = new Set<string>(commands.map((command) => command.id));
  for (const id of Object.keys(own)) {
    if (!known.has(id)) {
      throw new KeymapError(`keys: there is no command ‘${id}’. Commands are: ${[...known].join(', ')}.`);
    }
  }
  const whole = commands.map((command) => ({ ...command, keys: own[command.id] ?? command.keys }));
  const of = (mode: Mode) => whole.filter((command) => (command.mode ?? mode) === mode);
  // Both at once: a mistake in the configuration must not wait for the first replay.
  for (const each of ['live', 'replay'] as const) refuseConflicts(of(each));
  const table = of(mode);
  const general = new Map<string, CommandId>();
  const special = new Map<string, CommandId>();
  for (const command of table) {
    for (const key of command.keys) {
      if (command.screens) for (const screen of command.screens) special.set(`${screen} ${key}`, command.id);
      else general.set(key, command.id);
    }
  }
  return {
    lookup: (key, screen) => special.get(`${screen} ${key}`) ?? general.get(key),
    all: table,
    available: (screen) => table.filter((command) => !command.screens || command.screens.includes(screen)),
  };
}

function refuseConflicts(table: readonly CommandSpec[]): void {
  const owner = new Map<string, string>();
  for (const command of table) {
    for (const key of command.keys) {
      for (const place of command.screens ?? ['everywhere']) {
        const before = owner.get(`${place} ${key}`);
        if (before !== undefined) {
          throw new KeymapError(
            `keys: ‘${key}’ would mean both ‘${before}’ and ‘${command.id}’ (${place}). Give one of them another key.`,
          );
        }
        owner.set(`${place} ${key}`, command.id);
      }
    }
  }
}
