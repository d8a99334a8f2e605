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

test('before that the missing parts are named', () => {
  const { journalResource, applicationSweep } = whole();
  const unread = { ...journalResource, updatedAt: undefined };
  // Its first page came, the rest did not.
  const begun = { ...applicationSweep, value: { ...applicationSweep.value, completedAt: undefined } };
  const state = { ...whole(), journalResource: unread, applicationSweep: begun };
  const words = 'no problem so far; not read yet: journal, applications';
  expect(notYetKnown(state, calm, sampleNow)?.words).toBe(words);
});

test('the longest time of the rules decides', () => {
  const thresholds = { ...calm.thresholds, hotFor: 10_000, limitFor: 40_000, healthFor: 20_000 };
  const known = (ms: number) =>
    notYetKnown(whole(), { ...calm, thresholds, since: sampleNow - ms }, sampleNow)?.words;
  expect(known(39_999)).toBe(`no problem so far, watched since ${clockTime(sampleNow - 39_999)}`);
  // All is called well: everything was read, and the rules had their time.
  expect(known(40_000)).toBeUndefined();
});

test('what was not read is named as such where an answer failed, not as something still to come', () => {
  const { journalResource } = whole();
  const unreadable = [{ path: 'data.topology.0.serverStats.cpuUsage', reason: 'odd', item: false }];
  const doubt = (error: Error | undefined) => {
    const state = whole();
    const [dashboard, topology] = [state.dashboard, state.topology].map((one) => ({ ...one, unreadable }));
    const failed = { ...journalResource, updatedAt: undefined, error };
    const all = { ...state, dashboard, topology, journalResource: failed } as typeof state;
    return notYetKnown(all, calm, sampleNow);
  };
  expect(doubt(undefined)).toMatchObject({ isUnread: false });
  expect(doubt(new Error('permission denied'))).toMatchObject({ isUnread: true });
});
