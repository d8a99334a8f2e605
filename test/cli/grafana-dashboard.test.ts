import { expect, test } from 'vitest';
import { exportedMetrics } from '../../src/cli/exported-metrics.ts';
import { grafanaDashboard } from '../../src/cli/grafana-dashboard.ts';

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string }[];
}

const { panels } = JSON.parse(grafanaDashboard()) as { panels: Panel[] };

test('asks only for metrics that are served', () => {
  const served = exportedMetrics().map(({ name }) => name);
  const asked = panels.flatMap(({ targets = [] }) =>
    targets.flatMap(({ expr }) => [...expr.matchAll(/castwatch_\w+/g)].map(([name]) => name)),
  );
  expect(asked.length).toBeGreaterThan(30);
  for (const name of asked) expect(served).toContain(name);
});

test('panels have ids of their own, lie inside the grid and beside one another', () => {
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
