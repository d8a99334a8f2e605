import { expect, test } from 'vitest';
import type { ClusterState } from '../../../../src/cluster/state.ts';
import { sampleState } from '../../../support/sample-state.ts';
import { openScreen } from '../../open-screen.ts';

test('the past from the stored history lists what the sweep read then', () => {
  const state = sampleState();
  const stored = { ...state, applications: { ...state.applications, value: undefined } };
  const { hands } = openScreen('applications', stored);
  hands.sees('live-origin-2').press('/', ...'edge-1a', 'enter');
  hands.sees('live-edge-1a').lacks('live-origin-2');
});

/** The first two applications of the sample under one name, with their own ids. */
function namesakes(): ClusterState {
  const state = sampleState();
  const value = state.applications.value;
  if (!value) throw new Error('the sample has no applications');
  const renamed = (index: number) => index < 2 && { name: 'live', id: `id-${index}` };
  const items = new Map([...value.items].map(([index, one]) => [index, { ...one, ...renamed(index) }]));
  return { ...state, applications: { ...state.applications, value: { ...value, items } } };
}

test('the type filter and the order are sent to the server', () => {
  const { hands, services } = openScreen('applications');
  const query = (...keys: string[]) => {
    hands.press(...keys);
    return services.interests.at(-1)?.applications?.query;
  };
  expect(query()).toEqual({});
  expect(query('f', 'j', 'enter')).toEqual({ appType: expect.any(String) });
  expect(query('esc', 's', 'j', 'enter', 'S')).toEqual({ orderBy: 'name', order: 'desc' });
});

test('two applications of one name open separately', () => {
  const { hands, services } = openScreen('applications', namesakes());
  hands.press('j', 'enter').sees(/Application live[\s\S]*Id +id-1/);
  hands.press('esc', 'k', 'enter').sees(/Application live[\s\S]*Id +id-0/);
  expect(hands.press('enter').ui.screen).toBe('streams');
  expect(services.interests.at(-1)?.streams?.query).toMatchObject({ application: 'live' });
});
