import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type IPty, spawn } from '@lydell/node-pty';
import { type Headless, headless } from '../support/headless.ts';
import { newFolder } from '../support/new-folder.ts';

export interface LaunchOptions {
  readonly args: readonly string[];
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Puts files into the home directory before the program starts, and returns additions to its environment. */
  readonly prepare?: (home: string) => Readonly<Record<string, string>>;
  /** Another program than castwatch itself: its path, and arguments before `args`. */
  readonly command?: readonly [file: string, ...args: string[]];
}

/** Names of keys as bytes of a terminal. Other keys are typed as they are. */
const KEYS: Readonly<Record<string, string>> = {
  enter: '\r',
  esc: '\x1b',
  tab: '\t',
  'ctrl-c': '\x03',
  'ctrl-u': '\x15',
  'ctrl-z': '\x1a',
};

/** The program as it is shipped; `CASTWATCH_E2E_BUNDLE` names another build of it. */
export const bundle =
  process.env.CASTWATCH_E2E_BUNDLE ?? resolve(import.meta.dirname, '../../dist/castwatch.js');
// Without it each test would wait in vain for the first screen.
if (!existsSync(bundle)) throw new Error(`${bundle} does not exist: run npm run build first.`);
/** Shared by all programs of the tests, so that they do not all compile everything again. */
const cache = resolve(import.meta.dirname, '../../node_modules/.cache/castwatch-e2e');
/** The environment of a program that has this home and knows no other. */
export const homeEnv = (home: string) => ({
  PATH: process.env.PATH ?? '',
  HOME: home,
  XDG_CONFIG_HOME: join(home, 'config'),
  XDG_STATE_HOME: join(home, 'state'),
  XDG_CACHE_HOME: cache,
  TMPDIR: home,
  TZ: 'UTC',
});
/** A state that has not come after this time will not come, even on the slowest machine. */
const PATIENCE_MS = 90_000;
/** Synchronized output: the bytes between these are one frame. */
const FRAME_BEGINS = '\x1b[?2026h';
const FRAME_ENDS = '\x1b[?2026l';

/**
 * The real program in a real pseudo-terminal, its bytes in a headless terminal. Every wait is for a state of
 * the screen or the process, never for a time.
 */
export class Driver {
  readonly pty: IPty;
  readonly screen: Headless;
  /** Everything that the program wrote, to look for text that must not be there. */
  raw = '';
  exit: { readonly code: number; readonly signal: number } | undefined;
  readonly home: string;
  readonly #temporary: string;
  #written: Promise<void> = Promise.resolve();
  /** False while only part of a frame has arrived, because half of two screens is no valid state. */
  #whole = true;
  readonly #waiters = new Set<() => void>();

  constructor(options: LaunchOptions) {
    const { args, columns = 120, rows = 40 } = options;
    this.home = newFolder();
    this.#temporary = join(this.home, 'tmp');
    mkdirSync(this.#temporary);
    this.screen = headless(columns, rows);
    const prepared = options.prepare?.(this.home);
    const [file, ...first] = options.command ?? [process.execPath, bundle];
    this.pty = spawn(file, [...first, ...args], {
      name: options.env?.TERM ?? 'xterm-256color',
      cols: columns,
      rows,
      cwd: this.home,
      env: {
        ...homeEnv(this.home),
        TMPDIR: this.#temporary,
        COLORTERM: 'truecolor',
        LANG: 'C.UTF-8',
        ...options.env,
        ...prepared,
      },
    });
    this.pty.onData((data) => {
      this.raw += data;
      const whole = this.raw.lastIndexOf(FRAME_BEGINS) <= this.raw.lastIndexOf(FRAME_ENDS);
      this.#written = this.#written
        .then(() => this.screen.write(data))
        .then(() => {
          this.#whole = whole;
          this.#wake();
        });
    });
    this.pty.onExit(({ exitCode, signal }) => {
      this.exit = { code: exitCode, signal: signal ?? 0 };
      this.#wake();
    });
  }

  /** The content of its directory for temporary files. */
  temporaryFiles(): string[] {
    return readdirSync(this.#temporary);
  }

  /** The largest memory of the program so far, MB. */
  memory(): number {
    const status = readFileSync(`/proc/${this.pty.pid}/status`, 'utf8');
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024);
  }

  text(): string {
    return this.screen.text().join('\n');
  }

  press(...keys: readonly string[]): this {
    for (const key of keys) this.pty.write(KEYS[key] ?? key);
    return this;
  }

  type(text: string): this {
    this.pty.write(text);
    return this;
  }

  paste(text: string): this {
    this.pty.write(`\x1b[200~${text}\x1b[201~`);
    return this;
  }

  resize(columns: number, rows: number): this {
    this.screen.resize(columns, rows);
    try {
      this.pty.resize(columns, rows);
    } catch (error) {
      // The program has ended, and its terminal is closed; the exit event comes a moment later.
      if (!String(error).includes('EBADF')) throw error;
    }
    return this;
  }

  /** Waits until the screen shows all of it. */
  async sees(...what: readonly (string | RegExp)[]): Promise<void> {
    for (const part of what) await this.until(() => this.#shows(part), `the screen shows ${part}`);
  }

  async seesNo(what: string | RegExp): Promise<void> {
    await this.until(() => !this.#shows(what), `the screen no longer shows ${what}`);
  }

  /** Waits until the process has ended; returns its exit code. */
  async ends(): Promise<number> {
    await this.until(() => this.exit !== undefined, 'the program ends');
    await this.#written;
    return this.exit?.code ?? -1;
  }

  /** Waits for a condition, which is checked whenever the screen or the process changed. */
  async until(condition: () => boolean, what: string): Promise<void> {
    const met = () => (this.#whole || this.exit !== undefined) && condition();
    await this.#written;
    if (met()) return;
    await new Promise<void>((fulfil, reject) => {
      const look = () => {
        if (!met()) return;
        clearTimeout(patience);
        this.#waiters.delete(look);
        fulfil();
      };
      const patience = setTimeout(() => {
        this.#waiters.delete(look);
        const exit = JSON.stringify(this.exit);
        reject(new Error(`Waited in vain until ${what}. The screen:\n${this.text()}\n(exit: ${exit})`));
      }, PATIENCE_MS);
      this.#waiters.add(look);
      look();
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.exit) {
      this.pty.kill('SIGKILL');
      await this.until(() => this.exit !== undefined, 'the program is gone');
    }
    this.screen.dispose();
  }

  #shows(what: string | RegExp): boolean {
    return typeof what === 'string' ? this.text().includes(what) : what.test(this.text());
  }

  #wake(): void {
    for (const look of [...this.#waiters]) look();
  }
}

export function launch(options: LaunchOptions): Driver {
  return new Driver(options);
}
