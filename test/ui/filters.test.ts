import { expect, test } from 'vitest';
import type { ScreenName } from '../../src/actions/screen-table.ts';
import { fakeServices } from '../support/fake-services.ts';
import { sampleState } from '../support/sample-state.ts';
import { UiDriver } from '../support/ui-driver.ts';

function start(screen: ScreenName) {
  const services = fakeServices(sampleState());
  const hands = new UiDriver(services, { columns: 120, rows: 40 }, screen);
  const slice = () => hands.runtime.ui.getState().slices[screen] as Readonly<Record<string, unknown>>;
  return { hands, services, slice };
}

test('what is left is counted while it is typed', () => {
  const { hands } = start('servers');
  hands.press('/').type('edge-1');
  expect(hands.screen).toMatch(/edge-1 +\d+ left · Enter apply/);
});

test('a field that is not there is told, and Enter does nothing', () => {
  const { hands, slice } = start('servers');
  hands.press('/').type('nope>5').press('enter');
  expect(hands.screen).toContain('no field ‘nope’');
  expect(hands.dialogs).toHaveLength(1);
  hands.press('esc');
  expect(slice().filter).toBe('');
});

test('where something is open, a filter leads to the list that it filters, and Esc back', () => {
  const { hands } = start('servers');
  hands.press('enter');
  expect(hands.screen).toContain('┌─ Server ');
  hands.press('/').type('edge-1').press('enter');
  expect(hands.screen).toContain('┌─ Servers');
  hands.press('esc', 'esc');
  expect(hands.screen).toContain('┌─ Server ');
});

test('up and down go through what was filtered by before', () => {
  const { hands, slice } = start('servers');
  hands.press('/').type('edge').press('enter', 'esc', '/').type('cm').press('enter', 'esc', '/', 'up', 'up');
  expect(slice().filter).toBe('edge');
  hands.press('down', 'enter');
  expect(slice().filter).toBe('cm');
});

test('a list that the server filters is asked for when typing rests, and by Enter at once', async () => {
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

test('figures filter streams among all that were read, and those in sight are looked up', () => {
  const { hands, services } = start('streams');
  hands.press('/').type('viewers>100').press('enter');
  const shown = hands.screen;
  expect(shown).toContain('Streams: viewers>100');
  expect(services.interests.at(-1)?.streams).toBeUndefined();
  expect(services.interests.at(-1)?.watchedStreams.length).toBeGreaterThan(0);
});

test('a filter is saved under a name, set by it, and deleted', () => {
  const { hands, slice } = start('servers');
  hands.press('/').type('edge !1a').press('enter');
  hands.press(':').type('filter save no 1a').press('enter', 'esc');
  expect(slice().filter).toBe('');
  hands.press(':').type('filter no').press('enter');
  expect(slice().filter).toBe('edge !1a');
  hands.press(':').type('filter delete no 1a').press('enter', ':').type('filter no 1a').press('enter');
  expect(hands.notice).toContain('No filter is saved');
});

test('f offers what there is, with counts, and all again', () => {
  const { hands, services, slice } = start('streams');
  hands.press('f');
  expect(hands.screen).toMatch(/PUBLISHED +\d/);
  hands.press('down', 'enter');
  expect(services.interests.at(-1)?.streams?.query.streamState).toBe('PUBLISHED');
  hands.press('f', 'g', 'enter');
  expect(slice().streamState).toBeUndefined();
});
