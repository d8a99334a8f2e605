import type { Line } from '../../base/text.ts';
import { fitLine } from '../../base/width.ts';
import { paintLine, type TextLook } from '../../ui/theme/paint-line.ts';

export interface Paint extends TextLook {
  /** Cells that a row may take; undefined: as many as it has. */
  readonly width: number | undefined;
}

/** Rows of text for standard output, each with its line end. */
export function paintLines(lines: readonly Line[], paint: Paint): string {
  const { width } = paint;
  return lines
    .map((line) => paintLine(width === undefined ? line : fitLine(line, width), paint).trimEnd())
    .map((text) => `${text}\n`)
    .join('');
}
