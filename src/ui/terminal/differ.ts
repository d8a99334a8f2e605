import { isUndisputedWide } from '../../base/fast-width.ts';
import { isPlain } from '../../base/plain.ts';
import { blankId, PLAIN_ID, sgr, UNKNOWN_STYLE } from '../theme/style.ts';
import { CONTINUED, cellBytes, cellText, SPACE } from './cells.ts';
import type { Grid } from './grid.ts';

/** The column of the terminal's cursor is not known. */
const SOMEWHERE = -1;
/** Characters that are joined to a string at once. */
const RUN_CHARACTERS = 256;

/**
 * Writes the next frame with as few bytes as possible. Unchanged cells are skipped by a cursor move or written
 * again, whichever is shorter, and the style changes only where a cell needs it. Cursor and style are remembered
 * between frames. Private methods take plain numbers, and more than four: they run for each changed cell, and an
 * options object would be allocated each time.
 */
export class Differ {
  #x = SOMEWHERE;
  #y = SOMEWHERE;
  #style = UNKNOWN_STYLE;
  #out = '';
  /** Characters after `#out`: one string for each would cause most of the allocations of a frame. */
  readonly #run = new Uint16Array(RUN_CHARACTERS);
  #runLength = 0;

  /** Another program has written to the terminal, so cursor and style are unknown. */
  forget(): void {
    this.#x = SOMEWHERE;
    this.#y = SOMEWHERE;
    this.#style = UNKNOWN_STYLE;
  }

  /** The bytes that move the cursor to a cell. */
  place(x: number, y: number): string {
    this.#out = '';
    this.#move(x, y);
    return this.#taken();
  }

  /** The bytes that change the terminal from `shown` to `next` of the same size; both are equal afterwards. */
  update(shown: Grid, next: Grid): string {
    this.#out = '';
    for (let y = 0; y < next.height; y++) this.#row(shown, next, y);
    return this.#taken();
  }

  #taken(): string {
    this.#endRun();
    return this.#out;
  }

  #put(text: string): void {
    if (text === '') return;
    this.#endRun();
    this.#out += text;
  }

  #putCode(code: number): void {
    if (code > 0xffff) {
      this.#put(cellText(code));
      return;
    }
    if (this.#runLength === RUN_CHARACTERS) this.#endRun();
    this.#run[this.#runLength++] = code;
  }

  #endRun(): void {
    if (this.#runLength === 0) return;
    this.#out += Reflect.apply(String.fromCharCode, undefined, this.#run.subarray(0, this.#runLength));
    this.#runLength = 0;
  }

  #row(shown: Grid, next: Grid, y: number): void {
    const start = y * next.width;
    const end = start + next.width;
    let last = end - 1;
    while (last >= start && isSameCell(shown, next, last)) last--;
    if (last < start) return;
    let tail = end; // from here on nothing but blanks
    while (tail > start && isBlank(next, tail - 1)) tail--;
    let forced = start; // cells before this may have been damaged by a disputed character
    for (let at = start; at < end && (at <= last || at < forced); at++) {
      if (at >= forced && isSameCell(shown, next, at)) continue;
      while (at > start && next.codes[at] === CONTINUED) at--;
      this.#reach(next, start, at, y);
      if (at >= tail && Math.max(last, forced - 1) - at >= 3) {
        this.#setStyle(PLAIN_ID);
        this.#put('\x1b[K');
        break;
      }
      const blanks = this.#erase(shown, next, at, last, forced);
      if (blanks > 0) {
        at += blanks - 1;
        continue;
      }
      const width = widthAt(next, at, end);
      forced = Math.max(forced, Math.min(end, at + width + this.#write(next, at, start, y, width)));
      at += width - 1;
    }
    shown.codes.set(next.codes.subarray(start, end), start);
    shown.styles.set(next.styles.subarray(start, end), start);
  }

  /** Blanks a run of cells with ECH. Returns the number of cells, or 0 if writing blanks is shorter. */
  #erase(shown: Grid, next: Grid, from: number, last: number, forced: number): number {
    let count = 0;
    let changed = 0;
    let to = from;
    for (; to <= last && isBlank(next, to); to++) {
      if (to >= forced && isSameCell(shown, next, to)) continue;
      changed++;
      count = to - from + 1;
    }
    const goesOn = to <= last;
    if (changed <= 3 + digits(count) + (goesOn ? 3 + digits(count) : 0)) return 0;
    this.#setStyle(PLAIN_ID);
    this.#put(`\x1b[${count}X`);
    return count;
  }

  /** Writes a character; returns how many cells after it are damaged if the terminal disagrees about its width. */
  #write(next: Grid, at: number, start: number, y: number, width: number): number {
    const code = next.codes[at] ?? SPACE;
    const style = next.styles[at] ?? PLAIN_ID;
    const x = at - start;
    if (code === SPACE) this.#setBlankStyle(style);
    else this.#setStyle(style);
    if (isPlain(code) || isUndisputedWide(code)) {
      this.#putCode(code);
      this.#advance(x + width, next.width);
      return 0;
    }
    // Terminals disagree about the width of this character: blank its place first, and move absolutely afterwards.
    const text = cellText(code);
    this.#put(' '.repeat(width));
    this.#x = SOMEWHERE;
    this.#move(x, y);
    this.#put(text);
    this.#x = SOMEWHERE;
    return 2 * Array.from(text).length - width;
  }

  /** Moves the cursor to a cell: by a move, or by writing the unchanged cells between again. */
  #reach(next: Grid, start: number, at: number, y: number): void {
    const x = at - start;
    if (this.#y === y && this.#x === x) return;
    const move = moveTo(this.#x, this.#y, x, y);
    const style = effectiveStyle(next, at, this.#style);
    const budget = move.length + sgr(this.#style, style).length;
    const from = this.#y === y && this.#x !== SOMEWHERE && this.#x < x ? this.#x : 0;
    const before = from === 0 && !(this.#y === y && this.#x === 0) ? moveTo(this.#x, this.#y, 0, y) : '';
    if (before.length + this.#rewriteCost(next, start + from, at, budget - before.length) < budget) {
      this.#put(before);
      for (let cell = start + from; cell < at; cell++) {
        if (next.codes[cell] === CONTINUED) continue;
        this.#write(next, cell, start, y, 1);
      }
    } else {
      this.#put(move);
    }
    this.#x = x;
    this.#y = y;
  }

  /** Number of bytes for writing the cells again, with their styles and that of the cell after them. */
  #rewriteCost(next: Grid, from: number, to: number, budget: number): number {
    let cost = 0;
    let style = this.#style;
    for (let at = from; at <= to && cost < budget; at++) {
      const wanted = effectiveStyle(next, at, style);
      cost += sgr(style, wanted).length;
      style = wanted;
      if (at === to) break;
      const code = next.codes[at] ?? SPACE;
      if (!isPlain(code)) return Number.POSITIVE_INFINITY;
      cost += cellBytes(code);
    }
    return cost;
  }

  #move(x: number, y: number): void {
    this.#put(moveTo(this.#x, this.#y, x, y));
    this.#x = x;
    this.#y = y;
  }

  /** After the last column terminals differ in where the cursor is, so it counts as unknown. */
  #advance(x: number, width: number): void {
    this.#x = x < width ? x : SOMEWHERE;
  }

  #setStyle(style: number): void {
    this.#put(sgr(this.#style, style));
    this.#style = style;
  }

  #setBlankStyle(style: number): void {
    if (this.#style === UNKNOWN_STYLE || blankId(this.#style) !== blankId(style))
      this.#setStyle(blankId(style));
  }
}

/** The style that the terminal has after a cell was written, starting from `style`. */
function effectiveStyle(grid: Grid, at: number, style: number): number {
  const wanted = grid.styles[at] ?? PLAIN_ID;
  if (grid.codes[at] !== SPACE) return wanted;
  return style !== UNKNOWN_STYLE && blankId(style) === blankId(wanted) ? style : blankId(wanted);
}

function isSameCell(shown: Grid, next: Grid, at: number): boolean {
  const code = next.codes[at];
  if (shown.codes[at] !== code) return false;
  const was = shown.styles[at] ?? PLAIN_ID;
  const is = next.styles[at] ?? PLAIN_ID;
  return was === is || (code === SPACE && blankId(was) === blankId(is));
}

function isBlank(grid: Grid, at: number): boolean {
  return grid.codes[at] === SPACE && blankId(grid.styles[at] ?? PLAIN_ID) === PLAIN_ID;
}

function widthAt(grid: Grid, at: number, end: number): number {
  let width = 1;
  while (at + width < end && grid.codes[at + width] === CONTINUED) width++;
  return width;
}

function digits(value: number): number {
  if (value < 10) return 1;
  return value < 100 ? 2 : 3;
}

/**
 * The shortest cursor movement from (fromX, fromY) to (x, y), counted from 0; −1 is an unknown coordinate. A line
 * feed is always written with a carriage return, because the terminal driver may or may not add one.
 */
export function moveTo(fromX: number, fromY: number, x: number, y: number): string {
  if (fromX === x && fromY === y) return '';
  // The most common case; nothing is shorter.
  if (fromY === y && fromX >= 0 && fromX < x) return forward(x - fromX);
  let best = absolute(x, y);
  const offer = (candidate: string) => {
    if (candidate.length < best.length) best = candidate;
  };
  if (fromY < 0) return best;
  const down = y - fromY;
  if (down === 0) {
    offer(`\x1b[${x + 1}G`);
    if (x === 0) return '\r';
    offer(`\r${forward(x)}`);
    if (fromX >= 0) offer(fromX - x < 4 ? '\b'.repeat(fromX - x) : csi(fromX - x, 'D'));
    return best;
  }
  if (down > 0 && down < 3) offer(`\r${'\n'.repeat(down)}${forward(x)}`);
  if (fromX === x) offer(vertical(down));
  if (x === 0) offer(`${vertical(down)}\r`);
  return best;
}

function absolute(x: number, y: number): string {
  if (x > 0) return `\x1b[${y + 1};${x + 1}H`;
  return y > 0 ? `\x1b[${y + 1}H` : '\x1b[H';
}

function forward(count: number): string {
  return count === 0 ? '' : csi(count, 'C');
}

function vertical(down: number): string {
  return down > 0 ? csi(down, 'B') : csi(-down, 'A');
}

function csi(count: number, final: string): string {
  return count === 1 ? `\x1b[${final}` : `\x1b[${count}${final}`;
}
