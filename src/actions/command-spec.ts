import type { ScreenName } from './screen-table.ts';

export type CommandGroup = 'Screens' | 'Everywhere' | 'Moving' | 'Lists' | 'Tables' | 'Time' | 'Actions';

/** What the screen shows: a cluster, or a recording. */
export type Mode = 'live' | 'replay';

/** A row of the table; without keys it is a command of the palette alone. */
export type TableCommand = Omit<CommandSpec, 'keys'> & Partial<Pick<CommandSpec, 'keys'>>;

export interface CommandSpec {
  readonly id: string;
  readonly group: CommandGroup;
  /** Key names as in `ui/keys.ts`; the first is shown. The user's configuration may replace them. */
  readonly keys: readonly string[];
  readonly title: string;
  /** Further words with which users search for it in the palette. */
  readonly words?: string;
  /** Only on these screens; undefined: on all. */
  readonly screens?: readonly ScreenName[];
  /** Only while a cluster is watched, or only in a replay; undefined: in both. */
  readonly mode?: Mode;
  /** Only while several clusters are watched. */
  readonly fleet?: true;
  /**
   * Short label in the footer, or, with `screens`, in the border of the pane with the focus. Without one the command is
   * only in help and palette. Lower rank comes first.
   */
  readonly hint?: {
    readonly label: string;
    readonly rank: number;
    /** What the key does while the screen is held: another label, which then comes first, or false for nothing. */
    readonly held?: string | false;
    /** Only beside a time line: of a recording, or of the past. */
    readonly timeLine?: true;
    /** Only while a list is shown, or only while a detail is open. */
    readonly on?: 'list' | 'detail';
  };
  /** Name in the palette (`:streams live`), by default the id. `argument` names what may follow it. */
  readonly palette?: { readonly name: string; readonly argument?: string };
}
