import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { pause } from './numbers.ts';
import type { Program } from './program.ts';

/** CPU time that a process has used in user and system mode, with all its threads, seconds. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name is in brackets and may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** CPU of programs over this time, seconds a minute, of those that run; NaN for the others. */
export async function cpuPerMinute(
  programs: readonly (Program | undefined)[],
  windowMs: number,
): Promise<readonly number[]> {
  const read = () => programs.map((one) => (!one || one.ended ? Number.NaN : cpuSeconds(one.pid)));
  const start = performance.now();
  const before = read();
  await pause(windowMs);
  const minutes = (performance.now() - start) / 60_000;
  return read().map((after, index) => (after - (before[index] ?? Number.NaN)) / minutes);
}

/** CPU time of the main thread of a process so far, ms. On a busy machine the wall clock would measure the other programs. */
export function computedMs(pid: number): number {
  const [nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
  return Number(nanoseconds) / 1e6;
}

/** Resident memory of a process, MB. */
export function residentMb(pid: number): number {
  const found = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(found?.[1]) / 1024;
}

/** Number of processes on this machine. */
export function countProcesses(): number {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).length;
}

/** Starts idle processes until there are this many. */
export function crowd(count: number): Disposable {
  const sleepers = Array.from({ length: Math.max(0, count - countProcesses()) }, () =>
    spawn('sleep', ['300'], { stdio: 'ignore' }),
  );
  return {
    [Symbol.dispose]() {
      for (const one of sleepers) one.kill();
    },
  };
}
