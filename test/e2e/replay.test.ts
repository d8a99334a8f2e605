import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { launch } from './driver.ts';

test('a signal still closes the recording, which is private', async () => {
  await using live = launch({ args: ['demo', '--record', 'demo.tape', '--log', 'demo.log'] });
  await live.sees(/(edge|origin)-fra-1/);
  live.pty.kill('SIGTERM');
  await live.ends();
  expect(statSync(join(live.home, 'demo.tape')).mode & 0o777).toBe(0o600);
  const log = readFileSync(join(live.home, 'demo.log'), 'utf8').trim().split('\n');
  expect(log.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ event: 'request', endpoint: 'dashboard', status: 200 }),
  );
  await using replay = launch({ args: ['replay', join(live.home, 'demo.tape')] });
  await replay.sees('REPLAY', /(edge|origin)-fra-1/);
  replay.press('q');
  expect(await replay.ends()).toBe(0);
});
