import { expect, test } from 'vitest';
import type { Application } from '../../../src/protocol/application.ts';
import type { Problem } from '../../../src/triage/problem.ts';
import * as applications from '../../../src/views/applications/applications.ts';
import { applicationLink } from '../../../src/views/applications/link.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { sampleState } from '../../support/sample-state.ts';

const { applicationFilter, applicationsInTopology, placementsOf } = applications;
const stalled = sampleProblem(
  { key: 'link:edge', severity: 'warning', subject: { kind: 'application', name: 'edge' } },
  { kind: 'link', facts: { fault: 'stalled', polls: 2 } },
);
const data = { connectionState: 'AUTHENTICATED', latency: 12 };

const link = (kind: string, word?: string, latency?: number) => ({ kind, word, latency });
const still = { latency: 0 };
const up = { clusterConnection: true, clusterConnectionData: data };
test.each<[string, Partial<Application>, readonly Problem[], ReturnType<typeof link>]>([
  ['connected', up, [], link('ok', 'AUTHENTICATED', 12)],
  ['without data', { clusterConnection: true }, [], link('ok', 'connected')],
  ['stalled', up, [stalled], link('stalled', 'STALLED', 12)],
  ['lost', { clusterType: true, clusterConnection: false }, [stalled], link('lost', 'LOST')],
  ['outside the cluster', { clusterType: false, clusterConnection: false }, [], link('none')],
  ['outside, with a latency of 0', { clusterType: false, clusterConnectionData: still }, [], link('none')],
  ['nothing told', {}, [], link('unknown')],
])('link: %s', (_name, application, problems, expected) => {
  expect(applicationLink({ name: 'edge', ...application }, problems)).toEqual(expected);
});

test.each([
  ['live', { search: 'live' }],
  ['a b type:EDGE viewers>500 !test', { search: 'a b', appType: 'EDGE', terms: 'viewers>500 !test' }],
  ['!type:edge', { terms: '!type:edge' }],
  ['snapp:x', { search: 'snapp:x' }],
  ['!snapp:x', { terms: '!snapp:x' }],
  ['viewers>500', { terms: 'viewers>500' }],
  ['', {}],
] as const)('the filter %j is read and written unchanged', (text, part) => {
  const filter = { ...applicationFilter.none, ...part };
  expect(applicationFilter.parse(text)).toEqual(filter);
  expect(applicationFilter.text(filter)).toBe(text);
  expect(applicationFilter.isSet(filter)).toBe(text !== '');
});

test('an application is listed with its servers and their groups', () => {
  const [place] = placementsOf(sampleState(), { name: 'live-edge-1a' });
  expect(place).toMatchObject({ server: 'edge-1a', group: 'Europe' });
  expect(placementsOf(sampleState(), { name: 'nowhere' })).toEqual([]);
});

test('of two applications with one name only the servers of this one are listed, where the topology has ids', () => {
  const [first, second] = sampleState().servers;
  if (!first || !second) throw new Error('no servers');
  const runs = (record: typeof first, id: string | undefined) => {
    return { ...record, server: { ...record.server, applications: [{ id, name: 'live' }] } };
  };
  const found = (one?: string, other?: string) => {
    const state = { ...sampleState(), servers: [runs(first, one), runs(second, other)] };
    return placementsOf(state, { id: 'b', name: 'live' }).map(({ server }) => server);
  };
  expect(found('a', 'b')).toEqual([second.name]);
  expect(found()).toEqual([first.name, second.name].sort());
});

test('the topology counts names or placements, like the list', () => {
  expect(applicationsInTopology(sampleState(), 12)).toBe(12);
  expect(applicationsInTopology({ ...sampleState(), servers: [] }, 12)).toBeUndefined();
  const [one, other] = sampleState().servers;
  if (!one || !other) throw new Error('no servers');
  const twice = (more: object = {}) => {
    const server = { ...one.server, applications: [{ name: 'live' }, { name: 'vod' }] };
    return { ...sampleState(), servers: [one, { ...other, ...more }].map((each) => ({ ...each, server })) };
  };
  expect([2, 4].map((listed) => applicationsInTopology(twice(), listed))).toEqual([2, 4]);
  expect(applicationsInTopology(twice({ goneSince: 1 }), 4)).toBe(2);
});
