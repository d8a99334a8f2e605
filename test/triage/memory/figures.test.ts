import { expect, test } from 'vitest';
import { HOUR_MS, SECOND_MS } from '../../../src/base/durations.ts';
import { mergeServers } from '../../../src/cluster/servers.ts';
import { createClusterStore } from '../../../src/cluster/store.ts';
import { FigureMemory } from '../../../src/triage/memory/figures.ts';
import { edge } from '../support.ts';

test('servers that are new at each poll are forgotten: after two hours no more is remembered than after one', () => {
  const figures = new FigureMemory();
  let state = createClusterStore({ name: 'test', url: 'http://127.0.0.1' }).getState();
  const atHour: number[] = [];
  for (let at = 0; at <= 2 * HOUR_MS; at += 10 * SECOND_MS) {
    const fresh = Array.from({ length: 5 }, (_, index) => edge(`edge-${at}-${index}`, 10, 1e6));
    state = { ...state, servers: mergeServers(state.servers, fresh, at, true).servers };
    figures.observe(state, at, false);
    if (at > 0 && at % HOUR_MS === 0) atHour.push(figures.size);
  }
  expect(atHour[1]).toBe(atHour[0]);
  // Those of the last five minutes, those that are gone for less than an hour, and those that are there.
  expect(atHour[0]).toBeLessThan(2_500);
});
