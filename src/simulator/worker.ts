import { parentPort, workerData } from 'node:worker_threads';
import { type SimulatorOptions, startSimulator } from './start.ts';

/**
 * A simulator in a thread of its own. `workerData` is `SimulatorOptions` without a clock; posts where it
 * listens; ends on the message 'close'.
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
