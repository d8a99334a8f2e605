import type { ScreenName } from '../../src/actions/screen-table.ts';
import type { Problem } from '../../src/triage/problem.ts';
import { calm, fakeServices, type Overrides } from '../support/fake-services.ts';
import { sampleState } from '../support/sample-state.ts';
import { UiDriver } from '../support/ui-driver.ts';

interface Opened {
  readonly problems?: readonly Problem[];
  readonly cleared?: readonly Problem[] | undefined;
  readonly size?: { readonly columns: number; readonly rows: number } | undefined;
  readonly services?: Overrides | undefined;
}

/** A screen over the sample, or another state, without problems, in a common window, unless a test says otherwise. */
export function openScreen(screen: ScreenName, state = sampleState(), opened: Opened = {}) {
  const { problems = [], cleared = [], size = { columns: 120, rows: 40 }, services: overrides } = opened;
  const services = fakeServices(state, overrides);
  services.show(state, { ...calm, problems, cleared });
  const hands = new UiDriver(services, size, screen);
  hands.runtime.start();
  return { hands, services };
}
