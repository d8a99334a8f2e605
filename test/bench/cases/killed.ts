import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BATCH, killWriter } from '../../history/killed-rig.ts';
import type { Bench } from '../support/row.ts';

const TIMES = 100;
/** Commits before a kill, at most. */
const MOST_COMMITS = 300;

/** A writer of a history that is killed at random moments; each continues where the one before was killed. */
export const killed: Bench = {
  name: 'killed',
  onlyByName: true,
  async run() {
    const directory = await mkdtemp(join(tmpdir(), 'castwatch-bench-killed-'));
    const path = join(directory, 'history.db');
    let written = 0;
    let damaged = 0;
    let lost = 0;
    try {
      for (let run = 0; run < TIMES; run++) {
        const commits = 1 + Math.floor(Math.random() * MOST_COMMITS);
        const { said, integrity, entries, samples } = await killWriter(path, written, commits);
        if (integrity !== 'ok') damaged++;
        const inOrder = samples.every((value, index) => value === index);
        if (!inOrder || samples.length < said || entries.length !== samples.length * BATCH) lost++;
        written = samples.length;
      }
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
    return [
      {
        what: `A writer of the history killed ${TIMES} times (SIGKILL) at random moments`,
        goal: 'nothing that was committed is lost, no file is damaged',
        figure: `${lost} with something lost, ${damaged} damaged, of ${written * BATCH} entries`,
        met: lost === 0 && damaged === 0,
      },
    ];
  },
};
