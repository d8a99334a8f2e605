import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Seconds of CPU that a process has used, its own and the system's for it, threads included. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name stands in brackets and may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** What the main thread of a process has computed so far, ms: on a busy machine the wall clock says more of the others. */
export function computedMs(pid: number): number {
  const [nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
  return Number(nanoseconds) / 1e6;
}

/** Resident memory of a process, MB. */
export function residentMb(pid: number): number {
  const found = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(found?.[1]) / 1024;
}

/** Processes on this machine. */
export function countProcesses(): number {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).length;
}

/** Starts processes that do nothing until there are so many; returns how to end them. */
export function crowd(count: number): () => void {
  const sleepers = Array.from({ length: Math.max(0, count - countProcesses()) }, () =>
    spawn('sleep', ['300'], { stdio: 'ignore' }),
  );
  return () => {
    for (const one of sleepers) one.kill();
  };
}
