import type { Line, Rect } from '../../base/text.ts';
import { panel } from '../primitives/panel.ts';
import { titleParts } from '../primitives/title-parts.ts';
import type { Controller } from '../screen.ts';
import type { Pane } from '../view.ts';

/** Screens that write show below what was written, where there is room. */
const MIN_WRITTEN_AREA = { columns: 110, rows: 34 } as const;

/** The part of such a screen's slice. */
export interface WrittenSlice {
  /** The audit, newest first; undefined while it is not read. */
  readonly written: readonly Line[] | undefined;
}

export function hasRoomForWritten({ width, height }: Rect): boolean {
  return width >= MIN_WRITTEN_AREA.columns && height >= MIN_WRITTEN_AREA.rows;
}

/** Borders, a line, and room for the next one. */
const MIN_WRITTEN_ROWS = 4;

/** Rows of the pane: as many as have been written, so that an empty one takes no room from others. */
export function writtenRows({ written }: WrittenSlice, most: number): number {
  return Math.min(most, Math.max(MIN_WRITTEN_ROWS, (written?.length ?? 0) + 2));
}

/** Reads the audit for the pane. */
export function readWritten(controller: Controller<WrittenSlice>): void {
  controller.services.readAudit().then(
    (written) => controller.set({ written }),
    (error: Error) => controller.set({ written: [[{ text: error.message, tone: 'crit' }]] }),
  );
}

interface Sending {
  readonly submit: (...args: never[]) => Promise<unknown>;
}

/** A form or a confirmation after which the audit is read again, whatever came of it. */
export function thenReadWritten<T extends Sending>(spec: T, controller: Controller<WrittenSlice>): T {
  const submit = (...args: never[]) => spec.submit(...args).finally(() => readWritten(controller));
  return { ...spec, submit };
}

export function writtenPane(id: string, { written }: WrittenSlice, rect: Rect): Pane {
  const title = 'Written from here';
  const right = titleParts(title, rect.width, [[{ text: 'newest first, :audit lists all', tone: 'dim' }]]);
  const lines: readonly Line[] = written?.length
    ? written
    : [[{ text: 'Nothing was written from here yet.', tone: 'dim' }]];
  return { id: `${id}.written`, rect, lines: panel({ title, right }, lines, rect.width, rect.height) };
}
