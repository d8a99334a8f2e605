import { systemClock } from '../../../src/base/clock.ts';
import { turn } from '../../../src/base/turn.ts';
import { arrived, mergePages } from '../../../src/cluster/reduce-lists.ts';
import type { ClusterState, StreamQuery } from '../../../src/cluster/state.ts';
import type { Stream } from '../../../src/protocol/stream.ts';
import { Runtime } from '../../../src/ui/program/runtime.ts';
import { startInk } from '../../../src/ui/react/start-ink.ts';
import { createUiStore } from '../../../src/ui/store.ts';
import { Screen } from '../../../src/ui/terminal/screen-writer.ts';
import { resolveTheme } from '../../../src/ui/theme/resolve.ts';
import { FakeOutput } from '../../support/fake-output.ts';
import { fakeServices } from '../../support/fake-services.ts';
import { Keyboard } from '../../support/keyboard.ts';
import { plainDisplay } from '../../support/plain-view.ts';
import { sampleState } from '../../support/sample-state.ts';
import { pause, percentile } from '../support/numbers.ts';

const STREAMS = 10_000;
const KEYS = 600;

class Output extends FakeOutput {
  wroteAt = 0;
  override write(_data: string, done: () => void): boolean {
    this.wroteAt = performance.now();
    done();
    return true;
  }
}

/** From the arrival of a key to the bytes that answer it, while pages of 10,000 streams arrive; ms. */
export async function keys() {
  const output = new Output(120, 40);
  const screen = new Screen({ output, theme: resolveTheme('dark', 'truecolor'), clock: systemClock });
  const services = { ...fakeServices(sampleState()), clock: systemClock };
  const ui = createUiStore('streams', plainDisplay);
  const runtime = new Runtime(services, ui, { columns: 120, rows: 40 }, () => {});
  const keyboard = new Keyboard();
  runtime.start();
  // The list as the screen requested it.
  const query = services.interests.at(-1)?.streams?.query ?? {};
  let state = loaded(sampleState(), query, 0);
  services.show(state);
  startInk({
    screen,
    runtime,
    suspendHandle: { over: undefined },
    input: keyboard.stream,
    onCrash: () => process.exit(1),
  });
  await pause(300);
  const took: number[] = [];
  for (let press = 0; press < KEYS; press++) {
    if (press % 4 === 0) {
      state = loaded(state, query, press);
      services.show(state);
    }
    await pause(press % 13);
    const start = performance.now();
    keyboard.type(press % 150 < 75 ? 'j' : 'k');
    while (output.wroteAt < start && performance.now() - start < 500) await turn();
    // The time until the first keys are handled belongs to the start and is left out.
    if (press >= KEYS / 4) took.push(output.wroteAt - start);
  }
  return { p50: percentile(took, 0.5), p99: percentile(took, 0.99) };
}

/** All 10,000 streams in the list, with one page of new figures. */
function loaded(state: ClusterState, query: StreamQuery, turn: number): ClusterState {
  const { value } = state.streams;
  if (!value) throw new Error('The sample has a list of streams.');
  const [first] = value.items.values();
  const stream = (index: number): Stream => ({
    ...(first as Stream),
    id: `stream-${index}`,
    streamKey: `camera-${index}`,
    viewerCount: (index * 13 + turn) % 5_000,
    inBandwidth: 1_000_000 + ((index + turn) % 100) * 10_000,
  });
  const whole = turn === 0;
  const items = Array.from({ length: whole ? STREAMS : 100 }, (_, index) => stream(index));
  const window = { from: 0, to: STREAMS };
  const list = mergePages(value, [{ offset: 0, items, totalItems: STREAMS }], {
    window,
    orderIgnored: false,
    identity: ({ id }) => id,
  });
  const all = whole ? new Map(items.map((item, index) => [index, item])) : new Map(value.items);
  for (const [index, item] of list.items) all.set(index, item);
  const now = systemClock.now();
  const streams = arrived(
    state.streams,
    { ...list, query, items: all },
    { unreadable: [], generatedAt: now },
    now,
  );
  return { ...state, streams: { ...streams, interval: 3_000 }, round: state.round + 1 };
}
