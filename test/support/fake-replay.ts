import { createKeymap } from '../../src/actions/keymap.ts';
import { nextMark, type Replay, type ReplayStatus } from '../../src/actions/time-travel.ts';
import { fakeServices } from './fake-services.ts';
import { sampleNow, sampleState } from './sample-state.ts';
import { UiDriver } from './ui-driver.ts';

const HALF = 600_000;

/** A recording of twenty minutes whose middle is shown and all of which is searched, unless a test says otherwise. */
export function replayStatus(changes: Partial<ReplayStatus> = {}): ReplayStatus {
  const [from, to] = [sampleNow - HALF, sampleNow + HALF];
  const searched = { searchedFrom: from, searchedTo: to, seeking: false };
  return { at: sampleNow, from, to, marks: [], ...searched, playing: false, speed: 1, ...changes };
}

/** The Overview of such a recording, and what its keys asked for. */
export function replayed(changes: Partial<ReplayStatus> = {}, size = { columns: 120, rows: 40 }) {
  const asked: string[] = [];
  let status = replayStatus(changes);
  const replay: Replay = {
    status: () => status,
    subscribe: () => () => {},
    seek: (at) => {
      asked.push(`seek ${(at - sampleNow) / 1_000} s`);
      status = { ...status, at };
    },
    problemBeside: (at, direction) => nextMark(status.marks, at, direction),
    play: () => asked.push('play'),
    pause: () => asked.push('pause'),
    step: (direction) => asked.push(`step ${direction}`),
    changeSpeed: (direction) => asked.push(`speed ${direction}`),
  };
  const services = fakeServices(sampleState(), { replay, keymap: createKeymap({}, 'replay') });
  return { hands: new UiDriver(services, size, 'overview'), asked };
}
