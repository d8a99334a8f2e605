import { expect } from 'vitest';
import type { ScreenName } from '../../src/actions/screen-table.ts';
import type { Ground, Line } from '../../src/base/text.ts';
import { fitLine, sliceLine } from '../../src/base/width.ts';
import { Runtime } from '../../src/ui/program/runtime.ts';
import type { Services } from '../../src/ui/services.ts';
import type { OpenDialog, UiState } from '../../src/ui/shell.ts';
import { createUiStore } from '../../src/ui/store.ts';
import type { Pane } from '../../src/ui/view.ts';
import { textOf } from './drawn-table.ts';
import { pressOn } from './key-press.ts';
import { plainDisplay } from './plain-view.ts';
import { rowsOf } from './screen-rows.ts';

/** A runtime with the actions of a user: press, type, paste, read. Every drawn frame is kept. */
export class UiDriver {
  readonly runtime: Runtime;
  readonly frames: string[] = [];
  quits = 0;
  #size: { columns: number; rows: number };

  constructor(services: Services, size = { columns: 80, rows: 24 }, screen: ScreenName = 'users') {
    this.#size = size;
    this.runtime = new Runtime(services, createUiStore(screen, plainDisplay), size, () => this.quits++);
    this.runtime.subscribe(() => this.frames.push(this.#draw()));
  }

  /** Keys by their names: `tab`, `ctrl-r`, `x`. */
  press(...names: string[]): this {
    for (const name of names) pressOn(this.runtime, name);
    return this;
  }

  type(text: string): this {
    return this.press(...text);
  }

  paste(text: string): this {
    this.runtime.act({ name: undefined, text });
    this.runtime.draw();
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

  /** The text of the screen, wherever its rows break. */
  get words(): string {
    return this.screen.replace(/[│└┘┌┐─\s]+/g, ' ');
  }

  /** That the screen shows all of these. */
  sees(...what: readonly (string | RegExp)[]): this {
    for (const one of what) expect(this.screen).toMatch(one);
    return this;
  }

  /** That it shows none of them. */
  lacks(...what: readonly (string | RegExp)[]): this {
    for (const one of what) expect(this.screen).not.toMatch(one);
    return this;
  }

  pane(id: string): Pane | undefined {
    return this.runtime.panes().find((pane) => pane.id === id);
  }

  /** The rows of a pane, with its border. */
  rows(id: string): string[] {
    return (this.pane(id)?.lines ?? []).map(textOf);
  }

  /** What stands on this ground, in any pane or in those whose names begin like this. */
  on(ground: Ground, panes = ''): string[] {
    const lines = this.runtime.panes().flatMap(({ id, lines }) => (id.startsWith(panes) ? lines : []));
    return lines.flatMap((line) => line.flatMap(({ on, text }) => (on === ground ? [text] : [])));
  }

  /** The panes whose names begin like this, between tabs and footer, side by side; dialogs over them are left out. */
  body(panes: string = this.ui.screen): string {
    this.runtime.resize(this.#size);
    const shown = this.runtime.panes().filter(({ id }) => id.startsWith(panes));
    return rowsOf(shown, this.runtime.area).join('\n');
  }

  get ui(): UiState {
    return this.runtime.ui.getState();
  }

  /** What a screen keeps, by default the one that is shown. */
  slice(screen: ScreenName = this.ui.screen): Readonly<Record<string, unknown>> {
    return (this.ui.slices[screen] ?? {}) as Readonly<Record<string, unknown>>;
  }

  get dialogs(): readonly OpenDialog[] {
    return this.ui.dialogs;
  }

  get notice(): string {
    return this.ui.notice?.text ?? '';
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
