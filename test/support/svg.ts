import type { Headless, HeadlessCell } from './headless.ts';
import { glyphShape } from './svg-glyphs.ts';

export interface Palette {
  readonly foreground: string;
  readonly background: string;
  /** The sixteen colours of the terminal. */
  readonly ansi: readonly string[];
}

export const darkPalette: Palette = {
  foreground: '#d4d8de',
  background: '#14171c',
  ansi: [
    '#1d2127',
    '#e0606a',
    '#7fbf7f',
    '#d9b36a',
    '#6ea3e0',
    '#b58ad6',
    '#6cc0c0',
    '#c8ccd2',
    '#5b636e',
    '#f08088',
    '#9ad69a',
    '#ecc98a',
    '#8dbbf0',
    '#cda8e8',
    '#8dd8d8',
    '#ffffff',
  ],
};

export const lightPalette: Palette = {
  foreground: '#24292f',
  background: '#ffffff',
  ansi: [
    '#24292f',
    '#b3262e',
    '#237a3b',
    '#8a6100',
    '#1f5fb0',
    '#7a3fa8',
    '#0f7373',
    '#6e7781',
    '#57606a',
    '#cf3a42',
    '#2f9a4c',
    '#a87800',
    '#2f74cc',
    '#9255c0',
    '#178a8a',
    '#8c959f',
  ],
};

/** Size of a cell in the picture. */
const CELL = { width: 8.4, height: 18, baseline: 13.5, font: 14 } as const;

interface Look {
  readonly fill: string;
  readonly ground: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
}

/** A terminal's cells as an SVG picture. Lines, blocks and braille are shapes, so that no font can break them. */
export function toSvg(
  screen: Headless,
  columns: number,
  rows: number,
  palette: Palette,
  title: string,
): string {
  const width = columns * CELL.width + 16;
  const height = rows * CELL.height + 16;
  const parts: string[] = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${round(width)} ${round(height)}" width="${round(width)}" height="${round(height)}" role="img" aria-label="${escaped(title)}">`,
    `<rect width="100%" height="100%" rx="6" fill="${palette.background}"/>`,
    `<g transform="translate(8 8)" font-family="ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,'Noto Sans Mono CJK SC',monospace" font-size="${CELL.font}">`,
  ];
  for (let y = 0; y < rows; y++) parts.push(row(screen, y, columns, palette));
  parts.push('</g></svg>\n');
  return parts.filter((part) => part !== '').join('\n');
}

function row(screen: Headless, y: number, columns: number, palette: Palette): string {
  const grounds: string[] = [];
  const shapes: string[] = [];
  const texts: string[] = [];
  const top = y * CELL.height;
  let run: { x: number; text: string; cells: number; look: Look } | undefined;
  const end = () => {
    if (run && run.text.trim() !== '') texts.push(textOf(run.x, top, run.text, run.cells, run.look));
    run = undefined;
  };
  let ground: { x: number; cells: number; fill: string } | undefined;
  const endGround = () => {
    if (ground && ground.fill !== palette.background) {
      grounds.push(
        `<rect x="${round(ground.x * CELL.width)}" y="${top}" width="${round(ground.cells * CELL.width)}" height="${CELL.height}" fill="${ground.fill}"/>`,
      );
    }
    ground = undefined;
  };
  for (let x = 0; x < columns; x++) {
    const cell = screen.cell(x, y);
    if (cell.width === 0) continue;
    const look = lookOf(cell, palette);
    if (ground?.fill === look.ground) ground.cells += cell.width;
    else {
      endGround();
      ground = { x, cells: cell.width, fill: look.ground };
    }
    const shape = glyphShape(cell.chars, x * CELL.width, top, CELL.width, CELL.height, look.fill);
    if (shape !== undefined || cell.chars === '' || cell.chars === ' ') {
      end();
      if (shape) shapes.push(shape);
      continue;
    }
    // A wide character is a run of its own: its advance differs from font to font.
    const same = run && sameLook(run.look, look) && run.x + run.cells === x && cell.width === 1;
    if (same && run) {
      run.text += cell.chars;
      run.cells++;
    } else {
      end();
      run = { x, text: cell.chars, cells: cell.width, look };
      if (cell.width > 1) end();
    }
  }
  end();
  endGround();
  return [...grounds, ...shapes, ...texts].join('');
}

function textOf(x: number, top: number, text: string, cells: number, look: Look): string {
  const style = [
    look.bold ? ' font-weight="700"' : '',
    look.italic ? ' font-style="italic"' : '',
    look.underline ? ' text-decoration="underline"' : '',
  ].join('');
  return `<text xml:space="preserve" x="${round(x * CELL.width)}" y="${round(top + CELL.baseline)}" textLength="${round(cells * CELL.width)}" lengthAdjust="spacingAndGlyphs" fill="${look.fill}"${style}>${escaped(text)}</text>`;
}

function lookOf(cell: HeadlessCell, palette: Palette): Look {
  let fill = colour(cell.fg, palette, palette.foreground);
  let ground = colour(cell.bg, palette, palette.background);
  if (cell.inverse) [fill, ground] = [ground, fill];
  if (cell.dim) fill = mixed(fill, ground);
  return { fill, ground, bold: cell.bold, italic: cell.italic, underline: cell.underline };
}

function sameLook(a: Look, b: Look): boolean {
  return a.fill === b.fill && a.bold === b.bold && a.italic === b.italic && a.underline === b.underline;
}

const LEVELS = [0, 95, 135, 175, 215, 255];

function colour(code: number, palette: Palette, standard: string): string {
  if (code === -1) return standard;
  if (code >= 0x1000000) return `#${(code & 0xffffff).toString(16).padStart(6, '0')}`;
  if (code < 16) return palette.ansi[code] ?? standard;
  const channels =
    code >= 232
      ? [0, 0, 0].map(() => 8 + (code - 232) * 10)
      : [36, 6, 1].map((step) => LEVELS[Math.floor((code - 16) / step) % 6] ?? 0);
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function mixed(a: string, b: string): string {
  const part = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return `#${[1, 3, 5]
    .map((at) =>
      Math.round(part(a, at) * 0.6 + part(b, at) * 0.4)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function escaped(text: string): string {
  return text.replace(
    /[&<>"]/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign,
  );
}
