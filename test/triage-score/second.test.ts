import { expect, test } from 'vitest';
import { World } from '../../src/simulator/world.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { extentOf } from '../world/incidents/extent.ts';
import { plotOf, truthOf } from '../world/incidents/source.ts';
import { secondWorld } from './second/source.ts';

const seeds = Array.from({ length: 25 }, (_, n) => n + 1);

test('each kind of the second generator changes what its truth says, and nothing before it begins', () => {
  for (const incident of seeds) {
    const plot = plotOf(incident, secondWorld);
    const { model } = new World({ seed: 1, scenario: 'steady', clock: new ManualClock(), plot });
    for (const fault of truthOf(model)?.faults ?? []) {
      const figuresAt = (t: number) =>
        fault.extent.map((figure) => extentOf(model, fault, t).figures[figure]);
      const name = `${incident} ${fault.kind}`;
      expect(Math.max(...figuresAt(fault.full + 10)), name).toBeGreaterThan(0);
      const changes = fault.extent.filter((figure) => !figure.endsWith('hit'));
      const before = extentOf(model, fault, fault.begins - 2).figures;
      for (const figure of changes) expect(before[figure], name).toBe(0);
    }
  }
});
