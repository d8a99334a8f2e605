import { beforeEach, expect, test, vi } from 'vitest';
import { screenNames } from '../../../src/actions/screen-table.ts';
import { screenOf } from '../../../src/ui/screens/registry.ts';
import { fakeServices } from '../../support/fake-services.ts';
import { sampleState } from '../../support/sample-state.ts';
import { UiDriver } from '../../support/ui-driver.ts';

const SIZE = { columns: 160, rows: 48 };

/** Calls of the screens' model functions by any caller, also by keys, footer or polls that do not use the existing one. */
const { models, counted } = vi.hoisted(() => {
  const models = { calls: 0 };
  const counted = async (original: () => Promise<object>) => {
    const named = Object.entries(await original()).map(([name, value]) => {
      if (typeof value !== 'function' || !name.endsWith('Model')) return [name, value];
      const count = (...given: unknown[]) => {
        models.calls++;
        return value(...given);
      };
      return [name, count];
    });
    return Object.fromEntries(named);
  };
  return { models, counted };
});

vi.mock('../../../src/ui/screens/journal/model.ts', counted);
vi.mock('../../../src/ui/screens/overview/model.ts', counted);
vi.mock('../../../src/ui/screens/problems/model.ts', counted);
vi.mock('../../../src/ui/screens/transcoding/view.ts', counted);

const methods: readonly string[] = [
  'applications',
  'streams',
  'servers',
  'fleet',
  'users',
  'cloud',
  'license',
];

beforeEach(() => {
  models.calls = 0;
});

test.each(screenNames)("a key on %s computes the screen's model once", (name) => {
  const hands = new UiDriver(fakeServices(sampleState()), SIZE, name);
  hands.runtime.start();
  const model = vi.spyOn(screenOf(name), 'model');
  for (const key of ['j', 'k', 'G', 'v', 'tab', 'j', 'n', 'y', 'enter', 'esc']) {
    model.mockClear();
    models.calls = 0;
    hands.press(key);
    const calls = [model.mock.calls.length, models.calls];
    const stays = hands.runtime.ui.getState().screen === name && hands.dialogs.length === 0;
    if (stays) expect([key, ...calls]).toEqual([key, 1, methods.includes(name) ? 0 : 1]);
    else hands.press('esc');
  }
  model.mockRestore();
  hands.runtime.stop();
});

test('a key acts on the frame that the user sees; newer data counts from the next frame on', () => {
  const state = sampleState();
  const services = fakeServices(state);
  const hands = new UiDriver(services, SIZE, 'servers');
  hands.runtime.start();
  hands.press('j', 'y');
  const name = services.copied[0];
  services.show({ ...state, servers: state.servers.filter((record) => record.name !== name) });
  hands.press('y');
  expect(services.copied).toEqual([name, name]);
  hands.press('y');
  expect(services.copied).toEqual([name, name]);
  hands.sees('no longer in the list');
  hands.runtime.stop();
});
