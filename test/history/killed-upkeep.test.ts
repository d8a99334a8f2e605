import { fork } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isLong } from '../support/long.ts';
import { contentOf, upkeepOf, writeFrames } from './killed-upkeep-rig.ts';
import { historyPath } from './rig.ts';

const TIMES = isLong ? 50 : 2;
const LONGEST_MS = 400;

test('killed while it seals or prunes, a history is after the next start as if never killed', async () => {
  const [old, whole, path] = [await historyPath(), await historyPath(), await historyPath()];
  await writeFrames(old);
  copyFileSync(old, whole);
  await upkeepOf(whole);
  const expected = await contentOf(whole);
  expect(expected.integrity).toBe('ok');
  expect(expected.cpu[0]?.length).toBeGreaterThan(100);
  for (let run = 0; run < TIMES; run++) {
    for (const end of ['', '-wal', '-shm']) if (existsSync(path + end)) rmSync(path + end);
    copyFileSync(old, path);
    const child = fork(new URL('./killed-upkeep-child.ts', import.meta.url), [path]);
    const exited = once(child, 'exit');
    await once(child, 'message');
    setTimeout(() => child.kill('SIGKILL'), (LONGEST_MS * (run + 0.5)) / TIMES);
    await exited;
    await upkeepOf(path);
    expect(await contentOf(path), `kill ${run}`).toEqual(expected);
  }
}, 300_000);
