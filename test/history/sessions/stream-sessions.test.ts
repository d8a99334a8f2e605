import { expect, test } from 'vitest';
import { samplesOf } from '../../../src/history/sessions/stream-sessions.ts';

test('copies of a stream are one session: viewers and those at risk are summed, a sick copy makes it degraded', () => {
  const own = { application: 'live', streamKey: 'one' };
  const copy = { ...own, id: 'a', viewerCount: 5, healthScore: 90, startTime: 7 };
  const edge = { ...own, id: 'b', viewerCount: 8, healthScore: 40, startTime: 9 };
  expect(samplesOf([copy, edge]).get('live/one')).toMatchObject({
    viewers: 13,
    atRisk: 5.3,
    isDegraded: true,
    startTime: 7,
  });
});
