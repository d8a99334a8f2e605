import { expect, test } from 'vitest';
import type { Problem } from '../../../src/triage/problem.ts';
import { clusterLinkWords, managerWords } from '../../../src/views/overview/dashboard-figures.ts';
import { tonesOf } from '../../support/drawn-table.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { sampleState } from '../../support/sample-state.ts';
import { application, bench, cluster, record, server, sweptApplications } from '../../triage/support.ts';

const said = (...changes: readonly Parameters<ReturnType<typeof bench>['step']>[1][]) => {
  const b = bench();
  for (const change of changes) b.step(2_000, change);
  return [managerWords(b.state()), clusterLinkWords(b.state(), [])]
    .flatMap((line) => line.map(({ text }) => text))
    .join(' · ');
};

test('links with trouble are counted, also those of a folded problem; other problems are no links', () => {
  const b = bench();
  b.step(2_000, sweptApplications(['a', 'b', 'c', 'd'].map((name) => application({ name }))));
  const trouble = sampleProblem({}, { kind: 'link', facts: { fault: 'stalled', polls: 2 } });
  const many = { ...trouble, folded: { count: 2, first: [] } };
  const words = (...problems: Problem[]) => clusterLinkWords(b.state(), problems).map(({ text }) => text);
  expect(words(sampleProblem())).toEqual(['all 4 links up']);
  expect(words(sampleProblem(), trouble, many)).toEqual(['trouble on 3 of 4 links']);
});

test('managers and links are given in a few words, without unknown figures', () => {
  const links = (up: boolean) =>
    sweptApplications([
      application({ name: 'a', clusterType: true, clusterConnection: up }),
      application({ name: 'b', clusterType: true }),
      application({ name: 'alone', clusterType: false, clusterConnection: false }),
    ]);
  expect(said()).toBe('');
  const { servers } = sampleState();
  const managers = (count: number) => {
    const here = servers.filter(({ server: one }) => !one.clusterManager);
    const some = servers.filter(({ server: one }) => one.clusterManager).slice(0, count);
    return tonesOf(managerWords({ ...sampleState(), servers: [...some, ...here] }));
  };
  expect([managers(0), managers(1), managers(2)].flat()).toEqual([
    'NO manager crit',
    '1 manager warn',
    '2 managers dim',
  ]);
  expect(said(cluster([server('edge-1')]))).toBe('2 managers');
  expect(said(cluster([]), links(true))).toBe('2 managers · all 2 links up');
  expect(said(cluster([]), links(false))).toBe('2 managers · 1 of 2 links lost');
});

test('a server that is gone has no link, though the last sweep had one; a list that was cut is marked as not complete', () => {
  const b = bench();
  b.step(2_000, sweptApplications([application({ name: 'a' }), application({ name: 'b' })]));
  b.step(2_000, (now) => ({
    servers: [record(server('edge-1', { applications: [{ name: 'a' }] }), now, { goneSince: now })],
  }));
  const words = () => clusterLinkWords(b.state(), []).map(({ text }) => text);
  expect(words()).toEqual(['all 1 links up']);
  const { applicationSweep } = b.state();
  b.step(2_000, () => ({
    applicationSweep: {
      ...applicationSweep,
      value: applicationSweep.value && { ...applicationSweep.value, truncated: true },
    },
  }));
  expect(words()).toEqual(['1 links up']);
});
