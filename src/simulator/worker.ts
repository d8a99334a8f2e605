import { parentPort, workerData } from 'node:worker_threads';
import { startFleet } from './fleet.ts';
import { addressOf, type SimulatorOptions, startSimulator } from './start.ts';

/** What the thread starts: one cluster, or with `fleet` those of all regions. */
export type WorkerOptions = SimulatorOptions & { readonly fleet?: boolean };

/**
 * A simulator in its own thread. `workerData` is `WorkerOptions` without a clock. Posts its address, or a list of
 * `RegionAddress`; ends on the message 'close'.
 */
async function start({ fleet, ...options }: WorkerOptions): Promise<void> {
  const started = fleet ? await startFleet(options) : await startSimulator(options);
  parentPort?.postMessage('addresses' in started ? started.addresses : addressOf(started));
  parentPort?.on('message', async (message) => {
    if (message !== 'close') return;
    await started.close();
    parentPort?.close();
  });
}

// Without a handler a failure is the thread's 'error'. No await: the binary evaluates this as a script.
void start(workerData as WorkerOptions);
