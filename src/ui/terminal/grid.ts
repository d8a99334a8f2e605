import { type Charset, inCharset } from '../../base/charset.ts';
import { isPlain } from '../../base/plain.ts';
import { safeText } from '../../base/safe-text.ts';
import type { Line } from '../../base/text.ts';
import { graphemes, textWidth } from '../../base/width.ts';
import type { ResolvedTheme } from '../theme/resolve.ts';
import { PLAIN_ID } from '../theme/style.ts';
import { CONTINUED, cellCode, SPACE, UNKNOWN } from './cells.ts';

/**
 * A rectangle of cells: the content of each (see `cells.ts`) and the id of its style. `text` takes plain values
 * instead of an options object, because it runs for each span of each frame.
 */
export class Grid {
  readonly width: number;
  readonly height: number;
  readonly codes: Uint32Array;
  readonly styles: Uint16Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.codes = new Uint32Array(width * height).fill(SPACE);
    this.styles = new Uint16Array(width * height);
  }

  /** Nothing is known about what the terminal shows: the next difference includes every cell. */
  forget(): void {
    this.codes.fill(UNKNOWN);
  }

  clear(): void {
    this.codes.fill(SPACE);
    this.styles.fill(PLAIN_ID);
  }

  /** Copies `from` into this grid at (x, y). Parts outside are cut; half of a wide character becomes blank. */
  blit(from: Grid, x: number, y: number): void {
    const left = Math.max(0, x);
    const right = Math.min(this.width, x + from.width);
    if (left >= right) return;
    const bottom = Math.min(this.height, y + from.height);
    for (let row = Math.max(0, y); row < bottom; row++) {
      const source = (row - y) * from.width - x;
      const target = row * this.width;
      this.#split(row, left);
      this.#split(row, right);
      this.codes.set(from.codes.subarray(source + left, source + right), target + left);
      this.styles.set(from.styles.subarray(source + left, source + right), target + left);
      if (left > x) this.#blankRight(row, left);
      if (right < x + from.width && from.codes[source + right] === CONTINUED) this.#blankLeft(row, right - 1);
    }
  }

  /**
   * Writes text from cell `x` up to cell `end`; returns the cell after the text. All text passes here, and
   * characters that are not printable are never written, whatever the caller did.
   */
  text(y: number, x: number, end: number, text: string, style: number, charset: Charset = 'unicode'): number {
    const start = y * this.width;
    let at = x;
    const source = charset === 'unicode' ? text : inCharset(text, charset);
    for (let i = 0; i < source.length; i++) {
      const unit = source.charCodeAt(i);
      if (!isPlain(unit)) return this.#clusters(y, x, end, source, style);
      if (at >= end) break;
      this.codes[start + at] = unit;
      this.styles[start + at] = style;
      at++;
    }
    return at;
  }

  /** Paints a row of text over the whole width; the rest of the row becomes blank. */
  line(y: number, line: Line, theme: ResolvedTheme, charset: Charset = 'unicode'): void {
    let at = 0;
    for (const span of line) {
      if (at >= this.width) break;
      at = this.text(y, at, this.width, span.text, theme.id(span.tone, span.on), charset);
    }
    this.codes.fill(SPACE, y * this.width + at, (y + 1) * this.width);
    this.styles.fill(PLAIN_ID, y * this.width + at, (y + 1) * this.width);
  }

  #clusters(y: number, x: number, end: number, text: string, style: number): number {
    const start = y * this.width;
    let at = x;
    for (const part of graphemes(safeText(text))) {
      const width = textWidth(part);
      if (width === 0) continue; // a mark without a letter: a terminal would put it on the neighbour
      const fits = at + width <= end;
      const last = fits ? at + width : end;
      for (let cell = at; cell < last; cell++) {
        this.codes[start + cell] = fits ? CONTINUED : SPACE; // never half of a wide character
        this.styles[start + cell] = style;
      }
      if (fits) this.codes[start + at] = cellCode(part);
      at = last;
      if (at >= end) break;
    }
    return at;
  }

  /** A wide character across the left edge of cell `x` becomes blank. */
  #split(row: number, x: number): void {
    if (x <= 0 || x >= this.width || this.codes[row * this.width + x] !== CONTINUED) return;
    this.#blankRight(row, x);
    this.#blankLeft(row, x - 1);
  }

  #blankRight(row: number, x: number): void {
    const start = row * this.width;
    for (let at = x; at < this.width && this.codes[start + at] === CONTINUED; at++)
      this.codes[start + at] = SPACE;
  }

  #blankLeft(row: number, x: number): void {
    const start = row * this.width;
    let at = x;
    while (at > 0 && this.codes[start + at] === CONTINUED) this.codes[start + at--] = SPACE;
    this.codes[start + at] = SPACE;
  }
}
