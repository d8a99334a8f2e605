import { expect, test } from 'vitest';
import type { Watched } from '../../../src/triage/memory/figures.ts';
import { isOfIngest, type OutageIncident } from '../../../src/triage/memory/outages.ts';
import type { Role } from '../../../src/triage/principles/place-figures.ts';
import { areOfOutages, fallenAt } from '../../../src/triage/rules/owned.ts';
import { factsOf } from '../evaluate-rule.ts';
import { record, START, server } from '../support.ts';

/** Whether a fall this many seconds after a server went is judged by itself; it comes back after ten minutes. */
function isJudged(role: Role, seconds: number): boolean {
  const gone = record(server('a', { applications: [{ name: 'live', type: 'edge' }] }), START);
  const outage = { record: gone, since: START, backAt: START + 600_000 };
  const outages = { incidents: [{ since: START, outages: [outage] }] };
  const facts = factsOf({ outages, figures: { newest: START + 700_000 } });
  const since = START + 1_000 * seconds;
  const deviation = { direction: 'fallen', since, lastGoodAt: since, noticedAt: since } as const;
  const place = { key: 'a', server: 'a', application: 'a', group: undefined, role };
  const one: Watched = { place, now: 1, usual: 2, deviation };
  return fallenAt([one], facts).length > 0;
}

test.each([
  ['origin', true],
  ['transcode', false],
  ['edge', false],
])('publishers are lost with servers that they connect to: %s %s', (type, expected) => {
  const gone = record(server('a', { applications: [{ name: 'live', type }] }), START);
  expect(isOfIngest({ outages: [{ record: gone }] } as unknown as OutageIncident)).toBe(expected);
});

test.each<[string, Role, number, boolean]>([
  ['long before it', 'transcode', -60, true],
  ['at once', 'transcode', 10, false],
  ['while it is away', 'transcode', 90, true],
  ['when it is back', 'origin', 610, false],
  ['on an edge at its return, as viewers move', 'edge', 630, false],
  ['on an edge since it went, and still', 'edge', 10, true],
  ['on an edge while it is away', 'edge', 200, true],
  ['on an edge long after it', 'edge', 700, true],
])('what falls beside an outage is judged by itself: %s', (_, role, seconds, judged) => {
  expect(isJudged(role, seconds)).toBe(judged);
});

test.each<[string, string, readonly string[], boolean]>([
  ['the server that is gone', 'server', ['a'], true],
  ['its group, of which another server is there', 'group', ['eu'], false],
  ['the group of which all servers are gone', 'group', ['us'], true],
  ['another server, too', 'server', ['a', 'b'], false],
  ['an application', 'application', ['a'], false],
])(
  'a loss is that of an outage if it is of what is gone, whenever it began: %s',
  (_, dimension, names, expected) => {
    const servers = { a: 'eu', b: 'eu', c: 'us' };
    const records = Object.entries(servers).map(([name, groupName]) =>
      record({ ...server(name), groupName }, START),
    );
    const outages = records.filter(({ name }) => name !== 'b').map((one) => ({ record: one }));
    const facts = factsOf({ state: { servers: records }, outages: { incidents: [{ outages }] } });
    const values = names.map((value) => ({ value, had: 9, lost: 9 }));
    const by = { dimension, values, explains: 1, covers: 1 };
    expect(areOfOutages(facts, by)).toBe(expected);
  },
);
