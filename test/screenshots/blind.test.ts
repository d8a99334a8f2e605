import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resources } from '../../src/cluster/resources.ts';
import type { ClusterState } from '../../src/cluster/state.ts';
import { expectGolden } from '../support/golden-file.ts';
import { openScene } from '../support/scene.ts';
import { pictureText, windowSizes } from '../ui/golden.ts';

/* The monitor of a cluster that stopped answering a minute ago, in the middle of an incident. */

const SILENT_MS = 62_000;

let scene: Awaited<ReturnType<typeof openScene>>;

beforeAll(async () => {
  scene = await openScene({ scenario: 'incident', seed: 1, after: 300_000 });
});
afterAll(() => scene.close());

/** The same a minute later without an answer; no sweep was due in that time. */
function silent(state: ClusterState, now: number): ClusterState {
  const changed = resources.flatMap(({ key }) => {
    const resource = state[key];
    if (resource.updatedAt === undefined) return [];
    const [since, retryAt] = [now - SILENT_MS + 2_000, now + 2_400];
    const failed = { code: 'REFUSED', message: '127.0.0.1:8080 refuses connections.', since, retryAt };
    const error = (resource.interval ?? SILENT_MS) < SILENT_MS / 2 ? failed : undefined;
    return [[key, { ...resource, updatedAt: resource.updatedAt - SILENT_MS, error }]];
  });
  return { ...state, ...Object.fromEntries(changed) };
}

test('a monitor that gets no answers says so first, with the reason, in windows of all sizes', async () => {
  for (const size of windowSizes) {
    const screen = await scene.shoot({ screen: 'overview', size, seen: silent });
    const [header = '', , problem = ''] = screen.text();
    expect(header).toContain('incident');
    expect(problem).toContain('NO ANSWER for 1m 0');
    expect(problem).toContain('127.0.0.1:8080 refuses connections');
    expect(problem).toMatch(/ · as of \d\d:\d\d:\d\d/);
    const path = resolve(import.meta.dirname, `blind/overview-${size.columns}x${size.rows}.txt`);
    expectGolden(path, pictureText(screen.text()));
    screen.dispose();
  }
});
