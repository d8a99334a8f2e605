import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { type Churn, churningCluster } from '../../support/churning-cluster.ts';
import type { SimulatedCluster } from './castwatch.ts';

/** What a flood is told in, so that it can be sent to another process. */
export type ToldChurn = Omit<Churn, 'renewed'> & { readonly renewed: readonly string[] };

/** A churning cluster in a process of its own, so that its work holds up nothing that is timed. */
export async function churning(churn: ToldChurn): Promise<SimulatedCluster> {
  const child: ChildProcess = fork(import.meta.filename, [JSON.stringify(churn)]);
  const [{ url, username, password }] = await once(child, 'message');
  return {
    url,
    username,
    password,
    process: child,
    async end() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

if (process.argv[1] === import.meta.filename) {
  const churn = JSON.parse(process.argv[2] ?? '');
  const { url, username, password } = await churningCluster({ ...churn, renewed: new Set(churn.renewed) });
  process.send?.({ url, username, password });
}
