import type { ScreenName } from './screen-table.ts';

export type CommandGroup = 'Screens' | 'Everywhere' | 'Moving' | 'Lists' | 'Tables' | 'Time' | 'Actions';

/** What is on the screen: a cluster, or a recording. */
export type Mode = 'live' | 'replay';

export interface CommandSpec {
  readonly id: string;
  readonly group: CommandGroup;
  /** Key names as `ui/keys.ts` spells them; the first is shown. The user's configuration may replace them. */
  readonly keys: readonly string[];
  readonly title: string;
  /** Only on these screens; everywhere when absent. */
  readonly screens?: readonly ScreenName[];
  /** Only while a cluster is watched, or only while a recording is played; in both when absent. */
  readonly mode?: Mode;
  /** Short label in the footer; without one it is only in help and palette. Lower rank comes first. */
  readonly hint?: {
    readonly label: string;
    readonly rank: number;
    /** What the key does while the screen is held: another word, which then comes first, or false for nothing. */
    readonly held?: string | false;
    /** Only beside a time line: of a recording, or of the past. */
    readonly timeLine?: true;
    /** Only while a list is shown, or only while something in it is open. */
    readonly on?: 'list' | 'detail';
  };
  /** Name in the palette (`:streams live`); the id where absent. `argument` names what may follow it. */
  readonly palette?: { readonly name: string; readonly argument?: string };
}
