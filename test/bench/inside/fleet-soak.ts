import { bareTarget } from '../../../src/cli/cluster/bare-target.ts';
import { limitMemory } from '../../../src/cli/limit-memory.ts';
import { memoryShare } from '../../../src/cli/watch/open-session.ts';
import { openClusterSession } from '../../../src/session/cluster-session.ts';
import { openFleet } from '../../../src/session/fleet.ts';
import { bodyArea } from '../../../src/ui/program/layout.ts';
import { fleetScreen } from '../../../src/ui/screens/fleet/screen.ts';
import { panesOf } from '../../support/panes-of.ts';
import { plainView } from '../../support/plain-view.ts';
import { clocked } from './clocked.ts';
import { memoryOver, type SoakPoint } from './memory-over.ts';

/**
 * A fleet that nobody looks at in detail, on accelerated time: all sessions as in the program, but without a stored history,
 * over real HTTP, and the screen of all clusters drawn once a second.
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
  fleet.start();
  const points = await memoryOver(minutes, async (ms) => {
    await clusters.step(ms);
    const members = fleet.members.map(({ name, session }) => {
      const [state, triage] = [session.store.getState(), session.triage.getState()];
      return { name, state, triage, production: false, readOnly: false, paused: session.cost?.paused };
    });
    const view = { ...plainView(first.session.store.getState(), clock.now()), fleet: members };
    panesOf(fleetScreen, view, fleetScreen.initial, area);
  });
  stopLimit();
  await fleet.close();
  clusters.end();
  return points;
}
