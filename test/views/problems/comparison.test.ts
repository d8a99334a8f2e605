import { expect, test } from 'vitest';
import { createHistory } from '../../../src/cluster/create-history.ts';
import type { ServerRecord } from '../../../src/cluster/state.ts';
import { comparisonOf } from '../../../src/views/problems/comparison.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';

const BEGAN = sampleNow - 60_000;

function record(name: string, groupName: string, type = 'edge', gone = false): ServerRecord {
  const server = { serverName: name, groupName, applications: [{ name: 'live', type }] };
  return { name, server, lastSeen: sampleNow, misses: 0, goneSince: gone ? BEGAN : undefined };
}

function stateOf(servers: readonly ServerRecord[]) {
  const state = sampleState({ servers });
  const history = createHistory();
  for (let at = BEGAN - 200_000; at <= sampleNow; at += 2_000) {
    const usage = at < BEGAN ? 100 + ((at / 2_000) % 5) : 900;
    const serverStats = { outBandwidth: { usage, cap: 1_000 } };
    const seen = servers.map(({ server }) => ({ ...server, serverStats }));
    history.servers(seen, at, 2_000);
  }
  return { ...state, history };
}

const hot = sampleProblem({ subject: { kind: 'server', name: 'edge-1' }, since: BEGAN });
const twinOf = (others: readonly ServerRecord[], problem = hot) =>
  comparisonOf(problem, 'server/edge-1/out', stateOf([record('edge-1', 'east'), ...others])).twin?.name;

test('the twin has the same role, and is of the same group if one is', () => {
  expect(twinOf([record('a-west', 'west'), record('b-east', 'east')])).toBe('b-east');
  expect(twinOf([record('a-west', 'west'), record('b-east', 'east', 'origin')])).toBe('a-west');
  expect(twinOf([record('b-east', 'east', 'origin')])).toBeUndefined();
});

test('a server that is gone, or that has the same problem, is no twin', () => {
  const names = ['edge-1', 'edge-2'].map((name) => ({ kind: 'server', name }) as const);
  const both = sampleProblem({ names, since: BEGAN });
  expect(twinOf([record('edge-2', 'east'), record('edge-3', 'east', 'edge', true)], both)).toBeUndefined();
});

test('normal is the range before the problem, unless nobody looked then', () => {
  const state = stateOf([record('edge-1', 'east')]);
  const { normal } = comparisonOf(hot, 'server/edge-1/out', state);
  expect(normal?.low).toBeGreaterThanOrEqual(100);
  expect(normal?.high).toBeLessThanOrEqual(104);
  const old = sampleProblem({ since: { at: BEGAN, known: 'before' } });
  expect(comparisonOf(old, 'server/edge-1/out', state).normal).toBeUndefined();
});
