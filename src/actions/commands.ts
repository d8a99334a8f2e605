import type { CommandSpec } from './command-spec.ts';
import { commandTable } from './command-table.ts';
import { hasFilter, isOfFleet, type PlaceName, placeNames, screenTable } from './screen-table.ts';

export type CommandId = (typeof commandTable)[number]['id'] | `screen.${PlaceName}`;

const screenCommands = placeNames.map((name) => {
  const row: { readonly title: string; readonly key?: string; readonly words?: string } = screenTable[name];
  return {
    id: `screen.${name}` as const,
    group: 'Screens' as const,
    keys: row.key === undefined ? [] : [row.key],
    title: row.title,
    ...(row.words !== undefined && { words: row.words }),
    ...(isOfFleet(name)
      ? { fleet: true as const, palette: { name: 'all' } }
      : { palette: hasFilter(name) ? { name, argument: 'filter' } : { name } }),
  };
});

/** Every command: one for each screen, then those of the table. */
export const commands: readonly (CommandSpec & { readonly id: CommandId })[] = [
  ...screenCommands,
  ...commandTable.map((command) => ({ keys: [], ...command })),
];

/** The screen or tab that a command opens. */
export function screenOpenedBy(command: CommandId): PlaceName | undefined {
  return placeNames.find((name) => command === `screen.${name}`);
}
