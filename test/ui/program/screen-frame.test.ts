import { expect, test } from 'vitest';
import { fakeServices } from '../../support/fake-services.ts';
import { sampleState } from '../../support/sample-state.ts';
import { UiDriver } from '../../support/ui-driver.ts';

const SIZE = { columns: 160, rows: 48 };

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
