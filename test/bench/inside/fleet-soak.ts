import { bareTarget } from '../../../src/cli/cluster/bare-target.ts';
import { limitMemory } from '../../../src/cli/limit-memory.ts';
import { memoryShare } from '../../../src/cli/watch/open-session.ts';
import { openClusterSession } from '../../../src/session/cluster-session.ts';
import { openFleet } from '../../../src/session/fleet.ts';
import { bodyArea } from '../../../src/ui/program/layout.ts';
import { fleetScreen } from '../../../src/ui/screens/fleet/screen.ts';
import { panesOf } from '../../support/panes-of.ts';
import { clocked } from './clocked.ts';
import type { SoakPoint } from './soak.ts';
import { viewOf } from './view.ts';

const MINUTE = 60_000;
const MIB = 2 ** 20;
const STEP = 1_000;
const SAMPLE = 10_000;

/** MB that are in use after a collection. */
function liveNow(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / MIB;
}

/**
 * A fleet that nobody looks at in detail, on accelerated time: all sessions as in the program, but without a stored history,
 * over real HTTP, and the screen of all clusters drawn once a second; memory after each of `minutes`, such as `5,60,120`.
 */
export async function fleetSoak(count: string, minutes: string): Promise<SoakPoint[]> {
  const clusters = await clocked<readonly string[]>('clockedFleet', count);
  const { address: urls, clock, stateDir } = clusters;
  const stopLimit = limitMemory(clock, 'several');
  const { rewindBytes, journalItems } = memoryShare(urls.length);
  const operator = { stateDir, env: {}, tell: () => {}, rewindBytes };
  const credentials = async () => ({ username: 'operator', password: 'operator-1' });
  const fleet = openFleet(
    urls.map((url, index) => {
      const target = { ...bareTarget(`c${index}`, url), ofSeveral: true };
      const open = () => openClusterSession({ target, clock, credentials, operator, journalItems });
      return { name: target.name, facts: undefined, open };
    }),
    clock,
  );
  const [first] = fleet.members;
  if (!first) throw new Error('a fleet of no cluster');
  const area = bodyArea({ columns: 120, rows: 40 });
  const points: SoakPoint[] = [];
  fleet.start();
  let passed = 0;
  for (const minute of minutes.split(',').map(Number)) {
    let least = Number.POSITIVE_INFINITY;
    for (; passed < minute * MINUTE; passed += STEP) {
      await clusters.step(STEP);
      // A minute of real time leaves room for collections that a minute in some seconds does not.
      if (passed % MINUTE === 0) globalThis.gc?.();
      // While lists are read, the old and the new one are in memory: the least of the last minute is what stays.
      if (passed >= (minute - 1) * MINUTE && passed % SAMPLE === 0) least = Math.min(least, liveNow());
      const members = fleet.members.map(({ name, session }) => {
        const [state, triage] = [session.store.getState(), session.triage.getState()];
        return { name, state, triage, production: false, readOnly: false, paused: session.cost?.paused };
      });
      const view = { ...viewOf(first.session.store.getState(), clock.now()), fleet: members };
      panesOf(fleetScreen, view, fleetScreen.initial, area);
    }
    points.push({ minute, live: least, resident: process.memoryUsage().rss / MIB });
  }
  stopLimit();
  await fleet.close();
  clusters.end();
  return points;
}
