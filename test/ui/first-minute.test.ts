import { expect, onTestFinished, test } from 'vitest';
import { openScene } from '../support/scene.ts';

const size = { columns: 120, rows: 40 };

test('a cluster that is in trouble at the start shows its problem within ten seconds, marked as begun before the first look', async () => {
  const scene = await openScene({ scenario: 'sick', seed: 1, after: 5_000 });
  onTestFinished(() => scene.close());
  // The picture is taken four seconds later.
  const overview = (await scene.shoot({ screen: 'overview', size })).text();
  expect(overview[2]).toMatch(/^ (✖ CRITICAL|▲ WARNING) .*unhealthy .* for ≥\d+s$/);
  const problems = (await scene.shoot({ screen: 'problems', size })).text().join('\n');
  expect(problems).toMatch(/│ +≥\d+s ✖ cluster/);
  expect(problems).toMatch(/Since +\d\d:\d\d:\d\d or before \(≥\d+s\)/);
  expect(problems).toContain('Journal around the first look');
});
