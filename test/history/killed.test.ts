import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/history/database.ts';
import { createHistoryReader } from '../../src/history/reader.ts';
import { historyPath } from './rig.ts';

const TIMES = 12;

test('killed at any moment, the history holds everything that was written, and is whole', async () => {
  const path = await historyPath();
  let written = 0;
  for (let run = 0; run < TIMES; run++) {
    const child: ChildProcess = fork(new URL('./killed-child.ts', import.meta.url), [path, String(written)]);
    // The child says after each commit how far it is; it is killed at whatever it does after so many.
    await new Promise<void>((resolve) => {
      let left = 5 + run * 7;
      child.on('message', (upTo: number) => {
        written = upTo;
        if (--left === 0) resolve();
      });
    });
    child.kill('SIGKILL');
    await once(child, 'exit');
    const db = await openDatabase(path, { create: false });
    expect(db.sql('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    const ids = createHistoryReader(db)
      .journal(0, Number.MAX_SAFE_INTEGER)
      .map(({ id }) => Number(id));
    db.close();
    expect(ids.length).toBeGreaterThanOrEqual(written);
    expect(ids).toEqual(Array.from({ length: ids.length }, (_, index) => index));
  }
});
