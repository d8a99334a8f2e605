import { expect, test } from 'vitest';
import { fleetHome } from '../../support/fleet-home.ts';
import { type FaultKind, faultKinds } from '../../world/faults.ts';
import { runCommand } from '../run-command.ts';

test('a cluster with each kind of fault costs the healthy ones nothing', async () => {
  // What hangs until a time limit is in the tests of a fleet.
  const hanging: readonly FaultKind[] = ['black-hole', 'slow-drip'];
  const kinds = (Object.keys(faultKinds) as FaultKind[]).filter((kind) => !hanging.includes(kind));
  const broken = Object.fromEntries(kinds.map((kind) => [`x-${kind}`, { faults: [{ kind }] }]));
  const { home, env } = await fleetHome({ first: {}, ...broken, last: {} });
  const { stdout } = await runCommand(['check', '--all', '--format', 'json'], env, { home });
  const { clusters } = JSON.parse(stdout);
  expect(Object.keys(clusters).toSorted()).toEqual(['first', 'last', ...Object.keys(broken)].toSorted());
  for (const name of ['first', 'last']) {
    expect(clusters[name]).toMatchObject({ status: 'OK', polls: 2, unread: [], cluster: { name } });
  }
  // These prevent any verdict.
  for (const kind of ['truncated-json', 'html', 'wrong-shape', 'redirect', 'unauthorized', 'error-500']) {
    expect(clusters[`x-${kind}`].status, kind).toBe('UNKNOWN');
  }
});
