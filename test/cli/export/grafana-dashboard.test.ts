import { expect, test } from 'vitest';
import { grafanaDashboard } from '../../../src/cli/export/grafana-dashboard.ts';
import { exportedMetrics } from '../../../src/cli/help/man.ts';

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
}

const { panels } = JSON.parse(grafanaDashboard()) as { panels: Panel[] };

test('uses only exported metrics', () => {
  const served = exportedMetrics().map(({ name }) => name);
  const asked = grafanaDashboard().match(/castwatch_\w+/g) ?? [];
  expect(asked.length).toBeGreaterThan(30);
  for (const name of asked) expect(served).toContain(name.replace(/_bucket$/, ''));
});

test('panels have distinct ids, lie inside the grid and do not overlap', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const taken = new Set<string>();
  for (const { gridPos, title } of panels) {
    expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24);
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
        expect(taken, title).not.toContain(`${x} ${y}`);
        taken.add(`${x} ${y}`);
      }
  }
});
