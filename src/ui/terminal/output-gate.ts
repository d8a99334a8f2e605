/** The output stream of the terminal: `process.stdout`, or a substitute in tests. */
export interface TerminalOutput {
  /** Calls `done` once the data is handed to the system. Returns false if too much is still queued. */
  write(data: string, done: () => void): boolean;
  on(event: 'resize', listener: () => void): unknown;
  off(event: 'resize', listener: () => void): unknown;
  /** Bytes that are still queued after `write` has returned. */
  readonly writableLength?: number | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
}

/** Most bytes of sequences that wait for a terminal that does not drain; the oldest are dropped first. */
const PENDING_LIMIT_BYTES = 64 * 1024;

/** One write at a time: until the terminal has accepted it no frame is made, and other sequences wait here. */
export class OutputGate {
  readonly #output: TerminalOutput;
  readonly #onOpen: () => void;
  #closed = false;
  #waiting: string[] = [];

  constructor(output: TerminalOutput, onOpen: () => void) {
    this.#output = output;
    this.#onOpen = onOpen;
  }

  /** The terminal has not accepted the last write yet. */
  get closed(): boolean {
    return this.#closed;
  }

  write(data: string): void {
    let done = false;
    const taken = this.#output.write(data, () => {
      done = true;
      this.#open();
    });
    // Even one queued byte closes the gate, because the next write would wait behind it.
    this.#closed = !done && (!taken || (this.#output.writableLength ?? 0) > 0);
  }

  /** Keeps a sequence until `send`. */
  queue(sequence: string): void {
    this.#waiting.push(sequence);
    let size = this.#waiting.reduce((sum, text) => sum + text.length, 0);
    while (size > PENDING_LIMIT_BYTES && this.#waiting.length > 1) size -= this.#waiting.shift()?.length ?? 0;
  }

  /** Writes what is queued if the gate is open. */
  send(): void {
    if (this.#closed || this.#waiting.length === 0) return;
    this.write(this.#waiting.splice(0).join(''));
  }

  #open(): void {
    if (!this.#closed) return;
    this.#closed = false;
    this.#onOpen();
  }
}
