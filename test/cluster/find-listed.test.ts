import { expect, test } from 'vitest';
import { findApplication } from '../../src/cluster/find-listed.ts';
import { emptyList } from '../../src/cluster/reduce-lists.ts';
import type { ClusterState } from '../../src/cluster/state.ts';
import { createClusterStore } from '../../src/cluster/store.ts';
import type { Application } from '../../src/protocol/application.ts';

const empty = createClusterStore({ name: 'c', url: 'http://c' }).getState();
const application = (id: string, name: string, inBandwidth = 0): Application => ({ id, name, inBandwidth });

/** The three requests that return an application, each with the time of its answer. */
const ways = {
  watched: (value: Application, updatedAt: number, endedAt?: number): Partial<ClusterState> => ({
    watchedApplications: { ...empty.watchedApplications, value: [{ id: 'a', value, endedAt }], updatedAt },
  }),
  listed: (list: readonly Application[], updatedAt: number): Partial<ClusterState> => {
    const value = { ...emptyList({}), items: new Map(list.entries()) };
    return { applications: { ...empty.applications, value, updatedAt } };
  },
  swept: (list: readonly Application[], updatedAt: number): Partial<ClusterState> => {
    const items = new Map(list.map((item) => [item.id ?? item.name, item]));
    const value = { items, totalItems: items.size, completedAt: updatedAt, truncated: false };
    return { applicationSweep: { ...empty.applicationSweep, value, updatedAt } };
  },
};

test.each([
  ['of the look-up', 9, 5, 7],
  ['of the list', 5, 9, 7],
  ['of the sweep', 5, 7, 9],
])('the newest answer counts: that %s', (_which, watched, listed, swept) => {
  const of = (at: number) => application('a', 'live', at);
  const lists = { ...ways.listed([of(listed)], listed), ...ways.swept([of(swept)], swept) };
  const state = { ...empty, ...ways.watched(of(watched), watched), ...lists };
  expect(findApplication(state, 'a').item?.inBandwidth).toBe(9);
});

test('an application is found by its name, and one whose id is that name comes first', () => {
  const list = [application('x', 'live'), application('live', 'other')];
  for (const way of [ways.listed(list, 1), ways.swept(list, 1)]) {
    const find = (wanted: string) => findApplication({ ...empty, ...way }, wanted).item;
    expect(find('live')?.name).toBe('other');
    expect(find('x')?.name).toBe('live');
    expect(find('other')?.id).toBe('live');
    expect(find('gone')).toBeUndefined();
  }
});

test('an application that ended says so with its last values, whatever a list says', () => {
  const last = application('a', 'live', 5);
  const state = { ...empty, ...ways.watched(last, 6, 6), ...ways.swept([application('a', 'live')], 9) };
  expect(findApplication(state, 'a')).toEqual({ item: last, endedAt: 6 });
});
