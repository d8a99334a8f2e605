import { systemCode, systemReason } from '../base/system-error.ts';

/** Standard output cannot be written, for example because the disk is full. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
  readonly code = 'OUTPUT';

  constructor(cause: unknown) {
    super(`cannot write to standard output: ${systemReason(cause)}`, { cause });
  }
}

/**
 * Writes to standard output; resolves once the text is written. Resolves to false if the reader has gone (`|
 * head`), which is no error. Rejects with an `OutputError` for any other failure, such as a full disk.
 */
export function writeOutput(text: string): Promise<boolean> {
  const { stdout } = process;
  return new Promise((resolve, reject) => {
    const settle = (error?: Error | null) => {
      if (error && systemCode(error) !== 'EPIPE') reject(new OutputError(error));
      else resolve(!error);
    };
    // This listener stays, because the same failure may be emitted again after the write, and nothing else listens.
    stdout.removeListener('error', ignore).on('error', ignore);
    stdout.write(text, settle);
  });
}

function ignore(): void {}
