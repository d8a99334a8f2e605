import { expect, test, vi } from 'vitest';
import { fakeServices } from '../../support/fake-services.ts';
import { sampleState } from '../../support/sample-state.ts';
import { UiDriver } from '../../support/ui-driver.ts';

test('a screen reads what it needs when it is entered, and not again while it stays open', () => {
  const readAudit = vi.fn(async () => ({ entries: [], unreadable: 0, path: undefined }));
  const hands = new UiDriver(fakeServices(sampleState(), { readAudit }), undefined, 'servers');
  hands.press('6');
  expect(readAudit).toHaveBeenCalledTimes(1);
  hands.press('6', 'j', 'k');
  expect(readAudit).toHaveBeenCalledTimes(1);
  hands.press('3', '6');
  expect(readAudit).toHaveBeenCalledTimes(2);
});
