import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { turn } from '../../../src/base/turn.ts';
import { limitMemory } from '../../../src/cli/limit-memory.ts';
import { bareTarget } from '../../../src/cli/target/bare-target.ts';
import { defaultRetention } from '../../../src/history/retention.ts';
import { type Interest, noInterest } from '../../../src/polling/monitor.ts';
import { openClusterSession } from '../../../src/session/cluster-session.ts';
import { bodyArea } from '../../../src/ui/program/layout.ts';
import { overviewScreen } from '../../../src/ui/screens/overview/screen.ts';
import { problemsScreen } from '../../../src/ui/screens/problems/screen.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { panesOf } from '../../support/panes-of.ts';
import { openRequests } from './open-requests.ts';
import { viewOf } from './view.ts';

const MINUTE = 60_000;
const MIB = 2 ** 20;
const STEP = 1_000;
/** Answers that need more real time than this are left to the next step, ms. */
const PATIENCE = 2_000;
/** Viewers of one look-up, and ms between two look-ups. */
const LOOKED_UP = 100;
const LOOK_UP = 3_000;

export interface SoakPoint {
  readonly minute: number;
  /** MB (2^20 bytes, as `ps` and `top` count): the live heap with its buffers after a collection, and what the process holds. */
  readonly live: number;
  readonly resident: number;
}

/**
 * With the V8 settings of the program, a cluster watched as an operator watches it (pollers over real HTTP, triage, the
 * memory of the past, the stored history, screens drawn) on accelerated time; memory after each of `minutes`, such as
 * `2,6,240`. `cluster` is the measurement that plays it; with `clockedChurn`, other viewers are looked up each
 * time.
 */
export async function soak(
  scenario: string,
  minutes: string,
  cluster = 'clockedSimulator',
): Promise<SoakPoint[]> {
  const simulator = fork(process.argv[1] ?? '', [cluster, scenario]);
  const [{ url, username, password }] = await once(simulator, 'message');
  const stateDir = mkdtempSync(join(tmpdir(), 'castwatch-bench-'));
  const clock = new ManualClock();
  const stopLimit = limitMemory(clock);
  const operator = { stateDir, env: {}, tell: () => {} };
  const credentials = async () => ({ username, password });
  const history = { stateDir, retention: defaultRetention, onStatus: () => {} };
  const target = bareTarget('bench', url);
  const session = openClusterSession({ target, clock, credentials, operator, history });
  const open = openRequests();
  const area = bodyArea({ columns: 120, rows: 40 });
  const points: SoakPoint[] = [];
  session.monitor.start();
  let passed = 0;
  for (const minute of minutes.split(',').map(Number)) {
    for (; passed < minute * MINUTE; passed += STEP) {
      simulator.send(STEP);
      await once(simulator, 'message');
      await clock.advance(STEP);
      const until = performance.now() + PATIENCE;
      do await turn();
      while (open.size > 0 && performance.now() < until);
      // A minute of real time leaves room for collections that a minute in half a second does not.
      if (passed % MINUTE === 0) globalThis.gc?.();
      const view = { ...viewOf(session.store.getState(), clock.now()), triage: session.triage.getState() };
      if (cluster === 'clockedChurn' && passed % LOOK_UP === 0) session.monitor.setInterest(lookUp(passed));
      panesOf(overviewScreen, view, overviewScreen.initial, area);
      panesOf(problemsScreen, view, problemsScreen.initial, area);
    }
    globalThis.gc?.();
    const { heapUsed, external, rss } = process.memoryUsage();
    points.push({ minute, live: (heapUsed + external) / MIB, resident: rss / MIB });
  }
  stopLimit();
  await session.close();
  simulator.disconnect();
  rmSync(stateDir, { recursive: true });
  return points;
}

/** Opens all screens, and looks up viewers that were not requested before. */
function lookUp(passed: number): Interest {
  const window = { query: {}, from: 0, to: 40 };
  const viewers = Array.from({ length: LOOKED_UP }, (_, index) => `viewer-${passed}-${index}`);
  return { ...noInterest, servers: true, streams: window, applications: window, viewers };
}
