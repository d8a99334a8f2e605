import { expect, test } from 'vitest';
import { BATCH, killWriter } from './killed-rig.ts';
import { historyPath } from './rig.ts';

/** `npm run bench -- killed` does a hundred of them. */
const TIMES = 2;

test('a program killed at any moment leaves an intact history with everything that was written', async () => {
  const path = await historyPath();
  let written = 0;
  for (let run = 0; run < TIMES; run++) {
    const { said, integrity, entries, samples } = await killWriter(path, written, 5 + run * 148);
    expect(integrity).toBe('ok');
    // The last commit may have been made without a report.
    written = samples.length;
    expect(written).toBeGreaterThanOrEqual(said);
    expect(samples).toEqual(Array.from({ length: written }, (_, index) => index));
    expect(entries).toEqual(Array.from({ length: written * BATCH }, (_, index) => index));
  }
});
