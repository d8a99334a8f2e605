import { xmlText } from '../../../src/base/safe-markup.ts';
import type { Size } from '../../../src/ui/program/layout.ts';
import type { Theme } from '../../../src/ui/theme/theme.ts';
import type { Headless, HeadlessCell } from '../../support/headless.ts';
import { Drawing } from './svg-glyphs.ts';
import { CELL } from './svg-marks.ts';

/** Margin around the cells. */
const MARGIN = 10;
/** The font size at which common monospaced fonts are as wide as a cell. */
const FONT = 16.6;
const BASELINE = 15;

interface Look {
  readonly fill: string;
  readonly ground: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
}

interface Run {
  readonly x: number;
  readonly css: string;
  text: string;
  cells: number;
}

/**
 * A terminal's cells as an SVG picture. Lines, blocks, braille and marks are shapes, so that no font can break
 * them. Letters keep their cells with any font, because each run of text states its length.
 */
export function toSvg(
  screen: Pick<Headless, 'cell'>,
  { columns, rows }: Size,
  theme: Theme,
  title: string,
): string {
  const width = columns * CELL.width + 2 * MARGIN;
  const height = rows * CELL.height + 2 * MARGIN;
  const picture = new Picture(theme);
  for (let y = 0; y < rows; y++) picture.row(screen, y, columns);
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-MARGIN} ${-MARGIN} ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${xmlText(title)}</title>`,
    `<style>text{font:${FONT}px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono','Noto Sans Mono CJK SC',monospace}.l,.t{fill:none;stroke-width:1.2}.t{stroke-width:2.6}${picture.styles()}</style>`,
    `<rect x="${-MARGIN}" y="${-MARGIN}" width="${width}" height="${height}" rx="8" fill="${theme.background}"/>`,
    ...picture.parts(),
  ].join('\n')}\n</svg>\n`;
}

class Picture {
  readonly #theme: Theme;
  readonly #grounds = new Map<string, Drawing>();
  readonly #shapes = new Map<string, Drawing>();
  readonly #classes = new Map<string, string>();
  readonly #texts: string[] = [];

  constructor(theme: Theme) {
    this.#theme = theme;
  }

  row(screen: Pick<Headless, 'cell'>, y: number, columns: number): void {
    let line = '';
    let run: Run | undefined;
    const end = () => {
      if (run) line += this.#text(run, y);
      run = undefined;
    };
    for (let x = 0; x < columns; x++) {
      const cell = screen.cell(x, y);
      if (cell.width === 0) continue;
      const look = lookOf(cell, this.#theme);
      if (look.ground !== this.#theme.background) {
        const [left, top] = [x * CELL.width, y * CELL.height];
        drawingOf(this.#grounds, look.ground).area(left, top, cell.width * CELL.width, CELL.height);
      }
      if (look.underline) {
        const line = [x * CELL.width, y * CELL.height + CELL.height - 3, cell.width * CELL.width, 1] as const;
        drawingOf(this.#shapes, look.fill).area(...line);
      }
      const blank = cell.chars === '' || cell.chars === ' ';
      if (blank || drawingOf(this.#shapes, look.fill).add(cell.chars, x, y)) {
        end();
        continue;
      }
      const css = this.#classOf(cssOf(look));
      // A character that common fonts may lack is a run of its own, because its width may differ.
      const sure = cell.width === 1 && /^[\x21-\xff]$/.test(cell.chars);
      if (!run || run.css !== css || !sure) end();
      run ??= { x, css, text: '', cells: 0 };
      run.text += cell.chars;
      run.cells += cell.width;
      if (!sure) end();
    }
    end();
    if (line !== '') this.#texts.push(line);
  }

  styles(): string {
    return [...this.#classes].map(([css, name]) => `.${name}{${css}}`).join('');
  }

  parts(): readonly string[] {
    return [...paint(this.#grounds), ...paint(this.#shapes), ...this.#texts];
  }

  #text({ x, css, text, cells }: Run, y: number): string {
    const length = cells > 1 ? ` textLength="${cells * CELL.width}"` : '';
    const place = `x="${x * CELL.width}" y="${y * CELL.height + BASELINE}"`;
    return `<text class="${css}" ${place}${length}>${xmlText(text)}</text>`;
  }

  #classOf(css: string): string {
    const known = this.#classes.get(css);
    if (known !== undefined) return known;
    const name = `c${this.#classes.size.toString(36)}`;
    this.#classes.set(css, name);
    return name;
  }
}

function paint(drawings: ReadonlyMap<string, Drawing>): string[] {
  return [...drawings].flatMap(([colour, drawing]) =>
    drawing
      .paths()
      .map(([kind, path]) =>
        kind === 'f'
          ? `<path fill="${colour}" d="${path}"/>`
          : `<path class="${kind}" stroke="${colour}" d="${path}"/>`,
      ),
  );
}

function drawingOf(drawings: Map<string, Drawing>, colour: string): Drawing {
  const drawing = drawings.get(colour) ?? new Drawing();
  drawings.set(colour, drawing);
  return drawing;
}

function lookOf(cell: HeadlessCell, theme: Theme): Look {
  const fill = colour(cell.fg, theme.tones.plain.fg?.hex ?? '#888888');
  const ground = colour(cell.bg, theme.background);
  const { bold, italic, underline } = cell;
  const [front, back] = cell.inverse ? [ground, fill] : [fill, ground];
  return { fill: front, ground: back, bold, italic, underline };
}

function cssOf({ fill, bold, italic }: Look): string {
  return [
    `fill:${fill}`,
    ...(bold ? ['font-weight:700'] : []),
    ...(italic ? ['font-style:italic'] : []),
  ].join(';');
}

/** The sixteen palette colours of xterm; other terminals have their own. */
const SIXTEEN = [
  '#000000 #cd0000 #00cd00 #cdcd00 #0000ee #cd00cd #00cdcd #e5e5e5',
  '#7f7f7f #ff0000 #00ff00 #ffff00 #5c5cff #ff00ff #00ffff #ffffff',
].flatMap((colours) => colours.split(' '));

/** @throws RangeError for a colour of the 256-colour palette above 15: pictures use true colours or the sixteen. */
function colour(code: number, standard: string): string {
  if (code < 0) return standard;
  if (code >= 0x1000000) return `#${(code & 0xffffff).toString(16).padStart(6, '0')}`;
  const known = SIXTEEN[code];
  if (known === undefined) throw new RangeError(`Colour ${code} of the palette has no place in a picture`);
  return known;
}
