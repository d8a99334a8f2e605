import type { CommandName } from './commands.ts';

/** One option. `value` is how its value is called in the help; flags have none. */
export type OptionSpec = {
  readonly help: string;
  readonly commands: readonly CommandName[] | 'all';
  /** Single letters. One that a command's own option has is not that of an option for all. */
  readonly letters?: string;
  readonly env?: string;
} & (
  | {
      readonly type: 'flag';
      readonly negatable?: true;
      /** Counts how often it is given: `-vv`. */
      readonly counted?: true;
    }
  | {
      readonly type: 'text';
      readonly value: string;
      readonly path?: true;
      /** Its value is the name of a profile. */
      readonly profile?: true;
      readonly multiple?: true;
    }
  | { readonly type: 'choice'; readonly value: string; readonly choices: readonly string[] }
  | {
      readonly type: 'number';
      readonly value: string;
      readonly min: number;
      readonly max: number;
      readonly integer?: true;
    }
);
