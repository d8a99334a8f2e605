import { expect, test } from 'vitest';
import { createTriage } from '../../src/triage/engine.ts';
import { mergeThresholds } from '../../src/triage/thresholds.ts';
import { isLong } from '../support/long.ts';
import { feed } from './feed.ts';
import { sharesAbove100 } from './shares.ts';

const EVERY_MS = 5_000;
const TWO_HOURS_MS = 7_200_000;

test.each(isLong ? [1, 2, 3, 4, 5, 6] : [1, 2])(
  'nothing is critical in two hours of the demo, where nothing happens (seed %i)',
  (seed) => {
    const rig = feed('steady', seed, EVERY_MS);
    const triage = createTriage({ thresholds: mergeThresholds() });
    for (let passed = 0; passed < TWO_HOURS_MS; passed += EVERY_MS) {
      const { state, now } = rig.next();
      const { problems } = triage.step(state, now);
      const critical = problems.filter(({ severity }) => severity === 'critical');
      expect([passed, critical.map(({ key }) => key), sharesAbove100(problems)]).toEqual([passed, [], []]);
    }
  },
  180_000,
);
