import { expect, test } from 'vitest';
import { createTriage } from '../../src/triage/engine.ts';
import { mergeThresholds } from '../../src/triage/thresholds.ts';
import { isLong } from '../support/long.ts';
import { feed } from './feed.ts';
import { createObserver, expectations, expectStory, POLL, STORY } from './incident-story.ts';

// `scenario-rules.test.ts` has the first seed, over HTTP.
test.each(isLong ? [2, 3] : [2])(
  'incident, seed %i: exactly the expected problems are raised, each in time',
  (seed) => {
    const source = feed('incident', seed, POLL);
    const { triage, fired, see } = createObserver();
    while (source.elapsed() < STORY) {
      const { state, now, elapsed } = source.next();
      see(state, now, elapsed);
    }
    expectStory(expectations(source.world), fired, triage.state());
  },
);

const HOUR = 3_600_000;
const CALM_HOURS = isLong ? 10 : 2;

test(`${CALM_HOURS} hours of steady: no problem is raised`, () => {
  const source = feed('steady', 1, 10_000, { servers: 10, streams: 24 });
  const triage = createTriage({ thresholds: mergeThresholds() });
  while (source.elapsed() < CALM_HOURS * HOUR) {
    const { state, now } = source.next();
    const { problems } = triage.step(state, now);
    if (problems.length > 0) expect(problems).toEqual([]);
  }
  expect(triage.state()).toMatchObject({ problems: [], cleared: [] });
});

test('a day in three hours, as steep as a drain: only losses and gains of the whole cluster are raised', () => {
  const source = feed('daily', 1, 10_000, { servers: 10, streams: 24 });
  const triage = createTriage({ thresholds: mergeThresholds() });
  const kinds = new Set<string>();
  while (source.elapsed() < (isLong ? 10 : 3.5) * HOUR) {
    const { state, now } = source.next();
    for (const { key } of triage.step(state, now).problems) kinds.add(key);
  }
  expect([...kinds].sort()).toEqual(['loss:viewers', 'surge:viewers']);
});
