import { expect, onTestFinished, test } from 'vitest';
import { bareTarget } from '../../src/cli/cluster/bare-target.ts';
import { defaultRetention } from '../../src/history/retention.ts';
import { openClusterSession } from '../../src/session/cluster-session.ts';
import { eventually } from '../support/eventually.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { newFolder } from '../support/new-folder.ts';
import { startSimulator } from '../world/start.ts';

test('closing twice, at a crash and at the end, reports no failure of the history', async () => {
  const stateDir = newFolder();
  const clock = new ManualClock();
  const { url, username, password, close } = await startSimulator({ scenario: 'quiet', clock });
  onTestFinished(close);
  const told: string[] = [];
  const session = openClusterSession({
    target: bareTarget('lab', url),
    clock,
    credentials: async () => ({ username, password }),
    history: { stateDir, retention: defaultRetention, onStatus: ({ kind }) => told.push(kind) },
  });
  await clock.advance(1_000);
  await eventually(() => expect(told).toEqual(['writing']));
  await Promise.all([session.close(), session.close()]);
  await session.close();
  expect(told).toEqual(['writing']);
});
