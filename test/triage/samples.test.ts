import { expect, test } from 'vitest';
import { serversSample } from '../../src/triage/samples.ts';
import { factsOf } from './evaluate-rule.ts';
import { bench } from './support.ts';

const empty = bench().state();

test('servers come from the newer of dashboard and topology, or from the topology where the dashboard has none', () => {
  const at = (dashboard: object | undefined, polled: number, read: number) => {
    const state = {
      dashboard: { ...empty.dashboard, value: dashboard, updatedAt: polled },
      topology: { ...empty.topology, updatedAt: read },
    };
    return serversSample(factsOf({ state })).at;
  };
  const carrying = { topology: [] };
  expect([at(carrying, 2, 1), at(carrying, 1, 2), at(carrying, 2, 2)]).toEqual([2, 2, 2]);
  expect([at({}, 2, 1), at(undefined, 2, 1)]).toEqual([1, 1]);
});
