import { tableKeys } from '../base/table.ts';
import type { CommandSpec } from './command-spec.ts';
import { commandTable } from './command-table.ts';
import { hasFilter, isOfFleet, type ScreenName, screenTable } from './screen-table.ts';

export type CommandId = (typeof commandTable)[number]['id'] | `screen.${ScreenName}`;

const allScreens = tableKeys(screenTable);

const screenCommands = allScreens.map((name) => ({
  id: `screen.${name}` as const,
  group: 'Screens' as const,
  keys: [screenTable[name].key],
  title: screenTable[name].title,
  ...(isOfFleet(name)
    ? { fleet: true as const, palette: { name: 'all' } }
    : { palette: hasFilter(name) ? { name, argument: 'filter' } : { name } }),
}));

/** Every command: one for each screen, then those of the table. */
export const commands: readonly (CommandSpec & { readonly id: CommandId })[] = [
  ...screenCommands,
  ...commandTable.map((command) => ({ keys: [], ...command })),
];

/** The screen that a command opens. */
export function screenOpenedBy(command: CommandId): ScreenName | undefined {
  return allScreens.find((name) => command === `screen.${name}`);
}
