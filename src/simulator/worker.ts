import { parentPort, workerData } from 'node:worker_threads';
import { type SimulatorOptions, startSimulator } from './start.ts';

/**
 * A simulator in its own thread. `workerData` is `SimulatorOptions` without a clock. Posts its address; ends on the
 * message 'close'.
 */
startSimulator(workerData as SimulatorOptions).then((simulator) => {
  const { url, cloudUrl, username, password, apiKey } = simulator;
  parentPort?.postMessage({ url, cloudUrl, username, password, apiKey });
  parentPort?.on('message', async (message) => {
    if (message !== 'close') return;
    await simulator.close();
    parentPort?.close();
  });
});
