import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type IPty, spawn } from '@lydell/node-pty';
import { type Headless, headless } from '../../support/headless.ts';
import { cache } from './build.ts';
import { pause } from './numbers.ts';

/** Bytes that came from the program at once, and their time (`performance.now`). */
export interface Chunk {
  readonly at: number;
  readonly data: Buffer;
}

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** "What are you?" (DA1), and what an xterm answers. */
const ASKED = '\x1b[c';
const ANSWER = '\x1b[?62;22c';

export const COLUMNS = 120;
export const ROWS = 40;

/** A program in a pseudo-terminal of 120×40, with everything that it wrote, to the byte. */
export class Program {
  readonly pty: IPty;
  readonly startedAt = performance.now();
  readonly chunks: Chunk[] = [];
  readonly home = mkdtempSync(join(tmpdir(), 'castwatch-bench-'));
  #screen: Headless | undefined;
  #written: Promise<void> = Promise.resolve();
  #ended = false;
  readonly #end: Promise<void>;
  readonly #listeners = new Set<(chunk: Chunk) => void>();

  /** `watched`: the bytes are also written to a headless terminal, so that `sees` can read it. */
  constructor({ file, args, env }: Command, watched = false) {
    this.#screen = watched ? headless(COLUMNS, ROWS) : undefined;
    this.pty = spawn(file, [...args], {
      name: 'xterm-256color',
      cols: COLUMNS,
      rows: ROWS,
      cwd: this.home,
      encoding: null,
      env: {
        PATH: process.env.PATH ?? '',
        HOME: this.home,
        XDG_CACHE_HOME: cache,
        COLORTERM: 'truecolor',
        LANG: 'C.UTF-8',
        TZ: 'UTC',
        ...env,
      },
    });
    // Without an encoding the chunks are bytes, whatever the type says.
    this.pty.onData((data: unknown) => {
      const chunk = { at: performance.now(), data: data as Buffer };
      this.chunks.push(chunk);
      // A terminal answers this at once, and programs wait for it.
      if (chunk.data.includes(ASKED)) this.pty.write(ANSWER);
      if (this.#screen) this.#written = this.#screen.write(chunk.data);
      for (const listener of this.#listeners) listener(chunk);
    });
    this.#end = new Promise((resolve) => {
      this.pty.onExit(() => {
        this.#ended = true;
        resolve();
      });
    });
  }

  get pid(): number {
    return this.pty.pid;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** From a key to the first byte that comes back, ms. */
  echo(key: string): Promise<number> {
    return new Promise((resolve) => {
      const start = performance.now();
      const off = this.onChunk(({ at }) => {
        off();
        resolve(at - start);
      });
      this.pty.write(key);
    });
  }

  onChunk(listener: (chunk: Chunk) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  bytes(): number {
    return this.chunks.reduce((sum, { data }) => sum + data.length, 0);
  }

  async text(): Promise<string> {
    await this.#written;
    return this.#screen?.text().join('\n') ?? '';
  }

  /** The time of the chunk with which the screen showed it, ms after the start. */
  async sees(what: (text: string) => boolean, patience = 20_000): Promise<number> {
    const until = performance.now() + patience;
    for (let seen = 0; performance.now() < until && !this.#ended; ) {
      if (this.chunks.length > seen) {
        seen = this.chunks.length;
        if (what(await this.text())) return (this.chunks[seen - 1]?.at ?? Number.NaN) - this.startedAt;
      }
      await pause(1);
    }
    throw new Error(`Waited in vain for ${what}. The screen:\n${await this.text()}`);
  }

  /** From here on the bytes are only counted, because drawing them would delay the measurement. */
  async unwatch(): Promise<void> {
    await this.#written;
    this.#screen?.dispose();
    this.#screen = undefined;
  }

  /** Presses the key that ends it, and waits at most two seconds for its end. */
  async quit(): Promise<void> {
    this.pty.write('q');
    await Promise.race([this.#end, pause(2_000)]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#ended) this.pty.kill('SIGKILL');
    await this.#end;
    this.#screen?.dispose();
    rmSync(this.home, { recursive: true, force: true });
  }
}
