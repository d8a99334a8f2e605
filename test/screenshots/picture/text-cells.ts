import { graphemes, textWidth } from '../../../src/base/width.ts';
import type { Size } from '../../../src/ui/program/layout.ts';
import type { PictureCell, PictureCells } from './svg.ts';

type Style = Omit<PictureCell, 'chars' | 'width'>;

const PLAIN: Style = { fg: -1, bg: -1, bold: false, italic: false, underline: false, inverse: false };
/** SGR codes of the palette: 30 to 37 for foreground, 90 to 97 for bright colours. */
const FIRST_COLOUR = 30;
const FIRST_BRIGHT = 90;
/** Offset from a foreground code to the background code of the same colour. */
const TO_GROUND = 10;
const TRUE_COLOUR = 0x1000000;

/** The cells of a frame that was printed with colours: rows of text with SGR sequences and no other escapes. */
export function textCells(frame: string, { columns, rows }: Size): PictureCells {
  const blank: PictureCell = { ...PLAIN, chars: '', width: 1 };
  const lines = frame.split('\n').slice(0, rows).map(cellsOf);
  return { cell: (x, y) => (x < columns ? lines[y]?.[x] : undefined) ?? blank };
}

function cellsOf(line: string): PictureCell[] {
  const cells: PictureCell[] = [];
  let style = PLAIN;
  // `split` puts the captured sequences at odd indices.
  line.split(/\u001b\[([\d;]*)m/).forEach((part, at) => {
    if (at % 2 === 1) {
      style = styled(style, part);
      return;
    }
    for (const chars of graphemes(part)) {
      const width = textWidth(chars);
      if (width > 0) cells.push({ ...style, chars, width });
      if (width > 1) cells.push({ ...style, chars: '', width: 0 });
    }
  });
  return cells;
}

const SWITCHES: Readonly<Record<number, Partial<Style>>> = {
  0: PLAIN,
  1: { bold: true },
  3: { italic: true },
  4: { underline: true },
  7: { inverse: true },
  22: { bold: false },
  23: { italic: false },
  24: { underline: false },
  27: { inverse: false },
  39: { fg: -1 },
  49: { bg: -1 },
};

/** The style after one sequence, such as `1;38;2;255;0;0`. */
function styled(before: Style, sequence: string): Style {
  const codes = sequence.split(';').map(Number);
  let style = before;
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] ?? 0;
    if (code === 38 || code === 48) {
      const [red = 0, green = 0, blue = 0] = codes.slice(at + 2);
      const colour = TRUE_COLOUR | (red << 16) | (green << 8) | blue;
      style = { ...style, [code === 38 ? 'fg' : 'bg']: colour };
      at += 4;
    } else style = { ...style, ...(SWITCHES[code] ?? paletteColour(code)) };
  }
  return style;
}

function paletteColour(code: number): Partial<Style> {
  for (const [first, colour] of [
    [FIRST_COLOUR, 0],
    [FIRST_BRIGHT, 8],
  ] as const) {
    if (code >= first && code < first + 8) return { fg: code - first + colour };
    const ground = code - TO_GROUND;
    if (ground >= first && ground < first + 8) return { bg: ground - first + colour };
  }
  return {};
}
