import { expect, test } from 'vitest';
import { alwaysPolled, hasFirstRound, resources, waysToRead } from '../../src/cluster/resources.ts';
import { createClusterStore } from '../../src/cluster/store.ts';
import { endpoints } from '../../src/protocol/endpoints.ts';
import { sampleState } from '../support/sample-state.ts';

test('each resource of the state is one row of the table, with an endpoint that only reads', () => {
  const state = createClusterStore({ name: 'a', url: 'http://a' }).getState();
  const members = Object.entries(state).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null && 'fetching' in value ? [key] : [],
  );
  expect(resources.map(({ key }) => key).toSorted()).toEqual(members.toSorted());
  for (const { key, endpoint } of resources) expect(endpoints[endpoint].reads, key).toBe(true);
});

test('names of resources that are always polled are unique, and ways to read one resource have the same name', () => {
  expect(new Set(alwaysPolled.map(({ name }) => name)).size).toBe(alwaysPolled.length);
  for (const ways of waysToRead) expect(new Set(ways.map(({ short }) => short)).size).toBe(1);
});

test('the first round is over when every resource that is always polled has arrived or failed', () => {
  const state = sampleState();
  const { journalResource } = state;
  expect(hasFirstRound(state)).toBe(true);
  const waiting = { ...journalResource, updatedAt: undefined };
  expect(hasFirstRound({ ...state, journalResource: waiting })).toBe(false);
  const error = { code: 'TIMEOUT', message: 'late', since: 0 };
  expect(hasFirstRound({ ...state, journalResource: { ...waiting, error } })).toBe(true);
});
