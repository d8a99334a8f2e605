import { join } from 'node:path';
import { ManualClock } from '../../src/base/manual-clock.ts';
import { bareTarget } from '../../src/cli/bare-target.ts';
import { recordInto } from '../../src/recording/entry.ts';
import { openTapeWriter } from '../../src/recording/tape-writer.ts';
import { openClusterSession } from '../../src/session/cluster-session.ts';
import { startSimulator } from '../../src/simulator/start.ts';

const TAPE_START = Date.UTC(2026, 0, 15, 12);
const RECORDED_MS = 20_000;

/** Twenty seconds of a cluster called `lab`, recorded in accelerated time; the path of the file. */
export async function recordTape(folder: string): Promise<string> {
  const path = join(folder, 'lab.tape');
  const clock = new ManualClock(TAPE_START);
  const { url, username, password, close } = await startSimulator({
    scenario: 'quiet',
    clock,
    passive: true,
  });
  const writer = await openTapeWriter(path, { cluster: 'lab', clock, onFailure: () => {} });
  const session = openClusterSession({
    target: { ...bareTarget('lab', url), readOnly: true },
    clock,
    credentials: async () => ({ username, password }),
    random: () => 0.5,
    ...recordInto(writer),
  });
  session.monitor.start();
  while (clock.now() < TAPE_START + RECORDED_MS) {
    await clock.advance(100);
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
  await session.close();
  await writer.close();
  await close();
  return path;
}
