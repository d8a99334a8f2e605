import { parentPort, workerData } from 'node:worker_threads';
import { openDrawn } from './drawn-world.ts';
import { judge } from './judge.ts';
import { observe } from './observe.ts';
import { sayOf } from './say.ts';
import { secondWorld } from './second/source.ts';
import { openThird } from './third-stage.ts';

const { second, third, fleet, say } = workerData;
const source = second ? secondWorld : undefined;

/** A thread that scores the incidents whose numbers it gets, one after another. */
parentPort?.on('message', async (incident: number) => {
  const stage = third ? await openThird(incident) : await openDrawn(incident, source);
  parentPort?.postMessage(say ? await sayOf(stage) : judge(await observe(stage, fleet)));
});
