import { expect, test } from 'vitest';
import type { ClusterState } from '../../../src/cluster/state.ts';
import { ViewersTotal } from '../../../src/triage/memory/viewers-total.ts';
import { bench, record, START, server } from '../support.ts';

const empty = bench().state();
const KEY = 'total/viewers';

/** What counts as the total at each answer, two seconds apart, of what the dashboard and its one server say. */
function counted(answers: readonly (readonly [total: number, ofServer: number])[]): readonly unknown[] {
  const memory = new ViewersTotal();
  const known: { readonly at: number; readonly value: number }[] = [];
  const history = {
    ...empty.history,
    last: (_: string, at: number) => known.findLast((one) => one.at <= at)?.value,
    points: (_: string, from: number, to: number) => known.filter(({ at }) => at > from && at <= to),
  };
  return answers.map(([total, ofServer], n) => {
    const at = START + 2_000 * n;
    known.push({ at, value: total });
    const applications = [{ name: 'play', type: 'edge', viewers: { count: ofServer } }];
    const own = server('e', { applications });
    const value = { viewersStats: { total: { value: total } }, topology: [own] };
    const dashboard = { ...empty.dashboard, value, updatedAt: at, unreadable: [] };
    const state = { ...empty, history, dashboard, servers: [record(own, at)] };
    return memory.observe(state as unknown as ClusterState).history.last(KEY, at);
  });
}

test.each<[string, totals: readonly number[], ofServers: readonly number[], counted: readonly number[]]>([
  ['both agree', [100, 101, 99], [100, 101, 99], [100, 101, 99]],
  ['servers count copies, too', [100, 101, 80], [300, 303, 240], [100, 101, 80]],
  ['the total stands while viewers leave', [100, 100, 100, 52], [200, 180, 100, 104], [100, 90, 50, 52]],
  ['the servers stand while viewers leave', [100, 90, 80, 70], [100, 100, 100, 100], [100, 90, 80, 70]],
])('%s', (_, totals, ofServers, expected) => {
  const answers = totals.map((total, n) => [total, ofServers[n] ?? 0] as const);
  const lead = Array.from({ length: 12 }, () => answers[0] ?? ([0, 0] as const));
  expect(counted([...lead, ...answers]).slice(lead.length)).toEqual(expected);
});
