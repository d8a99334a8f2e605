import type { ScreenName } from '../../src/actions/screen-table.ts';
import type { Line } from '../../src/base/text.ts';
import { fitLine, sliceLine } from '../../src/base/width.ts';
import type { Dialog } from '../../src/ui/dialog.ts';
import { Runtime } from '../../src/ui/program/runtime.ts';
import type { Services } from '../../src/ui/services.ts';
import { createUiStore } from '../../src/ui/store.ts';
import { pressOn } from './key-press.ts';

/** A runtime with the actions of a user: press, type, paste, read. Every drawn frame is kept. */
export class UiDriver {
  readonly runtime: Runtime;
  readonly frames: string[] = [];
  quits = 0;
  #size: { columns: number; rows: number };

  constructor(services: Services, size = { columns: 80, rows: 24 }, screen: ScreenName = 'users') {
    this.#size = size;
    const ui = createUiStore(screen, { units: 'bits', times: 'relative', ascii: false, lowBandwidth: false });
    this.runtime = new Runtime(services, ui, size, () => {
      this.quits++;
    });
    this.runtime.subscribe(() => this.frames.push(this.#draw()));
  }

  /** Keys by their names: `tab`, `ctrl-r`, `x`. */
  press(...names: string[]): this {
    for (const name of names) {
      pressOn(this.runtime, name);
    }
    return this;
  }

  type(text: string): this {
    return this.press(...[...text].map((character) => (character === ' ' ? 'space' : character)));
  }

  paste(text: string): this {
    this.runtime.paste(text);
    return this;
  }

  resize(columns: number, rows: number): this {
    this.#size = { columns, rows };
    this.runtime.resize(this.#size);
    return this;
  }

  /** The current screen, rows separated by newlines. */
  get screen(): string {
    this.runtime.resize(this.#size);
    return this.#draw();
  }

  get dialogs(): readonly Dialog[] {
    return this.runtime.ui.getState().dialogs;
  }

  get notice(): string {
    return this.runtime.ui.getState().notice?.text ?? '';
  }

  #draw(): string {
    const { columns, rows } = this.#size;
    const screen: Line[] = Array.from({ length: rows }, () => [{ text: ' '.repeat(columns) }]);
    for (const { rect, lines } of this.runtime.panes().toSorted((a, b) => (a.layer ?? 0) - (b.layer ?? 0))) {
      for (const [index, line] of lines.entries()) {
        const under = screen[rect.y + index];
        if (!under) continue;
        const end = rect.x + rect.width;
        const whole = fitLine(line, rect.width);
        screen[rect.y + index] = [
          ...sliceLine(under, 0, rect.x),
          ...whole,
          ...sliceLine(under, end, columns - end),
        ];
      }
    }
    return screen.map((line) => line.map(({ text }) => text).join('')).join('\n');
  }
}
