import type { Charset } from '../../base/charset.ts';
import type { Line, Rect } from '../../base/text.ts';
import type { ResolvedTheme } from '../theme/resolve.ts';
import { Grid } from './grid.ts';

interface Surface {
  rect: Rect;
  lines: readonly Line[];
  layer: number;
  grid: Grid;
}

/** Surfaces by layer. A surface is painted once; after that only its changed rows are. */
export class Compositor {
  #theme: ResolvedTheme;
  readonly #charset: Charset;
  readonly #surfaces = new Map<string, Surface>();
  #stack: Surface[] = [];

  constructor(theme: ResolvedTheme, charset: Charset) {
    this.#theme = theme;
    this.#charset = charset;
  }

  setTheme(theme: ResolvedTheme): void {
    this.#theme = theme;
    this.repaintAll();
  }

  /** False if the surface has not changed. */
  setSurface(id: string, rect: Rect, lines: readonly Line[], layer: number): boolean {
    const known = this.#surfaces.get(id);
    if (known === undefined) {
      const surface = { rect, lines, layer, grid: new Grid(cells(rect.width), cells(rect.height)) };
      this.#surfaces.set(id, surface);
      this.#restack();
      this.#paintSurface(surface, []);
      return true;
    }
    if (known.lines === lines && known.layer === layer && sameRect(known.rect, rect)) return false;
    const before = known.lines;
    const resized = known.rect.width !== rect.width || known.rect.height !== rect.height;
    if (resized) known.grid = new Grid(cells(rect.width), cells(rect.height));
    known.rect = rect;
    known.lines = lines;
    if (known.layer !== layer) {
      known.layer = layer;
      this.#restack();
    }
    this.#paintSurface(known, resized ? [] : before);
    return true;
  }

  removeSurface(id: string): boolean {
    const gone = this.#surfaces.delete(id);
    if (gone) this.#restack();
    return gone;
  }

  repaintAll(): void {
    for (const surface of this.#stack) this.#paintSurface(surface, []);
  }

  /** Draws all layers into a grid of the window's size. */
  compose(into: Grid): void {
    into.clear();
    for (const surface of this.#stack) into.blit(surface.grid, surface.rect.x, surface.rect.y);
  }

  #paintSurface(surface: Surface, before: readonly Line[]): void {
    for (let y = 0; y < surface.grid.height; y++) {
      const line = surface.lines[y] ?? NO_LINE;
      if (before.length > 0 && (before[y] ?? NO_LINE) === line) continue;
      surface.grid.line(y, line, this.#theme, this.#charset);
    }
  }

  #restack(): void {
    this.#stack = [...this.#surfaces.values()].sort((a, b) => a.layer - b.layer);
  }
}

const NO_LINE: Line = [];

/** A size from the layout as a whole number that is not negative. */
function cells(size: number): number {
  return Math.max(0, Math.floor(size) || 0);
}

export function sameRect(a: Rect, b: Rect): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}
