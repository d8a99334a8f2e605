import { expect, test } from 'vitest';
import { coordinationLine } from '../../src/views/coordination.ts';
import { application, bench, cluster, server, sweptApplications } from '../triage/support.ts';

const told = (...changes: readonly Parameters<ReturnType<typeof bench>['step']>[1][]) => {
  const b = bench();
  for (const change of changes) b.step(2_000, change);
  return coordinationLine(b.state())
    .map(({ text }) => text)
    .join('');
};

test('managers and links in a few words, what is lost first, nothing of what is not known', () => {
  const links = (up: boolean) =>
    sweptApplications([
      application({ name: 'a', clusterConnection: up }),
      application({ name: 'b' }),
      application({ name: 'alone', clusterType: false, clusterConnection: false }),
    ]);
  expect(told()).toBe('');
  expect(told(cluster([server('edge-1')]))).toBe('2 managers');
  expect(told(cluster([]), links(true))).toBe('2 managers · 2 links up');
  expect(told(cluster([]), links(false))).toBe('1 of 2 links LOST · 2 managers');
});
