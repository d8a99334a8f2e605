import { plainText } from './safe-text.ts';

/**
 * Writes a message to standard error, after the program's name. It may contain text of a server or a file name, so
 * it is made safe for the terminal. If standard error cannot be written, the message is lost.
 */
export function tellError(words: string): void {
  process.stderr
    .removeListener('error', ignore)
    .on('error', ignore)
    .write(`castwatch: ${plainText(words)}\n`);
}

function ignore(): void {}
