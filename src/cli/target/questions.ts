import { createInterface } from 'node:readline';
import { PassThrough, Writable } from 'node:stream';
import { endingSignals } from '../../base/ending-signals.ts';
import { safeText } from '../../base/safe-text.ts';
import { ConfigError } from '../../config/error.ts';

const INTERRUPTED = 130;

/**
 * Questions on the terminal, which is held from the first to the last of them: what is typed while no question stands may
 * be a password, so that it is neither shown nor taken for an answer. `close` gives the terminal back.
 */
export class Questions {
  readonly #signals = endingSignals.map(({ signal, exitCode }) => ({ signal, end: () => leave(exitCode) }));
  /**
   * Takes what is typed while a question stands. readline does not read the terminal itself: it would switch its mode
   * back after each question.
   */
  #answer: PassThrough | undefined;

  constructor() {
    this.#take();
    for (const { signal, end } of this.#signals) process.on(signal, end);
  }

  /** An answer that is shown while it is typed; nothing typed is `standard`. A `ConfigError` where there is none. */
  async line(question: string, { standard }: { standard?: string } = {}): Promise<string> {
    const answer = await this.#ask(question, process.stderr);
    if (answer === undefined) process.stderr.write('\n');
    const given = answer || standard;
    if (!given) throw new ConfigError('secret', `${question.trim()} nothing was typed`);
    return given;
  }

  /** An answer that is not shown; undefined where it was called off. */
  async secret(question: string): Promise<string | undefined> {
    process.stderr.write(safeText(question));
    // readline echoes through its output: into nothing.
    const answer = await this.#ask('', new Writable({ write: (_chunk, _encoding, done) => done() }));
    process.stderr.write('\n');
    return answer;
  }

  /** Runs what may ask on the terminal by itself. */
  async aside<T>(work: () => Promise<T>): Promise<T> {
    this.#giveBack();
    try {
      return await work();
    } finally {
      this.#take();
    }
  }

  close(): void {
    this.#giveBack();
    for (const { signal, end } of this.#signals) process.off(signal, end);
  }

  /** Each question has its own readline, so that no key brings back what was typed for another one. */
  #ask(question: string, output: NodeJS.WritableStream): Promise<string | undefined> {
    const input = new PassThrough();
    this.#answer = input;
    return new Promise((fulfil) => {
      const lines = createInterface({ input, output, terminal: true });
      lines.on('SIGINT', () => lines.close());
      lines.on('SIGTSTP', () => suspend(() => lines.prompt(true)));
      lines.on('close', () => {
        this.#answer = undefined;
        fulfil(undefined);
      });
      lines.question(safeText(question), (answer) => {
        fulfil(answer);
        lines.close();
      });
    });
  }

  readonly #type = (typed: Buffer) => {
    if (this.#answer) this.#answer.write(typed);
    else if (typed.includes('\x03')) leave(INTERRUPTED);
  };

  #take(): void {
    process.stdin.setRawMode(true);
    process.stdin.on('data', this.#type);
    process.stdin.resume();
  }

  #giveBack(): void {
    process.stdin.off('data', this.#type);
    process.stdin.pause();
    process.stdin.setRawMode(false);
  }
}

/** Node restores the modes of the terminal on its way out, but not where a signal ends it by itself. */
function leave(exitCode: number): never {
  process.stderr.write('\n');
  process.exit(exitCode);
}

function suspend(resumed: () => void): void {
  process.stdin.setRawMode(false);
  process.once('SIGCONT', () => {
    process.stdin.setRawMode(true);
    resumed();
  });
  process.kill(process.pid, 'SIGTSTP');
}
