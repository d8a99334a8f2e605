import { expect, test } from 'vitest';
import { freshnessOf } from '../../src/cluster/freshness.ts';
import { sampleStart } from '../support/sample-json.ts';
import { sampleNow, sampleState } from '../support/sample-state.ts';

test('ten minutes of polls give a complete state', () => {
  const state = sampleState();
  expect(state.servers).toHaveLength(15);
  expect(state.journal.items).toHaveLength(50);
  expect(state.streams.value?.items.size).toBe(10);
  expect(state.events).toEqual([]);
  expect(freshnessOf(state.dashboard, sampleNow)).toBe('fresh');
  const { history } = state;
  for (const key of ['total/viewers', 'total/out', 'server/edge-1a/cpu', 'stream/stream-1/health']) {
    const means = history.window(key, sampleNow - 600_000, sampleNow, 60);
    expect(
      means.every((mean) => mean !== null),
      key,
    ).toBe(true);
  }
  // The dashboard's own history reaches back further than our polls.
  expect(history.last('total/viewers', sampleStart - 60_000)).toBeGreaterThan(0);
});
