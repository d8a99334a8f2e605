import { writeSync } from 'node:fs';

/** How long a full terminal is waited for before what is left is given up. */
const TIMEOUT_MS = 1000;
const NAP_MS = 5;

/**
 * Writes to a file descriptor before it returns; for exits and crashes. Never throws: there is nowhere left to report
 * it.
 */
export function writeNow(fd: number, data: string): void {
  const bytes = Buffer.from(data);
  let done = 0;
  for (let waited = 0; done < bytes.length && waited <= TIMEOUT_MS; ) {
    try {
      done += writeSync(fd, bytes, done);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, NAP_MS);
      waited += NAP_MS;
    }
  }
}
