import { expect, test } from 'vitest';
import type { ScreenName } from '../../../src/actions/screen-table.ts';
import { fakeServices } from '../../support/fake-services.ts';
import { sampleState } from '../../support/sample-state.ts';
import { UiDriver } from '../../support/ui-driver.ts';

function start(screen: ScreenName) {
  const services = fakeServices(sampleState());
  const hands = new UiDriver(services, { columns: 120, rows: 40 }, screen);
  const slice = () => hands.runtime.ui.getState().slices[screen] as Readonly<Record<string, unknown>>;
  return { hands, services, slice };
}

test('an unknown field is reported, and Enter does nothing', () => {
  const { hands, slice } = start('servers');
  hands.press('/').type('nope>5').press('enter').sees('no field ‘nope’');
  expect(hands.dialogs).toHaveLength(1);
  hands.press('esc');
  expect(slice().filter).toBe('');
});

test('a filter that the server applies is sent when typing pauses, and at once by Enter', async () => {
  const { hands, services } = start('streams');
  const search = () => services.interests.at(-1)?.streams?.query.search;
  hands.press('/').type('cam');
  expect(search()).toBeUndefined();
  await services.clock.advance(300);
  hands.runtime.draw();
  expect(search()).toBe('cam');
  hands.type('x').press('enter');
  expect(search()).toBe('camx');
});

test('streams are filtered by figures among all that were read, and the visible ones are looked up', () => {
  const { hands, services } = start('streams');
  hands.press('/').type('viewers>100').press('enter');
  const shown = hands.screen;
  expect(shown).toContain('Streams: viewers>100');
  expect(services.interests.at(-1)?.streams).toBeUndefined();
  expect(services.interests.at(-1)?.watchedStreams.length).toBeGreaterThan(0);
});

test('f offers all existing values with their counts, and "all"', () => {
  const { hands, services, slice } = start('streams');
  hands
    .press('f')
    .sees(/PUBLISHED +\d/)
    .press('down', 'enter');
  expect(services.interests.at(-1)?.streams?.query.streamState).toBe('PUBLISHED');
  hands.press('f', 'g', 'enter');
  expect(slice().streamState).toBeUndefined();
});

test('a filter is remembered once, newest first, and empty ones are not', () => {
  const { hands } = start('servers');
  for (const text of ['edge', 'cm', ' edge ', '']) hands.press('/', 'ctrl-u').type(text).press('enter');
  expect(hands.runtime.ui.getState().filters.servers?.history).toEqual(['edge', 'cm']);
  for (let index = 0; index < 40; index++) hands.press('/', 'ctrl-u').type(`e${index}`).press('enter');
  const history = hands.runtime.ui.getState().filters.servers?.history ?? [];
  expect([history.length, history[0]]).toEqual([30, 'e39']);
});

test('nothing is asked of the server once the typed filter is taken back', async () => {
  const { hands, services } = start('streams');
  hands.press('/').type('cam').press('esc');
  await services.clock.advance(1_000);
  hands.runtime.draw();
  expect(services.interests.at(-1)?.streams?.query.search).toBeUndefined();
  hands.press('/').type('a');
  await services.clock.advance(200);
  hands.type('b');
  await services.clock.advance(200);
  hands.runtime.draw();
  expect(services.interests.at(-1)?.streams?.query.search).toBeUndefined();
  await services.clock.advance(50);
  hands.runtime.draw();
  expect(services.interests.at(-1)?.streams?.query.search).toBe('ab');
});

test('saving a filter says what is missing: a filter, a name, or a screen with filters', () => {
  const { hands } = start('servers');
  const said = (argument: string) => {
    hands.runtime.run('filter.saved', argument);
    return hands.notice;
  };
  expect(said('save mine')).toBe('There is no filter to save: / sets one.');
  expect(said('')).toContain('No filter is saved yet: :filter save NAME');
  expect(said('mine')).toContain('No filter is saved as mine: :filter save NAME');
  hands.press('/').type('edge').press('enter');
  expect(said('save mine')).toBe('Saved as mine: edge');
  expect(said('save other')).toBe('Saved as other: edge');
  expect(said('delete mine')).toBe('Filter mine is deleted.');
  expect(hands.runtime.ui.getState().filters.servers?.saved).toEqual({ other: 'edge' });
  const none = start('overview').hands;
  none.runtime.run('filter.saved', 'x');
  expect(none.notice).toBe('This screen has no filter.');
  none.press('/');
  expect(none.dialogs).toEqual([]);
  none.runtime.run('list.state');
  expect(none.notice).toBe('There are no choices to filter by.');
});
