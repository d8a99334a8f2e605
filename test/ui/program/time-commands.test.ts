import { expect, test } from 'vitest';
import type { ReplayStatus, TimeMark } from '../../../src/actions/time-travel.ts';
import { replayed } from '../../support/fake-replay.ts';
import { sampleNow } from '../../support/sample-state.ts';

const MINUTE = 60_000;
const outage: TimeMark = { at: sampleNow + 2 * MINUTE, severity: 'critical', label: 'Server outage' };
const hot: TimeMark = { at: sampleNow - 3 * MINUTE, severity: 'warning', label: 'Server hot' };

const marks = [hot, outage];

test('} and { lead to the next and the previous problem and name it', () => {
  const { hands, asked } = replayed({ marks });
  const text = (label: string) => expect.stringMatching(new RegExp(`^\\d\\d:\\d\\d:\\d\\d: ${label}$`));
  expect(hands.press('}').ui.notice).toMatchObject({ text: text('Server outage'), tone: 'crit' });
  expect(hands.press('{').ui.notice).toMatchObject({ text: text('Server hot'), tone: 'warn' });
  expect(asked).toEqual(['seek 120.499 s', 'seek -179.501 s']);
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

/** Keys, and what they ask of a recording of two minutes. */
test.each<[string, readonly string[], Partial<ReplayStatus>?]>([
  [':step', ['step 1']],
  [':back', ['step -1']],
  [':faster', ['speed 1']],
  [':slower', ['speed -1']],
  ['[', ['seek -10 s']],
  [']', ['seek 10 s']],
  ['space', ['play']],
  ['space', ['play'], { at: sampleNow + MINUTE - 1 }],
  ['space', ['pause'], { playing: true }],
  ['space', ['pause'], { playing: true, at: sampleNow + MINUTE }],
  ['space', [], { at: sampleNow + MINUTE }],
])('%s asks the recording to %j (%j)', (key, what, changes) => {
  const { hands, asked } = replayed({ from: sampleNow - MINUTE, to: sampleNow + MINUTE, ...changes });
  const { notice } = hands.press(key);
  expect(asked).toEqual(what);
  expect(notice).toMatch(what.length > 0 ? /^$/ : /End of the recording\./);
});
