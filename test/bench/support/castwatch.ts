import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Address } from '../../../src/simulator/start.ts';
import { barePoller, bundle } from './build.ts';
import type { Command } from './program.ts';

export type SimulatedCluster = ReturnType<typeof inProcess>;

/** `castwatch simulate` in a process of its own, so that its work is not measured. */
export async function simulate(...args: string[]): Promise<SimulatedCluster> {
  const child = spawn(process.execPath, [bundle, 'simulate', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface(child.stdout), 'line');
  return inProcess(child, JSON.parse(line));
}

/** The handle of a cluster that this process serves under this address. */
export function inProcess(
  child: ChildProcess,
  { url, username, password }: Pick<Address, 'url' | 'username' | 'password'>,
) {
  return {
    url,
    username,
    password,
    process: child,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

/** The monitor of that cluster. */
export function monitor(cluster: SimulatedCluster, ...args: string[]): Command {
  return monitorOf(bundle, cluster, ...args);
}

/** The same by another build of the program. */
export function monitorOf(program: string, cluster: SimulatedCluster, ...args: string[]): Command {
  return {
    file: process.execPath,
    args: [program, '--url', cluster.url, '--username', cluster.username, ...args],
    env: { CASTWATCH_PASSWORD: cluster.password },
  };
}

/** `record` of that cluster. */
export function recorder(cluster: SimulatedCluster): Command {
  const { file, args, env } = monitor(cluster);
  const [program = bundle, ...rest] = args;
  return { file, args: [program, 'record', ...rest], env: { ...env } };
}

/** The minimal program with the same requests to that cluster; `factor` multiplies its intervals. */
export function poller(cluster: SimulatedCluster, factor: number): Command {
  return {
    file: process.execPath,
    args: [barePoller, cluster.url, cluster.username, String(factor)],
    env: { CASTWATCH_PASSWORD: cluster.password },
  };
}

/** Whether the Overview shows data of every kind that it polls. */
export function isWhole(text: string): boolean {
  return /\d.* hottest first/.test(text) && /\d[kM]? entries/.test(text) && !text.includes('waiting for');
}
