import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTurn, type Turn } from '../../src/alerts/turn.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { newFolder } from '../support/new-folder.ts';

/** Programs of one user that watch the same cluster. */
function programs() {
  const directory = newFolder();
  const clock = new ManualClock();
  const lines: string[] = [];
  const path = join(directory, 'history.db');
  const open = (isRecorder: boolean): Turn => {
    const turn = createTurn({ path, isRecorder, clock, log: (line) => lines.push(line) });
    onTestFinished(() => turn.giveUp());
    return turn;
  };
  return { path, clock, lines, recorder: () => open(true), monitor: () => open(false) };
}

test('a second recorder says once that another one sends', () => {
  const all = programs();
  const [one, two] = [all.recorder(), all.recorder()];
  for (let look = 0; look < 3; look++) expect([one.isOurs(), two.isOurs()]).toEqual([true, false]);
  expect(all.lines).toEqual(['another castwatch record sends the messages of this cluster']);
});

test('where nothing can be locked recorders send after a while and monitors do not', async () => {
  const all = programs();
  writeFileSync(`${all.path}.recorder`, 'not empty'.repeat(99));
  const [monitor, recorder] = [all.monitor(), all.recorder()];
  expect([monitor.isOurs(), recorder.isOurs()]).toEqual([false, false]);
  await all.clock.advance(9_000);
  expect([monitor.isOurs(), recorder.isOurs()]).toEqual([false, true]);
  expect(all.lines.at(-1)).toContain('is not known: file is not a database');
});
