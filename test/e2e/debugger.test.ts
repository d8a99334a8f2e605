import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { heard, start } from './program.ts';

/** More turns of the event loop than the debugger needs to start. */
const REQUESTS = 50;

test('SIGUSR1 opens no debugger and does not end the program', async () => {
  const child = start(['simulate']);
  const told = heard(child.stderr);
  const [line] = await once(createInterface(child.stdout), 'line');
  const { url } = JSON.parse(line);
  child.kill('SIGUSR1');
  for (let asked = 0; asked < REQUESTS; asked++) expect((await fetch(url)).status).toBeGreaterThan(0);
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(told()).toBe('');
});
