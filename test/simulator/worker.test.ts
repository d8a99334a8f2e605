import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { logIn } from '../support/login.ts';

test('a worker reports its address, serves, and ends on close', async () => {
  const worker = new Worker(new URL('../../src/simulator/worker.ts', import.meta.url), {
    workerData: { seed: 3, username: 'eve', password: 'evening-1' },
  });
  const [access] = await once(worker, 'message');
  expect(Object.keys(access).sort()).toEqual(['apiKey', 'cloudUrl', 'password', 'url', 'username']);
  expect((await logIn(access.url, 'eve', 'evening-1')).status).toBe(200);
  worker.postMessage('close');
  expect(await once(worker, 'exit')).toEqual([0]);
});
