import { readFileSync, writeSync } from 'node:fs';

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
      block(NAP_MS);
      waited += NAP_MS;
    }
  }
}

/** Holds up the main thread, and no other, for so many ms. */
export function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Fields of `/proc/self/stat` behind the name, which is in brackets: group of the process, group in the foreground. */
const PGRP = 2;
const TPGID = 5;

/**
 * Whether the terminal is ours. A job in the background must not draw on the shell's screen, and is stopped by the
 * system when it changes the terminal's mode. Only Linux says it without a program of its own; elsewhere it is taken for
 * granted.
 */
export function isForeground(): boolean {
  try {
    const stat = readFileSync('/proc/self/stat', 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const holder = Number(fields[TPGID]);
    // Without a controlling terminal there is none.
    return holder <= 0 || holder === Number(fields[PGRP]);
  } catch {
    return true;
  }
}

interface WithHandle {
  readonly _handle?: { readonly setBlocking?: (blocking: boolean) => number } | null;
}

/**
 * Node writes to a terminal synchronously: one that does not drain (Ctrl-S, a link that hangs) would stop the
 * whole program, keys and signals included. This makes the writes queue instead, so that the screen sees the
 * congestion and holds its frames back. Node has no public call for it; where the handle is different, the
 * writes stay as they are.
 */
export function unblockOutput(stream: unknown): void {
  (stream as WithHandle)._handle?.setBlocking?.(false);
}
