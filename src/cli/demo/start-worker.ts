import { Worker } from 'node:worker_threads';

/**
 * Starts the simulator's thread: its file lies beside the program's own. In the single file it is that file itself, in
 * the binary a text that it contains (`build/single.ts`, `build/binary.ts`).
 */
export function startWorker(workerData: object): Worker {
  return new Worker(new URL('./simulator-worker.js', import.meta.url), { workerData });
}
