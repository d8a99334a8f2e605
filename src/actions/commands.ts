import type { CommandSpec } from './command-spec.ts';
import { commandTable } from './command-table.ts';
import { hasFilter, type ScreenName, screenNames, screenTable } from './screen-table.ts';

export type CommandId = (typeof commandTable)[number]['id'] | `screen.${ScreenName}`;

const screenCommands = screenNames.map((name) => ({
  id: `screen.${name}` as const,
  group: 'Screens' as const,
  keys: [screenTable[name].key],
  title: screenTable[name].title,
  palette: hasFilter(name) ? { name, argument: 'filter' } : { name },
}));

/** Every command: one for each screen, then those of the table. */
export const commands: readonly (CommandSpec & { readonly id: CommandId })[] = [
  ...screenCommands,
  ...commandTable,
];

/** The screen that a command opens. */
export function screenOpenedBy(command: CommandId): ScreenName | undefined {
  return screenNames.find((name) => command === `screen.${name}`);
}
