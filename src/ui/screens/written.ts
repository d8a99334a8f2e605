import type { Line, Rect } from '../../base/text.ts';
import { type Audit, type AuditRow, auditLines, writesIn, writesLines } from '../../views/settings/audit.ts';
import { titleParts } from '../primitives/pane-title.ts';
import { panel } from '../primitives/panel.ts';
import type { ScreenShell } from '../shell.ts';
import type { Pane } from '../view.ts';

/** The part of such a screen's slice. */
export interface WrittenSlice {
  /** Undefined while it is not read. */
  readonly written: Audit | undefined;
}

/** Borders, one change, and room for the next one. */
const MIN_WRITTEN_ROWS = 4;

/** Rows of the pane: as many as there are changes, so that an empty one takes no room. */
export function writtenRows({ written }: WrittenSlice, most: number): number {
  const rows = written ? auditLines(written).length : 0;
  return Math.min(most, Math.max(MIN_WRITTEN_ROWS, rows + 2));
}

/** Reads the audit file for the pane. */
export function readWritten(shell: ScreenShell<WrittenSlice>): void {
  shell.services.readAudit().then((written) => shell.set({ written }));
}

interface Sending {
  readonly submit: (...args: never[]) => Promise<unknown>;
}

/** A form or a confirmation after which the audit file is read again, whether it succeeded or not. */
export function thenReadWritten<T extends Sending>(spec: T, shell: ScreenShell<WrittenSlice>): T {
  const submit = (...args: never[]) => spec.submit(...args).finally(() => readWritten(shell));
  return { ...spec, submit };
}

export function writtenPane(id: string, { written }: WrittenSlice, rect: Rect): Pane {
  const title = 'Changes sent from here';
  const right = titleParts(title, rect.width, [[{ text: 'newest first, all: :audit', tone: 'dim' }]]);
  const lines = written ? auditLines(written, rect.width - 4) : [];
  return { id: `${id}.written`, rect, lines: panel({ title, right }, lines, rect) };
}

/** Changes of one object made with castwatch, newest first, without mere reads. */
export function writtenChanges(
  { written }: WrittenSlice,
  cluster: string,
  concerns: (write: AuditRow) => boolean,
): readonly AuditRow[] {
  const writes = written ? writesIn(written) : [];
  return writes.filter(
    (write) => write.cluster === cluster && !write.action.startsWith('read ') && concerns(write),
  );
}

export function changesPane(id: string, of: string, changes: readonly AuditRow[], rect: Rect): Pane {
  const title = `Changes of ${of}`;
  const right = titleParts(title, rect.width, [[{ text: 'from here, newest first', tone: 'dim' }]]);
  const lines: readonly Line[] =
    changes.length > 0
      ? writesLines(changes, rect.width - 4)
      : [[{ text: 'Nothing was changed from here yet.', tone: 'dim' }]];
  return { id: `${id}.changes`, rect, lines: panel({ title, right }, lines, rect) };
}
