import { expect, test } from 'vitest';
import { groupShort } from '../../../src/triage/rules/group-short.ts';
import { evaluate } from '../evaluate-rule.ts';
import { bare, edge, START } from '../support.ts';

test('a group is short when it has fewer applications of a role than it should; a role that no server shows is not counted', () => {
  const said = (role: string, limit: number | null, gone: readonly string[] = []) => {
    const appGroupStats = { [role]: { groups: [{ name: 'EU', limit }] } };
    const state = bare([edge('a', 1, 1), edge('b', 1, 1)], { appGroupStats })(START, 0);
    const servers = state.servers?.map((one) =>
      gone.includes(one.name) ? { ...one, misses: 3, goneSince: START } : one,
    );
    return evaluate(groupShort, { state: { ...state, servers } });
  };
  expect(said('edge', 3)).toEqual(['EU: 1 of 3 edges missing']);
  expect([said('edge', 2), said('edge', 0), said('edge', null), said('feed', 3)]).toEqual([[], [], [], []]);
  expect(said('edge', 2, ['b'])).toEqual(['EU: 1 of 2 edges missing; b gone']);
});
