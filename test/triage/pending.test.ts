import { expect, test } from 'vitest';
import { pendingOf } from '../../src/triage/pending.ts';
import type { Finding } from '../../src/triage/rule.ts';
import { found, newTracker, restarted } from '../../src/triage/tracker.ts';
import { START } from './support.ts';

const timing = { after: 60_000, clearAfter: 10_000 };
const finding: Finding = {
  key: 'k',
  severity: 'warning',
  subject: { kind: 'cluster' },
  kind: 'reconnect',
  facts: { times: 1 },
};

/** After this many samples with the finding, two seconds apart. */
function after(samples: number) {
  let tracker = newTracker(finding);
  for (let n = 0; n < samples; n++) {
    const at = START + 2_000 * n;
    const sample = { at, previousAt: at - 2_000, longest: 4_000, firstLook: undefined };
    tracker = found(tracker, finding, sample, timing);
  }
  return tracker;
}

test('a finding is announced from its second sample on, with the moment when it will be a problem', () => {
  expect(pendingOf(after(1), timing)).toBeUndefined();
  expect(pendingOf(after(2), timing)).toMatchObject({ key: 'k', since: START, due: START + 60_000 });
});

test('a finding that is part of a problem is not announced', () => {
  expect(pendingOf(restarted(after(3)), timing)).toBeUndefined();
});

test('a finding that is a problem is no longer announced', () => {
  expect(pendingOf(after(40), timing)).toBeUndefined();
});
