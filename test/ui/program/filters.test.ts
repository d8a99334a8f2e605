import { expect, test } from 'vitest';
import { openScreen } from '../open-screen.ts';

test('an unknown field is reported, and Enter does nothing', () => {
  const { hands } = openScreen('servers');
  hands.press('/').type('nope>5').press('enter').sees('no field ‘nope’');
  expect(hands.dialogs).toHaveLength(1);
  hands.press('esc');
  expect(hands.slice().filter).toBe('');
});

test('a filter that the server applies is sent when typing pauses, at once by Enter, and not when it is taken back', async () => {
  const { hands, services } = openScreen('streams');
  const searchAfter = async (ms: number) => {
    await services.clock.advance(ms);
    hands.runtime.draw();
    return services.interests.at(-1)?.streams?.query.search;
  };
  hands.press('/').type('cam').press('esc');
  expect(await searchAfter(1_000)).toBeUndefined();
  hands.press('/').type('a');
  expect(await searchAfter(200)).toBeUndefined();
  hands.type('b');
  expect([await searchAfter(200), await searchAfter(50)]).toEqual([undefined, 'ab']);
  hands.type('x').press('enter');
  expect(services.interests.at(-1)?.streams?.query.search).toBe('abx');
});

test('streams are filtered by figures among all that were read, and the visible ones are looked up', () => {
  const { hands, services } = openScreen('streams');
  hands.press('/').type('viewers>100').press('enter').sees('Streams: viewers>100');
  expect(services.interests.at(-1)?.streams).toBeUndefined();
  expect(services.interests.at(-1)?.watchedStreams.length).toBeGreaterThan(0);
});

test('f offers all existing values with their counts, and "all"', () => {
  const { hands, services } = openScreen('streams');
  hands
    .press('f')
    .sees(/PUBLISHED +\d/)
    .press('down', 'enter');
  expect(services.interests.at(-1)?.streams?.query.streamState).toBe('PUBLISHED');
  hands.press('f', 'g', 'enter');
  expect(hands.slice().streamState).toBeUndefined();
});

test('a filter is remembered once, newest first, and empty ones are not', () => {
  const { hands } = openScreen('servers');
  for (const text of ['edge', 'cm', ' edge ', '']) hands.press('/', 'ctrl-u').type(text).press('enter');
  expect(hands.ui.filters.servers?.history).toEqual(['edge', 'cm']);
  for (let index = 0; index < 40; index++) hands.press('/', 'ctrl-u').type(`e${index}`).press('enter');
  const history = hands.ui.filters.servers?.history ?? [];
  expect([history.length, history[0]]).toEqual([30, 'e39']);
});

test('saving a filter says what is missing: a filter, a name, or a screen with filters', () => {
  const { hands } = openScreen('servers');
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
  expect(hands.ui.filters.servers?.saved).toEqual({ other: 'edge' });
  const none = openScreen('overview').hands;
  none.runtime.run('filter.saved', 'x');
  expect(none.notice).toBe('This screen has no filter.');
  none.press('/');
  expect(none.dialogs).toEqual([]);
  none.runtime.run('list.state');
  expect(none.notice).toBe('There are no choices to filter by.');
});
