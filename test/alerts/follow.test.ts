import { expect, test } from 'vitest';
import { followIncidents } from '../../src/alerts/follow.ts';
import { alertFor } from './rig.ts';

const START = 1_000_000;
const MINUTE = 60_000;

test('an incident keeps its id, its kind and its start when a better cause is found', () => {
  const first = alertFor('edge-1');
  const better = {
    ...alertFor('origin-1'),
    keys: ['server-gone:origin-1', ...first.keys],
    since: first.since + 5_000,
  };
  const [one] = followIncidents(followIncidents([], [first], START), [better], START + 1);
  expect(one?.alert).toMatchObject({ id: first.id, kind: first.kind, since: first.since });
  expect(one?.alert.words.culprit).toBe('origin-1');
});

test('when an incident splits, the part with the first cause is the same and the rest is new', () => {
  const both = { ...alertFor('edge-1'), keys: ['server-hot:edge-1', 'server-hot:edge-2'] };
  const parts = followIncidents(
    followIncidents([], [both], START),
    [alertFor('edge-2'), alertFor('edge-1')],
    START + 1,
  );
  expect(parts.map(({ alert }) => alert.id)).toEqual([alertFor('edge-2').id, alertFor('edge-1').id]);
});

test('an incident that returns within five minutes is the same, and its returns are counted', () => {
  const alert = alertFor();
  const gone = followIncidents(followIncidents([], [alert], START), [], START + MINUTE);
  expect(gone).toEqual([{ alert, returns: 0, endedAt: START + MINUTE }]);
  expect(followIncidents(gone, [alert], START + 5 * MINUTE)).toEqual([{ alert, returns: 1 }]);
  expect(followIncidents(gone, [], START + 6 * MINUTE)).toEqual([]);
});
