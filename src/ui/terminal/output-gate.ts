/** The terminal's end of the screen: `process.stdout`, or something like it in tests. */
export interface TerminalOutput {
  /** Calls `done` once the data is handed to the system; false when there is too much that is not. */
  write(data: string, done: () => void): boolean;
  on(event: 'resize', listener: () => void): unknown;
  off(event: 'resize', listener: () => void): unknown;
  /** What is still queued, after `write` came back. */
  readonly writableLength?: number | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  readonly isTTY?: boolean | undefined;
}

/** Sequences that wait behind a terminal that does not drain; more than this is dropped, oldest first. */
const PENDING_LIMIT_BYTES = 64 * 1024;

/**
 * Lets one write through at a time. While the terminal has not taken it, the gate is closed: frames are not
 * even made, and the few sequences that are not part of a frame wait here.
 */
export class OutputGate {
  readonly #output: TerminalOutput;
  readonly #onOpen: () => void;
  #closed = false;
  #waiting: string[] = [];

  constructor(output: TerminalOutput, onOpen: () => void) {
    this.#output = output;
    this.#onOpen = onOpen;
  }

  /** The terminal does not take what was written yet. */
  get closed(): boolean {
    return this.#closed;
  }

  write(data: string): void {
    let done = false;
    const taken = this.#output.write(data, () => {
      done = true;
      this.#open();
    });
    // One byte in the queue is enough: what comes next would stand behind it.
    this.#closed = !done && (!taken || (this.#output.writableLength ?? 0) > 0);
  }

  /** Keeps a sequence until `send`. */
  queue(sequence: string): void {
    this.#waiting.push(sequence);
    let size = this.#waiting.reduce((sum, text) => sum + text.length, 0);
    while (size > PENDING_LIMIT_BYTES && this.#waiting.length > 1) size -= this.#waiting.shift()?.length ?? 0;
  }

  /** Writes what is queued, when the gate is open. */
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
