import { expect, test } from 'vitest';
import { auditedRun } from '../../../src/cli/watch/services.ts';
import { openAudit } from '../../../src/config/audit.ts';
import type { ClusterSession } from '../../../src/session/cluster-session.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { newFolder } from '../../support/new-folder.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';

function sessionOf(production = false, stateDir = newFolder()) {
  const audit = openAudit(stateDir, new ManualClock(sampleNow));
  const state = sampleState();
  const target = { name: 'live', production, username: 'anna' };
  const session = { audit, target, store: { getState: () => state, subscribe: () => () => {} } };
  return { audit, session: session as unknown as ClusterSession };
}
const ended =
  (outcome: string, failed = false) =>
  async () => ({ name: 'drain', outcome, failed, output: '' });

test('a command of the user is in the audit before it starts, and with its exit code', async () => {
  const { audit, session } = sessionOf();
  let before: unknown[] = [];
  await auditedRun(session, 'drain', async () => {
    before = (await audit.read(9)).entries.map(({ outcome }) => outcome);
    return await ended('exit code 0')();
  });
  await auditedRun(session, 'drain', ended('exit code 3', true));
  expect(before).toEqual(['sent']);
  const { entries } = await audit.read(9);
  const run = { cluster: 'live', action: 'run command', target: 'drain' };
  expect(entries).toMatchObject([
    { ...run, outcome: 'sent' },
    { ...run, outcome: 'ok', message: 'exit code 0' },
    { ...run, outcome: 'sent' },
    { ...run, outcome: 'failed', message: 'exit code 3' },
  ]);
});

test('a program that cannot be started is in the audit as failed', async () => {
  const { audit, session } = sessionOf();
  const run = auditedRun(session, 'drain', () => Promise.reject(new Error('drain could not be run.')));
  await expect(run).rejects.toThrow('could not be run');
  expect((await audit.read(9)).entries.at(-1)).toMatchObject({
    outcome: 'failed',
    message: 'drain could not be run.',
  });
});

test('without a line in the audit nothing runs for a production cluster; elsewhere it runs and that is said', async () => {
  const unwritable = '/dev/null/audit';
  let runs = 0;
  const run = async () => {
    runs++;
    return await ended('exit code 0')();
  };
  await expect(auditedRun(sessionOf(true, unwritable).session, 'drain', run)).rejects.toThrow('not run');
  expect(runs).toBe(0);
  const { outcome } = await auditedRun(sessionOf(false, unwritable).session, 'drain', run);
  expect([runs, outcome]).toEqual([1, expect.stringMatching(/^exit code 0; not in the audit: /)]);
});
