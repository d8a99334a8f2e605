import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';

test('a worker reports its address, serves, and ends on close', async () => {
  const worker = new Worker(new URL('../../src/simulator/worker.ts', import.meta.url), {
    workerData: { seed: 3, username: 'eve', password: 'evening-1' },
  });
  const [access] = await once(worker, 'message');
  expect(Object.keys(access).sort()).toEqual(['apiKey', 'cloudUrl', 'password', 'url', 'username']);
  const response = await fetch(`${access.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'eve', password: 'evening-1' }),
  });
  expect(response.status).toBe(200);
  await response.text();
  worker.postMessage('close');
  expect(await once(worker, 'exit')).toEqual([0]);
});
