import { Worker } from 'node:worker_threads';

/** Starts the simulator's thread: its file lies beside the program's own. */
export function startWorker(workerData: object): Worker {
  return new Worker(new URL('./simulator-worker.js', import.meta.url), { workerData });
}
