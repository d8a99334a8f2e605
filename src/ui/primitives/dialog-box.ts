import type { Line, Rect } from '../../base/text.ts';
import { panel } from '../primitives/panel.ts';
import { onGround } from '../primitives/table.ts';
import type { Pane } from '../view.ts';

const DIALOG_LAYER = 10;

interface Box {
  readonly id: string;
  readonly title: string;
  readonly content: readonly Line[];
  readonly size: { readonly width: number; readonly height: number };
  /** Position within the content. */
  readonly cursor?: { readonly x: number; readonly y: number } | undefined;
}

/** A framed dialog in the middle of the window, in the wanted size or as large as the window allows. */
export function dialogBox({ id, title, content, size, cursor }: Box, window: Rect): Pane {
  const rect = dialogRect(window, size);
  const lines = panel({ title, focus: true }, content, rect).map((line) => onGround(line, 'dialog'));
  return { id, rect, lines, layer: DIALOG_LAYER, cursor: cursor && { x: cursor.x + 2, y: cursor.y + 1 } };
}

export function dialogRect(window: Rect, size: { readonly width: number; readonly height: number }): Rect {
  const width = Math.max(4, Math.min(size.width, window.width - 2));
  const height = Math.max(3, Math.min(size.height, window.height - 2));
  return {
    x: window.x + Math.floor((window.width - width) / 2),
    y: window.y + Math.floor((window.height - height) / 2),
    width,
    height,
  };
}
