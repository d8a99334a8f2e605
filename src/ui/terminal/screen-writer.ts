import { Writable } from 'node:stream';
import type { Charset } from '../../base/charset.ts';
import type { Clock } from '../../base/clock.ts';
import type { Line, Rect } from '../../base/text.ts';
import type { ResolvedTheme } from '../theme/resolve.ts';
import { clustersFull, forgetClusters } from './cells.ts';
import { Compositor } from './compositor.ts';
import { Differ } from './differ.ts';
import { Grid } from './grid.ts';
import { type Modes, switchedModes } from './ink-output.ts';
import { OutputGate, type TerminalOutput } from './output-gate.ts';

export interface ScreenOptions {
  readonly output: TerminalOutput;
  readonly theme: ResolvedTheme;
  readonly clock: Clock;
  readonly charset?: Charset;
  /** Least time between two paints, ms (`--low-bandwidth`); `flush()` does not wait. */
  readonly minInterval?: number;
}

export interface CursorPosition {
  readonly x: number;
  readonly y: number;
}

const SYNC_BEGIN = '\x1b[?2026h';
const SYNC_END = '\x1b[?2026l';
/** A shorter frame arrives in one piece over any link: the marks of synchronized output would be a tenth of it. */
const SYNCED_FROM_BYTES = 400;
const SHOW_CURSOR = '\x1b[?25h';
const HIDE_CURSOR = '\x1b[?25l';
/** After a resize React needs this time for the new layout, ms; painting at once would show the old layout. */
const RESIZE_SETTLE_MS = 8;
/** Upper limit of the size. A terminal may report 65,535 × 65,535 cells, which would need 16 GB. */
const MOST_CELLS = { columns: 1_000, rows: 400 } as const;

/**
 * The screen writer. Surfaces deliver finished rows (`setSurface`). Once per turn the changed cells are written to
 * the terminal in one write, with as few bytes as possible; a large write is synchronized output, and without
 * changes nothing is written. While the terminal does not drain, nothing is queued, and the newest state is painted
 * afterwards (events `backed-up` and `drained`). It is also Ink's `stdout`: of Ink's output only keyboard and paste
 * modes are passed on, because its frames are empty.
 */
export class Screen extends Writable {
  readonly isTTY = true;
  readonly #output: TerminalOutput;
  readonly #gate: OutputGate;
  readonly #clock: Clock;
  readonly #differ = new Differ();
  readonly #compositor: Compositor;
  #shown: Grid;
  #next: Grid;
  #cursor: CursorPosition | undefined;
  #shownCursor: CursorPosition | undefined;
  #cursorShown = false;
  #modes: Modes = { paste: false, kitty: '' };
  #dirty = false;
  #scheduled = false;
  #urgent = false;
  #paused = false;
  #minInterval: number;
  #paintedAt = Number.NEGATIVE_INFINITY;
  #cancelWait: (() => void) | undefined;

  constructor(options: ScreenOptions) {
    super({ decodeStrings: false });
    this.#output = options.output;
    this.#gate = new OutputGate(options.output, () => this.#onOpen());
    this.#clock = options.clock;
    this.#minInterval = options.minInterval ?? 0;
    const { columns, rows } = sizeOf(options.output);
    this.#shown = new Grid(columns, rows);
    this.#shown.forget();
    this.#next = new Grid(columns, rows);
    this.#compositor = new Compositor(options.theme, options.charset ?? 'unicode');
    this.#output.on('resize', this.#onResize);
  }

  get columns(): number {
    return this.#shown.width;
  }

  get rows(): number {
    return this.#shown.height;
  }

  /** The modes that were switched on in the terminal through this screen. */
  get modes(): Modes {
    return this.#modes;
  }

  /** Places rows on the screen. Cheap if `lines` or its rows are the same objects as before. */
  setSurface(id: string, rect: Rect, lines: readonly Line[], layer = 0): void {
    if (this.#compositor.setSurface(id, rect, lines, layer)) this.#change();
  }

  removeSurface(id: string): void {
    if (this.#compositor.removeSurface(id)) this.#change();
  }

  /** Shows the terminal's cursor at a cell (in a text field), or hides it. */
  cursor(position: CursorPosition | undefined): void {
    if (position?.x === this.#cursor?.x && position?.y === this.#cursor?.y) return;
    this.#cursor = position;
    this.#change();
  }

  setTheme(theme: ResolvedTheme): void {
    this.#compositor.setTheme(theme);
    this.#change();
  }

  /** Least time between two paints, ms; 0 paints in every turn with a change. */
  setMinInterval(ms: number): void {
    this.#minInterval = ms;
    this.#change();
  }

  /** Writes every cell again, without clearing the screen first. */
  repaint(): void {
    this.#shown.forget();
    this.#differ.forget();
    this.#shownCursor = undefined;
    this.#cursorShown = true; // unknown: says it once more
    this.#change();
  }

  /**
   * Paints the current changes and the next one without waiting for the least interval, so that the echo of a key
   * is fast (React may deliver it slightly later). It still waits for a congested terminal.
   */
  flush(): void {
    this.#paint();
    this.#urgent = true;
  }

  /** Another program uses the terminal (Ctrl-Z, an editor): nothing is written until `resume`. */
  pause(): void {
    this.#paused = true;
  }

  resume(): void {
    this.#paused = false;
    this.#gate.send();
    this.repaint();
  }

  /** Sends a sequence that changes no cells (title, clipboard, bell), never inside a frame. */
  control(sequence: string): void {
    this.#gate.queue(sequence);
    if (!this.#paused) this.#gate.send();
  }

  override _write(chunk: unknown, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    const data = String(chunk);
    const modes = switchedModes(data, this.#modes);
    if (modes) {
      this.#modes = modes;
      this.control(data);
    }
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#cancelWait?.();
    this.#paused = true;
    this.#output.off('resize', this.#onResize);
    done(error);
  }

  readonly #onResize = (): void => {
    const { columns, rows } = sizeOf(this.#output);
    if (columns === this.columns && rows === this.rows) return;
    this.#shown = new Grid(columns, rows);
    this.#next = new Grid(columns, rows);
    this.#urgent = false;
    this.repaint();
    this.#wait(RESIZE_SETTLE_MS);
    this.emit('resize');
  };

  #change(): void {
    this.#dirty = true;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#scheduled || (this.#cancelWait !== undefined && !this.#urgent)) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      if (!this.#dirty) return;
      const left = this.#paintedAt + this.#minInterval - this.#clock.monotonic();
      if (this.#urgent || (left <= 0 && this.#cancelWait === undefined)) this.#paint();
      else if (this.#cancelWait === undefined) this.#wait(left);
    });
  }

  #wait(ms: number): void {
    this.#cancelWait?.();
    this.#cancelWait = this.#clock.after(ms, () => {
      this.#cancelWait = undefined;
      if (this.#dirty) this.#paint();
    });
  }

  #paint(): void {
    if (!this.#dirty || this.#paused || this.#gate.closed) return;
    this.#dirty = false;
    this.#urgent = false;
    this.#cancelWait?.();
    this.#cancelWait = undefined;
    this.#paintedAt = this.#clock.monotonic();
    if (clustersFull()) {
      forgetClusters();
      this.#compositor.repaintAll();
      this.#shown.forget();
    }
    this.#compositor.compose(this.#next);
    const cells = this.#differ.update(this.#shown, this.#next);
    const cursor = this.#placeCursor(cells !== '');
    if (cells === '' && cursor === '') return;
    const frame = cells + cursor;
    this.#gate.write(frame.length < SYNCED_FROM_BYTES ? frame : SYNC_BEGIN + frame + SYNC_END);
    if (this.#gate.closed) this.emit('backed-up');
  }

  #placeCursor(moved: boolean): string {
    const wanted = this.#cursor;
    if (wanted === undefined || wanted.x >= this.columns || wanted.y >= this.rows) {
      const hide = this.#cursorShown ? HIDE_CURSOR : '';
      this.#cursorShown = false;
      this.#shownCursor = undefined;
      return hide;
    }
    const there = !moved && this.#shownCursor?.x === wanted.x && this.#shownCursor.y === wanted.y;
    if (there) return '';
    const show = this.#shownCursor === undefined ? SHOW_CURSOR : '';
    this.#shownCursor = wanted;
    this.#cursorShown = true;
    return this.#differ.place(wanted.x, wanted.y) + show;
  }

  #onOpen(): void {
    this.emit('drained');
    if (!this.#paused) this.#gate.send();
    if (this.#dirty) this.#schedule();
  }
}

function sizeOf({ columns, rows }: TerminalOutput): { columns: number; rows: number } {
  return {
    columns: Math.min(columns || 80, MOST_CELLS.columns),
    rows: Math.min(rows || 24, MOST_CELLS.rows),
  };
}
