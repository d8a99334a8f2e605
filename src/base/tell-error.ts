import { plainText } from './safe-text.ts';

/**
 * Words on standard error, after the program's name. They may hold text of a server or the name of a file: nothing in
 * them steers the terminal. Where standard error itself cannot be written, the words are lost.
 */
export function tellError(words: string): void {
  process.stderr
    .removeListener('error', ignore)
    .on('error', ignore)
    .write(`castwatch: ${plainText(words)}\n`);
}

function ignore(): void {}
