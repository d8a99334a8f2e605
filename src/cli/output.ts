import { systemCode, systemReason } from '../base/system-error.ts';

/** Standard output cannot be written, as on a full disk. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
  readonly code = 'OUTPUT';

  constructor(cause: unknown) {
    super(`cannot write to standard output: ${systemReason(cause)}`, { cause });
  }
}

/**
 * Writes to standard output, and resolves once it is out: to false where the reader has gone (`| head`). It has seen
 * enough: that is no error. Rejects with an `OutputError` for any other failure, such as a full disk.
 */
export function writeOutput(text: string): Promise<boolean> {
  const { stdout } = process;
  return new Promise((resolve, reject) => {
    const settle = (error?: Error | null) => {
      if (error && systemCode(error) !== 'EPIPE') reject(new OutputError(error));
      else resolve(!error);
    };
    // This listener stays: the same failure may come again as an event after the write has ended, and nothing else
    // listens.
    stdout.removeListener('error', ignore).on('error', ignore);
    stdout.write(text, settle);
  });
}

function ignore(): void {}
