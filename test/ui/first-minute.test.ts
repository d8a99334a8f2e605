import { expect, test } from 'vitest';
import { openScene } from '../support/scene.ts';

const size = { columns: 120, rows: 40 };

test('started into trouble, it is on top within ten seconds, with a beginning before the first look', async () => {
  const scene = await openScene({ scenario: 'sick', seed: 1, after: 5_000 });
  try {
    // The picture is taken four seconds later.
    const overview = (await scene.shoot({ screen: 'overview', size })).text();
    expect(overview[2]).toMatch(/^ (✖ CRITICAL|▲ WARNING) .*unhealthy .* since \d\d:\d\d:\d\d or before$/);
    const problems = (await scene.shoot({ screen: 'problems', size })).text();
    expect(problems.find((row) => /✖ CRITICAL cluster/.test(row))).toMatch(/ ≥\d+s │$/);
    expect(problems.join('\n')).toMatch(/Since +\d\d:\d\d:\d\d or before \(≥\d+s\)/);
    expect(problems.join('\n')).toContain('Journal around the first look');
  } finally {
    await scene.close();
  }
});

test('started into a calm cluster, nothing is raised', async () => {
  const scene = await openScene({ scenario: 'steady', seed: 1, after: 5_000 });
  try {
    const rows = (await scene.shoot({ screen: 'overview', size })).text();
    expect(rows[2]).toMatch(/^ ○ no problem so far, watched since \d\d:\d\d:\d\d$/);
  } finally {
    await scene.close();
  }
});
