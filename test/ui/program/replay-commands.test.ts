import { expect, test } from 'vitest';
import { createKeymap } from '../../../src/actions/keymap.ts';
import type { Replay, ReplayStatus } from '../../../src/actions/time-travel.ts';
import { fakeServices } from '../../support/fake-services.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';
import { UiDriver } from '../../support/ui-driver.ts';

/** The requests of keys to a recording of two minutes whose middle is shown. */
function pressed(keys: readonly string[], changes: Partial<ReplayStatus> = {}) {
  const asked: string[] = [];
  const status: ReplayStatus = {
    ...{ at: sampleNow, from: sampleNow - 60_000, to: sampleNow + 60_000, marks: [] },
    ...{ searchedFrom: sampleNow - 60_000, searchedTo: sampleNow + 60_000, seeking: false },
    ...{ playing: false, speed: 1 },
    ...changes,
  };
  const replay: Replay = {
    status: () => status,
    subscribe: () => () => {},
    seek: (at) => asked.push(`seek ${at - sampleNow}`),
    problemBeside: () => undefined,
    play: () => asked.push('play'),
    pause: () => asked.push('pause'),
    step: (direction) => asked.push(`step ${direction}`),
    changeSpeed: (direction) => asked.push(`speed ${direction}`),
  };
  const services = fakeServices(sampleState(), { replay, keymap: createKeymap({}, 'replay') });
  const hands = new UiDriver(services, { columns: 120, rows: 40 }, 'overview').press(...keys);
  return { asked, notice: hands.notice };
}

test.each([
  [':step', 'step 1'],
  [':back', 'step -1'],
  [':faster', 'speed 1'],
  [':slower', 'speed -1'],
  ['[', 'seek -10000'],
  [']', 'seek 10000'],
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
