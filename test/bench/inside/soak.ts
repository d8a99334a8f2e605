import { bareTarget } from '../../../src/cli/cluster/bare-target.ts';
import { limitMemory } from '../../../src/cli/limit-memory.ts';
import { defaultRetention } from '../../../src/history/retention.ts';
import { openClusterSession } from '../../../src/session/cluster-session.ts';
import type { Address } from '../../../src/simulator/start.ts';
import { bodyArea } from '../../../src/ui/program/layout.ts';
import { overviewScreen } from '../../../src/ui/screens/overview/screen.ts';
import { problemsScreen } from '../../../src/ui/screens/problems/screen.ts';
import { panesOf } from '../../support/panes-of.ts';
import { clocked } from './clocked.ts';
import { viewOf } from './view.ts';

const MINUTE = 60_000;
const MIB = 2 ** 20;
const STEP = 1_000;

export interface SoakPoint {
  readonly minute: number;
  /** MB (2^20 bytes, as `ps` and `top` count): the live heap with its buffers after a collection, and what the process holds. */
  readonly live: number;
  readonly resident: number;
}

/**
 * With the V8 settings of the program, a cluster watched as an operator watches it (pollers over real HTTP, triage, the
 * memory of the past, the stored history, screens drawn) on accelerated time; memory after each of `minutes`, such as
 * `2,6,240`.
 */
export async function soak(scenario: string, minutes: string): Promise<SoakPoint[]> {
  const { session, step, end, clock } = await watchedCluster(scenario);
  const stopLimit = limitMemory(clock);
  const area = bodyArea({ columns: 120, rows: 40 });
  const points: SoakPoint[] = [];
  session.monitor.start();
  let passed = 0;
  for (const minute of minutes.split(',').map(Number)) {
    for (; passed < minute * MINUTE; passed += STEP) {
      await step(STEP);
      // A minute of real time leaves room for collections that a minute in half a second does not.
      if (passed % MINUTE === 0) globalThis.gc?.();
      const view = { ...viewOf(session.store.getState(), clock.now()), triage: session.triage.getState() };
      panesOf(overviewScreen, view, overviewScreen.initial, area);
      panesOf(problemsScreen, view, problemsScreen.initial, area);
    }
    globalThis.gc?.();
    const { heapUsed, external, rss } = process.memoryUsage();
    points.push({ minute, live: (heapUsed + external) / MIB, resident: rss / MIB });
  }
  stopLimit();
  await end();
  return points;
}

/** A session of an operator with a history, on the clock of its cluster. */
export async function watchedCluster(...cluster: readonly string[]) {
  const { address, clock, stateDir, step, end } = await clocked<Address>('clockedSimulator', ...cluster);
  const { url, username, password } = address;
  const session = openClusterSession({
    target: bareTarget('bench', url),
    clock,
    credentials: async () => ({ username, password }),
    operator: { stateDir, env: {}, tell: () => {} },
    history: { stateDir, retention: defaultRetention, onStatus: () => {} },
  });
  const close = async () => {
    await session.close();
    end();
  };
  return { session, step, clock, end: close };
}
