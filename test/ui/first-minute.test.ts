import { expect, test } from 'vitest';
import { openScene } from '../support/scene.ts';

const size = { columns: 120, rows: 40 };

test('a cluster that is in trouble at the start shows its problem within ten seconds, marked as begun before the first look', async () => {
  const scene = await openScene({ scenario: 'sick', seed: 1, after: 5_000 });
  try {
    // The picture is taken four seconds later.
    const overview = (await scene.shoot({ screen: 'overview', size })).text();
    expect(overview[2]).toMatch(/^ (✖ CRITICAL|▲ WARNING) .*unhealthy .* for ≥\d+s$/);
    const problems = (await scene.shoot({ screen: 'problems', size })).text();
    expect(problems.find((row) => /│ +≥\d+s ✖ cluster/.test(row))).toBeDefined();
    expect(problems.join('\n')).toMatch(/Since +\d\d:\d\d:\d\d or before \(≥\d+s\)/);
    expect(problems.join('\n')).toContain('Journal around the first look');
  } finally {
    await scene.close();
  }
});

test('nothing is raised when a healthy cluster is watched from the start', async () => {
  const scene = await openScene({ scenario: 'steady', seed: 1, after: 5_000 });
  try {
    const rows = (await scene.shoot({ screen: 'overview', size })).text();
    expect(rows[2]).toMatch(/^ ○ no problem so far, watched since \d\d:\d\d:\d\d$/);
  } finally {
    await scene.close();
  }
});
