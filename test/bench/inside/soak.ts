import { bareTarget } from '../../../src/cli/cluster/bare-target.ts';
import { limitMemory } from '../../../src/cli/limit-memory.ts';
import { defaultRetention } from '../../../src/history/retention.ts';
import { openClusterSession } from '../../../src/session/cluster-session.ts';
import type { Address } from '../../../src/simulator/start.ts';
import { bodyArea } from '../../../src/ui/program/layout.ts';
import { overviewScreen } from '../../../src/ui/screens/overview/screen.ts';
import { problemsScreen } from '../../../src/ui/screens/problems/screen.ts';
import { panesOf } from '../../support/panes-of.ts';
import { plainView } from '../../support/plain-view.ts';
import { clocked } from './clocked.ts';
import { memoryOver } from './memory-over.ts';

/**
 * With the V8 settings of the program, a cluster watched as an operator watches it (pollers over real HTTP, triage, the
 * memory of the past, the stored history, screens drawn) on accelerated time.
 */
export async function soak(scenario: string, minutes: string) {
  const { session, step, end, clock } = await watchedCluster(scenario);
  const stopLimit = limitMemory(clock);
  const area = bodyArea({ columns: 120, rows: 40 });
  session.monitor.start();
  const points = await memoryOver(minutes, async (ms) => {
    await step(ms);
    const view = { ...plainView(session.store.getState(), clock.now()), triage: session.triage.getState() };
    panesOf(overviewScreen, view, overviewScreen.initial, area);
    panesOf(problemsScreen, view, problemsScreen.initial, area);
  });
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
