import { expect, test } from 'vitest';
import { screenNames } from '../../../src/actions/screen-table.ts';
import { Runtime } from '../../../src/ui/program/runtime.ts';
import { createUiStore } from '../../../src/ui/store.ts';
import { calm, fakeServices } from '../../support/fake-services.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { sampleState } from '../../support/sample-state.ts';

test.each(screenNames)('%s: only ornaments are faint, never words', (screen) => {
  const state = sampleState();
  const services = fakeServices(state);
  services.show(state, { ...calm, problems: [sampleProblem()] });
  const display = { units: 'bits', times: 'relative', ascii: false, lowBandwidth: false } as const;
  for (const keys of [[], ['enter'], ['o'], ['v']]) {
    const size = { columns: 200, rows: 60 };
    const runtime = new Runtime(services, createUiStore(screen, display), size, () => {});
    runtime.start();
    for (const name of keys) runtime.press({ name, text: name.length === 1 ? name : '' });
    if (runtime.panes().some(({ id }) => id.startsWith('dialog'))) continue;
    const spans = runtime.panes().flatMap(({ lines }) => lines.flat());
    if (screen === 'overview') expect(spans.some(({ tone }) => tone === 'faint')).toBe(true);
    expect(spans.filter(({ tone, text }) => tone === 'faint' && /[\p{L}\d]/u.test(text))).toEqual([]);
  }
});
