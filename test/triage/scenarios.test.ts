import { expect, test } from 'vitest';
import { createTriage } from '../../src/triage/engine.ts';
import { mergeThresholds } from '../../src/triage/thresholds.ts';
import { isLong } from '../support/long.ts';
import { feed } from './feed.ts';

const HOUR = 3_600_000;

test.each(isLong ? [1, 2, 3, 4, 5, 6] : [1])(
  'hours of the demo, where nothing happens: no problem is raised (seed %i)',
  (seed) => {
    const source = feed('steady', seed, 10_000);
    const triage = createTriage({ thresholds: mergeThresholds() });
    while (source.elapsed() < (isLong ? 2 : 1) * HOUR) {
      const { state, now } = source.next();
      const { problems } = triage.step(state, now);
      if (problems.length > 0) expect(problems).toEqual([]);
    }
    expect(triage.state()).toMatchObject({ problems: [], cleared: [] });
  },
);

test('a day in three hours, as steep as a drain: only losses and gains of the whole cluster are raised', () => {
  const { hours, every } = isLong ? { hours: 10, every: 10_000 } : { hours: 3.5, every: 20_000 };
  const source = feed('daily', 1, every, { servers: 10, streams: 24 });
  const triage = createTriage({ thresholds: mergeThresholds() });
  const kinds = new Set<string>();
  while (source.elapsed() < hours * HOUR) {
    const { state, now } = source.next();
    for (const { key } of triage.step(state, now).problems) kinds.add(key);
  }
  expect([...kinds].sort()).toEqual(['loss:viewers', 'surge:viewers']);
});
