import type { Mutations } from '../../actions/mutations.ts';
import { cutColumns, cutRows, type Rect, toned } from '../../base/text.ts';
import { type Audit, auditLines } from '../../views/settings/audit.ts';
import { openForm } from '../dialogs/form.ts';
import type { FormSpec } from '../forms/form.ts';
import { panelPane } from '../primitives/panel.ts';
import type { ScreenShell } from '../shell.ts';
import type { Pane, View } from '../view.ts';

/** Why nothing can be written now; undefined if writing is possible. */
export function whyNoWrites(view: View): string | undefined {
  if (view.facts.readOnly)
    return 'Read-only: nothing is sent. Start without --read-only, or with another profile, to change things.';
  if (view.held) return 'The screen is frozen: press space to continue, then change things.';
  return undefined;
}

/** The functions that write to the watched cluster; if that is not possible, shows the reason instead. */
export function writesOf<S>(shell: ScreenShell<S>): Mutations | undefined {
  const { mutations } = shell.services.session;
  const why = whyNoWrites(shell.view);
  if (why === undefined && mutations) return mutations;
  shell.notice(why ?? 'A recording is shown: there is nothing to write to.', 'warn');
  return undefined;
}

/** The part of such a screen's slice: the audit, undefined while it is not read. */
export const writtenStart = { written: undefined as Audit | undefined };
export type WrittenSlice = Readonly<typeof writtenStart>;

/** Borders, one change, and room for the next one. */
export const MIN_WRITTEN_ROWS = 4;

/** Rows of the pane: as many as there are changes, so that an empty one takes no room. */
function writtenRows({ written }: WrittenSlice, most: number): number {
  const rows = written ? auditLines(written).length : 0;
  return Math.min(most, Math.max(MIN_WRITTEN_ROWS, rows + 2));
}

export function readWritten(shell: ScreenShell<WrittenSlice>): void {
  shell.services.readAudit().then((written) => shell.set({ written }));
}

/** Opens a form after which the audit file is read again, whether it succeeded or not. */
export function openWrite(shell: ScreenShell<WrittenSlice>, spec: FormSpec): void {
  const submit: FormSpec['submit'] = (values, tools) =>
    spec.submit(values, tools).finally(() => readWritten(shell));
  openForm({ ...spec, submit }, shell);
}

export function writtenPane(id: string, { written }: WrittenSlice, rect: Rect): Pane {
  const right = [toned('newest first, all: :audit', 'dim')];
  const lines = written ? auditLines(written, rect.width - 4) : [];
  return panelPane(`${id}.written`, rect, { title: 'Changes sent from here', right }, lines);
}

/** The frame that Users, Transcoding and Cloud share; undefined for parts without room. */
export interface AdminFrame {
  /** What the screen is about. */
  readonly main: Rect;
  /** What belongs to it: rights, meanings, created streams. */
  readonly side?: Rect;
  /** More about the selected row; only in a tall window. */
  readonly detail?: Rect;
  /** Changes that were sent from here. */
  readonly written?: Rect;
}

const BESIDE_FROM_COLUMNS = 110;
const MAIN_SHARE = 0.58;
/** From these heights on there are the changes, and the detail of the selected row. */
const WRITTEN_FROM_ROWS = 34;
const DETAIL_FROM_ROWS = 48;
/** Rows that the main part keeps above the side part. */
const LEAST_MAIN_ROWS = 8;

/**
 * In a wide window the main part is at the left, and all others share a column; else the side part is below it.
 * `below`: its rows there, or 0; `beside`: those in the column, if there is room for a detail under them.
 */
export function adminFrame(area: Rect, slice: WrittenSlice, below: number, beside?: number): AdminFrame {
  const { width, height } = area;
  if (width < BESIDE_FROM_COLUMNS) {
    if (below === 0 || height - below < LEAST_MAIN_ROWS) return { main: area };
    const [main, side] = cutRows(area, height - below);
    return { main, side };
  }
  const [main, column] = cutColumns(area, Math.floor(width * MAIN_SHARE));
  const written = height >= WRITTEN_FROM_ROWS ? writtenRows(slice, Math.floor(height / 3)) : 0;
  const rest = height - written;
  const side =
    height >= DETAIL_FROM_ROWS && beside !== undefined ? Math.min(beside, Math.floor(rest / 2)) : rest;
  return {
    main,
    side: { ...column, height: side },
    ...(rest > side && { detail: { ...column, y: column.y + side, height: rest - side } }),
    ...(written > 0 && { written: cutRows(column, rest)[1] }),
  };
}
