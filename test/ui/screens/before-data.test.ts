import { expect, test } from 'vitest';
import { screenNames } from '../../../src/actions/screen-table.ts';
import { createClusterStore } from '../../../src/cluster/store.ts';
import { noTriage } from '../../../src/triage/engine.ts';
import { defaultThresholds } from '../../../src/triage/thresholds.ts';
import { Runtime } from '../../../src/ui/program/runtime.ts';
import { createUiStore } from '../../../src/ui/store.ts';
import { textChart } from '../../../src/views/plots/text-chart.ts';
import { fakeServices } from '../../support/fake-services.ts';

test.each(screenNames)('%s shows no value, no limit and no all-clear before the first response', (screen) => {
  const services = fakeServices(createClusterStore({ name: 'c', url: 'http://c' }).getState());
  services.show(services.cluster.getState(), noTriage(defaultThresholds));
  for (const size of [
    { columns: 80, rows: 24 },
    { columns: 120, rows: 40 },
    { columns: 200, rows: 60 },
  ]) {
    const display = { units: 'bits', times: 'relative', ascii: false, lowBandwidth: false } as const;
    const runtime = new Runtime(services, createUiStore(screen, display), size, () => {});
    const text = runtime
      .panes()
      .flatMap(({ lines }) => lines.map((line) => line.map((span) => span.text).join('')))
      .join('\n');
    expect(text).not.toMatch(/\d [kMG]?bit\/s/);
    expect(text).not.toContain('∞');
    expect(text).not.toMatch(/\bfree\b/);
    expect(text).not.toContain('✔');
  }
});

test('a chart without a value has no axis labels', () => {
  expect(textChart([null, null], { height: 3, format: String }).join('')).not.toMatch(/\d/);
});
