import { expect, test } from 'vitest';
import { replayed } from '../../support/fake-replay.ts';
import { sampleNow } from '../../support/sample-state.ts';

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
