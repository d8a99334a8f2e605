import { expect, test } from 'vitest';
import { followIncidents } from '../../src/alerts/follow.ts';
import { alertFor } from './rig.ts';

const START = 1_000_000;
const MINUTE = 60_000;

test('an incident that returns within five minutes is the same, and its returns are counted', () => {
  const alert = alertFor();
  const gone = followIncidents(followIncidents([], [alert], START), [], START + MINUTE);
  expect(gone).toEqual([{ alert, returns: 0, endedAt: START + MINUTE }]);
  expect(followIncidents(gone, [alert], START + 5 * MINUTE)).toEqual([{ alert, returns: 1 }]);
  expect(followIncidents(gone, [], START + 6 * MINUTE)).toEqual([]);
});
