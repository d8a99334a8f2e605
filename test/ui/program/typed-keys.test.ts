import { expect, test, vi } from 'vitest';
import { turn } from '../../../src/base/turn.ts';
import type { Typed } from '../../../src/ui/keys.ts';
import { TypedKeys } from '../../../src/ui/program/typed-keys.ts';
import { fakeServices } from '../../support/fake-services.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { sampleState } from '../../support/sample-state.ts';
import { UiDriver } from '../../support/ui-driver.ts';

/** A program in which each key takes `keyMs`; each painted frame is noted with the number of keys that it shows. */
function open(keyMs: number) {
  const clock = new ManualClock();
  const { runtime } = new UiDriver({ ...fakeServices(sampleState()), clock }, { columns: 100, rows: 30 });
  const acted: (string | undefined)[] = [];
  let spent = 0;
  vi.spyOn(clock, 'monotonic').mockImplementation(() => spent);
  vi.spyOn(runtime, 'act').mockImplementation(({ name }) => {
    acted.push(name);
    spent += keyMs;
  });
  const frames: number[] = [];
  const typed = new TypedKeys(runtime, () => frames.push(acted.length));
  return { typed, acted, frames };
}

const keys = (names: string): Typed[] => [...names].map((name) => ({ name, text: name }));

test('all keys of a chunk are drawn in one frame', async () => {
  const { typed, acted, frames } = open(0);
  typed.add(keys('jjk'));
  typed.add([{ name: undefined, text: 'pasted' }]);
  typed.add(keys('k'));
  expect(frames).toEqual([]);
  await undefined;
  expect(acted).toEqual(['j', 'j', 'k', undefined, 'k']);
  expect(frames).toEqual([5]);
});

test('when keys take long, frames are painted and signals handled between them', async () => {
  const { typed, frames } = open(10);
  typed.add(keys('j'.repeat(10)));
  await undefined;
  expect(frames).toEqual([4]);
  await turn();
  await turn();
  await turn();
  expect(frames).toEqual([4, 8, 10]);
});

test('Ctrl-C does not wait for keys of earlier chunks, but for those before it in its own', async () => {
  const { typed, acted, frames } = open(10);
  typed.add([...keys('ab'), { name: 'ctrl-c', text: '' }, ...keys('cdefgh')]);
  await undefined;
  expect(acted).toEqual(['a', 'b', 'ctrl-c', 'c']);
  typed.add([...keys('i'), { name: 'ctrl-c', text: '' }]);
  await turn();
  await turn();
  expect(acted.slice(4)).toEqual(['ctrl-c']);
  expect(frames).toEqual([4, 5]);
});
