import { expect, test, vi } from 'vitest';
import { screenNames } from '../../src/actions/screen-table.ts';
import { screenOf } from '../../src/ui/screens/registry.ts';
import { fakeServices } from '../support/fake-services.ts';
import { sampleState } from '../support/sample-state.ts';
import { UiDriver } from '../support/ui-driver.ts';

test.each(screenNames)('a key on %s works out once what is shown', (name) => {
  const hands = new UiDriver(fakeServices(sampleState()), { columns: 160, rows: 48 }, name);
  hands.runtime.start();
  const model = vi.spyOn(screenOf(name), 'model');
  for (const key of ['j', 'k', 'G', 'tab', 'enter', 'esc']) {
    model.mockClear();
    hands.press(key);
    if (hands.runtime.ui.getState().screen === name) expect([key, model.mock.calls.length]).toEqual([key, 1]);
    else hands.press('esc');
  }
  model.mockRestore();
  hands.runtime.stop();
});
