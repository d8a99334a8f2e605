import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type Churn, churningCluster } from '../../support/churning-cluster.ts';
import { inProcess, type SimulatedCluster } from './castwatch.ts';

/** A flood in a form that can be sent to another process. */
export type ToldChurn = Omit<Churn, 'renewed'> & { readonly renewed: readonly string[] };

/** A churning cluster in a process of its own, so that its work does not delay what is measured. */
export async function churning(churn: ToldChurn): Promise<SimulatedCluster> {
  const child = fork(import.meta.filename, [JSON.stringify(churn)]);
  const [access] = await once(child, 'message');
  return inProcess(child, access);
}

if (process.argv[1] === import.meta.filename) {
  const churn = JSON.parse(process.argv[2] ?? '');
  const { url, username, password } = await churningCluster({ ...churn, renewed: new Set(churn.renewed) });
  process.send?.({ url, username, password });
}
