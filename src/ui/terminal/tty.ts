import { readFileSync, writeSync } from 'node:fs';

/** How long to wait for a terminal that does not drain; after that the rest is dropped, ms. */
const TIMEOUT_MS = 1000;
const NAP_MS = 5;

/** Writes synchronously, for exits and crashes. Never throws: no error could be reported any more. */
export function writeNow(fd: number, data: string): void {
  const bytes = Buffer.from(data);
  let done = 0;
  for (let waited = 0; done < bytes.length && waited <= TIMEOUT_MS; ) {
    try {
      done += writeSync(fd, bytes, done);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      block(NAP_MS);
      waited += NAP_MS;
    }
  }
}

/** Blocks the main thread, and no other, for this time. */
export function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Indices of `/proc/self/stat` after the name in brackets: process group, and that in the foreground. */
const PGRP = 2;
const TPGID = 5;

/**
 * Whether this process is in the foreground. A background job must not draw on the shell's screen, and the system
 * stops it when it changes the terminal's mode. Only Linux tells it without another program; on other systems the
 * answer is true.
 */
export function isForeground(): boolean {
  try {
    const stat = readFileSync('/proc/self/stat', 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const holder = Number(fields[TPGID]);
    // Without a controlling terminal there is no foreground group.
    return holder <= 0 || holder === Number(fields[PGRP]);
  } catch {
    return true;
  }
}

interface WithHandle {
  readonly _handle?: { readonly setBlocking?: (blocking: boolean) => number } | null;
}

/**
 * Node writes to a terminal synchronously, so a terminal that does not drain (Ctrl-S, a link that hangs) would
 * block the whole program, including keys and signals. This makes writes asynchronous, so that the screen sees the
 * congestion and holds frames back. Node has no public function for it; if the internal handle differs, writes stay
 * synchronous.
 */
export function unblockOutput(stream: unknown): void {
  (stream as WithHandle)._handle?.setBlocking?.(false);
}
