import { expect, onTestFinished, test } from 'vitest';
import { turn } from '../../src/base/turn.ts';
import { bareTarget } from '../../src/cli/target/bare-target.ts';
import type { ServerRecord } from '../../src/cluster/state.ts';
import { openClusterSession } from '../../src/session/cluster-session.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { startSimulator } from '../world/start.ts';

test('a server that an earlier session knew counts as missing in the next one', async () => {
  const clock = new ManualClock();
  const simulator = await startSimulator({ scenario: 'quiet', clock });
  onTestFinished(() => simulator.close());
  const { url, username, password } = simulator;
  const lost: ServerRecord = {
    name: 'edge-lost',
    server: { serverName: 'edge-lost', groupName: 'ams' } as ServerRecord['server'],
    lastSeen: clock.now() - 60_000,
    misses: 3,
    missingSince: clock.now() - 50_000,
    goneSince: clock.now() - 50_000,
  };
  const session = openClusterSession({
    target: { ...bareTarget('lab', url), readOnly: true },
    clock,
    credentials: async () => ({ username, password }),
    servers: [lost],
  });
  onTestFinished(() => session.close());
  session.monitor.start();
  const isRead = () => session.store.getState().topology.value !== undefined;
  for (let step = 0; !isRead() && step < 2_000; step++) {
    await clock.advance(10);
    await turn();
  }
  await clock.advance(2_000);
  const { problems } = session.triage.getState();
  expect(problems.map(({ subject, since }) => [subject, since.at])).toContainEqual([
    { kind: 'server', name: 'edge-lost' },
    lost.goneSince,
  ]);
});
