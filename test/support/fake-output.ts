import { EventEmitter } from 'node:events';
import type { TerminalOutput } from '../../src/ui/terminal/output-gate.ts';

/** A terminal's output that keeps what is written; `blocked` makes it refuse more, like a slow link. */
export class FakeOutput extends EventEmitter implements TerminalOutput {
  readonly isTTY = true;
  columns: number;
  rows: number;
  blocked = false;
  readonly writes: string[] = [];
  readonly #waiting: (() => void)[] = [];

  constructor(columns: number, rows: number) {
    super();
    this.columns = columns;
    this.rows = rows;
  }

  write(data: string, done: () => void): boolean {
    this.writes.push(data);
    if (this.blocked) this.#waiting.push(done);
    else done();
    return !this.blocked;
  }

  /** Everything written since the last call. */
  take(): string {
    return this.writes.splice(0).join('');
  }

  resize(columns: number, rows: number): void {
    this.columns = columns;
    this.rows = rows;
    this.emit('resize');
  }

  drain(): void {
    this.blocked = false;
    for (const done of this.#waiting.splice(0)) done();
  }
}
