import { createInterface } from 'node:readline';
import { PassThrough, Writable } from 'node:stream';
import { endingSignals } from '../../base/ending-signals.ts';
import { safeText } from '../../base/safe-text.ts';
import { wrapWords } from '../../base/wrap-words.ts';
import { ConfigError } from '../../config/error.ts';

const INTERRUPTED = 130;

/**
 * Questions on the terminal, which is kept from the first to the last one. Text that is typed between questions may
 * be a password, so it is neither shown nor used as an answer. `close` releases the terminal.
 */
export class Questions {
  readonly #signals = endingSignals.map(({ signal, exitCode }) => ({ signal, end: () => leave(exitCode) }));
  /**
   * Receives the input during a question. readline does not read the terminal itself, because it would reset its
   * mode after each question.
   */
  #answer: PassThrough | undefined;

  constructor() {
    this.#take();
    for (const { signal, end } of this.#signals) process.on(signal, end);
  }

  /** Asks with echo; an empty answer means `standard`. Throws a `ConfigError` if there is no answer. */
  async line(question: string, { standard }: { standard?: string } = {}): Promise<string> {
    const answer = await this.#ask(question, process.stderr);
    if (answer === undefined) process.stderr.write('\n');
    const given = answer || standard;
    if (!given) throw new ConfigError('secret', `${question.trim()} nothing was typed`);
    return given;
  }

  /** Asks without echo; undefined if the user cancelled. */
  async secret(question: string): Promise<string | undefined> {
    process.stderr.write(questionText(question));
    // readline echoes through its output, which is discarded here.
    const answer = await this.#ask('', new Writable({ write: (_chunk, _encoding, done) => done() }));
    process.stderr.write('\n');
    return answer;
  }

  /** Runs something that may ask on the terminal itself. */
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

  /** Each question has its own readline, so that no key recalls an answer to another one. */
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
      lines.question(questionText(question), (answer) => {
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

/** A terminal alone would break a long question inside a word. */
function questionText(question: string): string {
  return wrapWords(safeText(question), process.stderr.columns ?? Number.POSITIVE_INFINITY, 0);
}

/** Node restores the terminal's modes when it exits, but not when a signal ends it. */
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
