import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { turn } from '../../../src/base/turn.ts';
import { bareTarget } from '../../../src/cli/target/bare-target.ts';
import { defaultRetention } from '../../../src/history/retention.ts';
import { openClusterSession } from '../../../src/session/cluster-session.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { openRequests } from './open-requests.ts';

const STEP_MS = 1_000;
const MINUTES = 10;
/** Answers that need more real time than this are left to the next step, ms. */
const PATIENCE_MS = 2_000;

/** Bytes that a session with its history writes in ten minutes of a clock of its own, its few requests among them. */
export async function written() {
  const simulator = fork(process.argv[1] ?? '', ['clockedSimulator', 'steady', '8', '30', '0.5']);
  const [{ url, username, password }] = await once(simulator, 'message');
  const stateDir = mkdtempSync(join(tmpdir(), 'castwatch-bench-'));
  const clock = new ManualClock();
  const session = openClusterSession({
    target: bareTarget('bench', url),
    clock,
    credentials: async () => ({ username, password }),
    operator: { stateDir, env: {}, tell: () => {} },
    history: { stateDir, retention: defaultRetention, onStatus: () => {} },
  });
  const open = openRequests();
  session.monitor.start();
  const before = writtenSoFar();
  for (let passed = 0; passed < MINUTES * 60_000; passed += STEP_MS) {
    simulator.send(STEP_MS);
    await once(simulator, 'message');
    await clock.advance(STEP_MS);
    const until = performance.now() + PATIENCE_MS;
    do await turn();
    while (open.size > 0 && performance.now() < until);
  }
  await session.close();
  const bytes = writtenSoFar() - before;
  simulator.disconnect();
  rmSync(stateDir, { recursive: true });
  return { bytes };
}

function writtenSoFar(): number {
  return Number(/^wchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
}
