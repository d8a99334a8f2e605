import { expect, test } from 'vitest';
import { screenNames } from '../../../src/actions/screen-table.ts';
import { calm, fakeServices } from '../../support/fake-services.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { sampleState } from '../../support/sample-state.ts';
import { UiDriver } from '../../support/ui-driver.ts';

test.each(screenNames)('%s: only ornaments are faint, never words', (screen) => {
  const services = fakeServices(sampleState());
  services.show(sampleState(), { ...calm, problems: [sampleProblem()] });
  for (const keys of [[], ['enter'], ['o'], ['v']]) {
    const { runtime, dialogs } = new UiDriver(services, { columns: 200, rows: 60 }, screen).press(...keys);
    if (dialogs.length > 0) continue;
    const spans = runtime.panes().flatMap(({ lines }) => lines.flat());
    if (screen === 'overview') expect(spans.some(({ tone }) => tone === 'faint')).toBe(true);
    expect(spans.filter(({ tone, text }) => tone === 'faint' && /[\p{L}\d]/u.test(text))).toEqual([]);
  }
});
