import { parentPort, workerData } from 'node:worker_threads';
import { judge } from './judge.ts';
import { observe } from './observe.ts';
import { secondWorld } from './second/source.ts';

const { second, fleet } = workerData;
const source = second ? secondWorld : undefined;

/** A thread that scores the incidents whose numbers it gets, one after another. */
parentPort?.on('message', async (incident: number) => {
  parentPort?.postMessage(judge(await observe(incident, source, fleet)));
});
