import { expect, test } from 'vitest';
import { findInFleet } from '../../../src/views/fleet/search.ts';
import { calm } from '../../support/fake-services.ts';
import { sampleState } from '../../support/sample-state.ts';

test('a stream of several clusters is found in each, with its health', () => {
  const state = sampleState();
  const [[id, stream] = expect.fail()] = state.streamSweep.value?.items ?? [];
  const member = (name: string, healthScore: number | undefined, healthGrade: string) => {
    const items = new Map([[id, { ...stream, healthScore, healthGrade }]]);
    const streamSweep = { ...state.streamSweep, value: { ...state.streamSweep.value, items } };
    return { name, state: { ...state, streamSweep }, triage: calm } as never;
  };
  const members = [
    member('eu', 97, 'Excellent'),
    member('us', undefined, 'Excellent'),
    member('ap', 50, 'No data'),
  ];
  const found = findInFleet(members, stream.streamKey).filter(({ link }) => link.kind === 'stream');
  expect(found.map(({ note }) => note).sort()).toEqual(['ap, health —', 'eu, health 97', 'us, health —']);
});

test('a server that is gone says so, and no other one', () => {
  const state = sampleState();
  const servers = state.servers.map((record, nth) => (nth === 0 ? { ...record, goneSince: 1 } : record));
  const find = (name: string) =>
    findInFleet([{ name: 'eu', state: { ...state, servers }, triage: calm } as never], name);
  expect(find('live-edge-1a').find(({ link }) => link.kind === 'application')?.note).toBe('eu');
  const notes = servers.map(
    ({ name }) => find(name).find(({ link }) => link.kind === 'server' && link.name === name)?.note,
  );
  expect(notes).toEqual(servers.map((_, nth) => (nth === 0 ? 'eu, GONE' : 'eu')));
});
