import { expect, test } from 'vitest';
import { linkWords, managerWords } from '../../src/views/cluster-links.ts';
import { application, bench, cluster, server, sweptApplications } from '../triage/support.ts';

const said = (...changes: readonly Parameters<ReturnType<typeof bench>['step']>[1][]) => {
  const b = bench();
  for (const change of changes) b.step(2_000, change);
  return [managerWords(b.state()), linkWords(b.state(), [])]
    .flatMap((line) => line.map(({ text }) => text))
    .join(' · ');
};

test('managers and links in a few words, and nothing of what is not known', () => {
  const links = (up: boolean) =>
    sweptApplications([
      application({ name: 'a', clusterType: true, clusterConnection: up }),
      application({ name: 'b', clusterType: true }),
      application({ name: 'alone', clusterType: false, clusterConnection: false }),
    ]);
  expect(said()).toBe('');
  expect(said(cluster([server('edge-1')]))).toBe('2 managers');
  expect(said(cluster([]), links(true))).toBe('2 managers · 2 links up');
  expect(said(cluster([]), links(false))).toBe('2 managers · 1 of 2 links lost');
});
