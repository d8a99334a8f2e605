import { readFileSync } from 'node:fs';

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
