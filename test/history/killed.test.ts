import { fork } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isLong } from '../support/long.ts';
import { BATCH, contentOf, upkeepOf, writeFrames, writtenIn } from './killed-rig.ts';
import { historyPath } from './rig.ts';

const child = (...args: readonly string[]) => fork(new URL('./killed-child.ts', import.meta.url), args);

test('a program killed at any moment leaves an intact history with everything that was written', async () => {
  const path = await historyPath();
  let written = 0;
  for (const commits of [5, 153]) {
    const writer = child('write', path, String(written));
    let said = written;
    for (let left = commits; left > 0; left--) [said] = await once(writer, 'message');
    writer.kill('SIGKILL');
    await once(writer, 'exit');
    const { integrity, entries, samples } = await writtenIn(path, said);
    expect(integrity).toBe('ok');
    // The last commits may have been made without a report.
    written = samples.length;
    expect(written).toBeGreaterThanOrEqual(said);
    expect(samples).toEqual([...Array(written).keys()]);
    expect(entries).toEqual([...Array(written * BATCH).keys()]);
  }
});

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
    for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
    copyFileSync(old, path);
    const upkeep = child('upkeep', path);
    const exited = once(upkeep, 'exit');
    await once(upkeep, 'message');
    setTimeout(() => upkeep.kill('SIGKILL'), (LONGEST_MS * (run + 0.5)) / TIMES);
    await exited;
    await upkeepOf(path);
    expect(await contentOf(path), `kill ${run}`).toEqual(expected);
  }
}, 300_000);
