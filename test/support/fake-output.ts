import { EventEmitter } from 'node:events';
import type { TerminalOutput } from '../../src/ui/terminal/screen.ts';

/** A terminal's output that keeps what is written; `blocked` makes it refuse more, as a slow link does. */
export class FakeOutput extends EventEmitter implements TerminalOutput {
  readonly isTTY = true;
  columns: number;
  rows: number;
  blocked = false;
  readonly writes: string[] = [];

  constructor(columns: number, rows: number) {
    super();
    this.columns = columns;
    this.rows = rows;
  }

  write(data: string): boolean {
    this.writes.push(data);
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
    this.emit('drain');
  }
}
