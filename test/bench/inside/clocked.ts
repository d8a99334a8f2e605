import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { turn } from '../../../src/base/turn.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { onTheWire } from '../../support/on-the-wire.ts';

/** Answers that need more real time than this are left to the next step, ms. */
const PATIENCE_MS = 2_000;

/** The clusters of a measurement of that name in a process of its own, and the clock of the program that watches them. */
export async function clocked<T>(measurement: string, ...args: readonly string[]) {
  const child = fork(process.argv[1] ?? '', [measurement, ...args]);
  const [address] = (await once(child, 'message')) as [T];
  const stateDir = mkdtempSync(join(tmpdir(), 'castwatch-bench-'));
  const clock = new ManualClock();
  return {
    address,
    clock,
    stateDir,
    /** Both clocks go on, and what is asked meanwhile is answered. */
    async step(ms: number): Promise<void> {
      child.send(ms);
      await once(child, 'message');
      await clock.advance(ms);
      const until = performance.now() + PATIENCE_MS;
      do await turn();
      while (onTheWire() > 0 && performance.now() < until);
    },
    end(): void {
      child.disconnect();
      rmSync(stateDir, { recursive: true });
    },
  };
}
