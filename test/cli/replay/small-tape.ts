import { join } from 'node:path';
import { recordTape } from '../../support/record-tape.ts';

/** Twenty seconds of a cluster called `lab`, recorded in accelerated time; the path of the file. */
export async function recordSmallTape(folder: string): Promise<string> {
  const path = join(folder, 'lab.tape');
  await recordTape(path, 20_000, { scenario: 'quiet' });
  return path;
}
