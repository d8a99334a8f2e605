import { parentPort } from 'node:worker_threads';
import { judge } from './judge.ts';
import { observe } from './observe.ts';

/** A thread that scores the incidents whose numbers it gets, one after another. */
parentPort?.on('message', async (incident: number) => {
  parentPort?.postMessage(judge(await observe(incident)));
});
