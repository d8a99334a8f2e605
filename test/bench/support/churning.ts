import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type Churn, churningCluster } from '../../support/churning-cluster.ts';
import { inProcess, type SimulatedCluster } from './castwatch.ts';

/** A churning cluster in a process of its own, so that its work does not delay what is measured. */
export async function churning(churn: Churn): Promise<SimulatedCluster> {
  const child = fork(import.meta.filename, [JSON.stringify(churn)]);
  const [access] = await once(child, 'message');
  return inProcess(child, access);
}

if (process.argv[1] === import.meta.filename)
  process.send?.(await churningCluster(JSON.parse(process.argv[2] ?? '')));
