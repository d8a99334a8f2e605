import { expect, test } from 'vitest';
import { clockTime } from '../../../src/base/format.ts';
import { notYetKnown } from '../../../src/views/problems/all-clear.ts';
import { calm } from '../../support/fake-services.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';

/** Everything that is always polled was read. */
function whole() {
  const state = sampleState();
  const value = { items: new Map(), totalItems: 0, completedAt: sampleNow, truncated: false };
  const applicationSweep = { ...state.applicationSweep, value, updatedAt: sampleNow };
  return { ...state, applicationSweep };
}

test('all is called well once everything was read and the rules had their time', () => {
  expect(notYetKnown(whole(), calm, sampleNow)).toBeUndefined();
});

test('before that the missing parts are named', () => {
  const { journalResource, applicationSweep } = whole();
  const state = {
    ...whole(),
    journalResource: { ...journalResource, updatedAt: undefined },
    // Its first page came, the rest did not.
    applicationSweep: { ...applicationSweep, value: { ...applicationSweep.value, completedAt: undefined } },
  };
  expect(notYetKnown(state, calm, sampleNow)?.words).toBe(
    'no problem so far; not read yet: journal, applications',
  );
});

test('the first minute says since when the cluster is watched', () => {
  const since = sampleNow - 12_000;
  const words = `no problem so far, watched since ${clockTime(since)}`;
  expect(notYetKnown(whole(), { ...calm, since }, sampleNow)?.words).toBe(words);
  // The same a second later: nothing changes on the terminal.
  expect(notYetKnown(whole(), { ...calm, since }, sampleNow + 1_000)?.words).toBe(words);
});

test('the longest time of the rules decides', () => {
  const thresholds = { ...calm.thresholds, hotFor: 10_000, limitFor: 40_000, healthFor: 20_000 };
  const known = (ms: number) =>
    notYetKnown(whole(), { ...calm, thresholds, since: sampleNow - ms }, sampleNow)?.words;
  expect(known(39_999)).toMatch(/^no problem so far, watched since/);
  expect(known(40_000)).toBeUndefined();
});

test('what was not read is named as such where an answer failed, not as something still to come', () => {
  const { journalResource } = whole();
  const unread = [{ path: 'data.topology.0.serverStats.cpuUsage', reason: 'odd', item: false }];
  const doubt = (error: Error | undefined) => {
    const state = whole();
    return notYetKnown(
      {
        ...state,
        dashboard: { ...state.dashboard, unreadable: unread },
        topology: { ...state.topology, unreadable: unread },
        journalResource: { ...journalResource, updatedAt: undefined, error },
      } as typeof state,
      calm,
      sampleNow,
    );
  };
  expect(doubt(undefined)).toMatchObject({ isUnread: false });
  expect(doubt(new Error('permission denied'))).toMatchObject({ isUnread: true });
});
