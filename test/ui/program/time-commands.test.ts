import { expect, test } from 'vitest';
import type { TimeMark } from '../../../src/actions/time-travel.ts';
import { replayed } from '../../support/fake-replay.ts';
import { sampleNow } from '../../support/sample-state.ts';
import type { UiDriver } from '../../support/ui-driver.ts';

const MINUTE = 60_000;
const outage: TimeMark = { at: sampleNow + 2 * MINUTE, severity: 'critical', label: 'Server outage' };
const hot: TimeMark = { at: sampleNow - 3 * MINUTE, severity: 'warning', label: 'Server hot' };

const marks = [hot, outage];
const tone = ({ runtime }: UiDriver) => runtime.ui.getState().notice?.tone;

test('} and { lead to the next and the previous problem and name it', () => {
  const { hands, asked } = replayed({ marks });
  hands.press('}');
  expect(asked).toEqual(['seek 120.499 s']);
  expect(hands.notice).toMatch(/^\d\d:\d\d:\d\d: Server outage$/);
  expect(tone(hands)).toBe('crit');
  hands.press('{');
  expect(asked).toEqual(['seek 120.499 s', 'seek -179.501 s']);
  expect(hands.notice).toContain('Server hot');
  expect(tone(hands)).toBe('warn');
});

test('the problem at the moment shown is neither the next nor the previous one', () => {
  for (const off of [-400, 0, 400]) {
    const { hands, asked } = replayed({ at: outage.at + off, marks });
    hands.press('}', '{');
    expect(asked).toEqual(['seek -179.501 s']);
  }
});

test('a notice says that there is no other problem, or how far the search has come', () => {
  const done = replayed({ marks: [] }).hands;
  expect(done.press('}').notice).toBe('There is no problem after this.');
  expect(done.press('{').notice).toBe('There is no problem before this.');
  const searching = replayed({ marks: [], searchedTo: sampleNow + MINUTE }).hands;
  expect(searching.press('}').notice).toMatch(/^No problem until .*; the rest is still being searched\.$/);
  expect(searching.press('{').notice).toBe('There is no problem before this.');
});

test('@ asks for a time, refuses what it does not understand, and goes to the time', () => {
  const { hands, asked } = replayed({ marks });
  hands.press(':at').type('noon').sees('such as 14:03').press('enter');
  expect([hands.dialogs.length, asked]).toEqual([1, []]);
  hands.press('ctrl-u').type('-10m').lacks('such as 14:03').press('enter');
  expect([hands.dialogs.length, asked]).toEqual([0, ['seek -600 s']]);
});

test('a relative time is counted from the moment shown, a time of day from the end of the recording', () => {
  const { hands, asked } = replayed({ at: sampleNow - 5 * MINUTE, to: sampleNow + 86_400_000 });
  hands.runtime.run('time.jump', '-1m');
  expect(asked.pop()).toBe('seek -360 s');
  const words = new Date(sampleNow + 60 * MINUTE).toTimeString().slice(0, 5);
  hands.runtime.run('time.jump', words);
  expect(asked.pop()).toBe('seek 3600 s');
});

const END = 60_000;

/** The requests of keys to a recording of two minutes. */
function pressed(keys: readonly string[], changes: Parameters<typeof replayed>[0] = {}) {
  const { hands, asked } = replayed({ from: sampleNow - END, to: sampleNow + END, ...changes });
  return { asked, notice: hands.press(...keys).notice };
}

test.each([
  [':step', 'step 1'],
  [':back', 'step -1'],
  [':faster', 'speed 1'],
  [':slower', 'speed -1'],
  ['[', 'seek -10 s'],
  [']', 'seek 10 s'],
  ['space', 'play'],
])('%s asks the recording to %s', (key, what) => {
  expect(pressed([key])).toEqual({ asked: [what], notice: '' });
});

test('space pauses the playback', () => {
  expect(pressed(['space'], { playing: true }).asked).toEqual(['pause']);
  expect(pressed(['space'], { playing: true, at: sampleNow + 60_000 }).asked).toEqual(['pause']);
});

test('nothing can be played at the end, and a notice says so', () => {
  const end = pressed(['space'], { at: sampleNow + 60_000 });
  expect(end.asked).toEqual([]);
  expect(end.notice).toContain('End of the recording.');
  expect(pressed(['space'], { at: sampleNow + 59_999 }).asked).toEqual(['play']);
});
