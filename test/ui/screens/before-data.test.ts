import { expect, test } from 'vitest';
import { type ScreenName, screenNames } from '../../../src/actions/screen-table.ts';
import type { ClusterState } from '../../../src/cluster/state.ts';
import { createClusterStore } from '../../../src/cluster/store.ts';
import { noTriage } from '../../../src/triage/engine.ts';
import { defaultThresholds } from '../../../src/triage/thresholds.ts';
import { calm } from '../../support/fake-services.ts';
import { sampleState } from '../../support/sample-state.ts';
import { windowSizes } from '../golden.ts';
import { openScreen } from '../open-screen.ts';

/** A value, no limit, and an all-clear. */
const forms = [/\d [kMG]?bit\/s/, /∞/, /✔/];

/** Those of the forms that a screen shows at any size. */
function shownOn(screen: ScreenName, state: ClusterState, triage = calm): RegExp[] {
  const texts = windowSizes.map((size) => {
    const { hands, services } = openScreen(screen, state, { size });
    services.show(state, triage);
    return hands.screen;
  });
  return forms.filter((form) => texts.some((text) => form.test(text)));
}

test.each(screenNames)('%s shows no value, no limit and no all-clear before the first response', (screen) => {
  const empty = createClusterStore({ name: 'c', url: 'http://c' }).getState();
  expect(shownOn(screen, empty, noTriage(defaultThresholds))).toEqual([]);
});

test('with data there is each of them', () => {
  const shown = screenNames.flatMap((screen) => shownOn(screen, sampleState()));
  expect(forms.filter((form) => shown.includes(form))).toEqual(forms);
});
