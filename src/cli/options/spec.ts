import type { CommandName } from './commands.ts';

/** One option. `value` names its value in the help; flags have none. */
export type OptionSpec = {
  readonly help: string;
  readonly commands: readonly CommandName[] | 'all';
  /** Single letters. If an option of one command has the same letter as a common option, the former wins. */
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
      /** Its value is the name of a profile or fleet, or several with commas between them. It may be repeated. */
      readonly profile?: true;
      readonly multiple?: true;
      /** Words that completion offers as the beginning of a value. */
      readonly starts?: readonly string[];
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
