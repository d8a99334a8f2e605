import { expect, test } from 'vitest';
import { createAlertMaker } from '../../src/alerts/incident-alert.ts';
import { messageJson } from '../../src/alerts/message-json.ts';
import { listedStreams } from '../../src/cluster/copies.ts';
import { sampleProblem } from '../support/sample-problem.ts';
import { sampleNow, sampleState } from '../support/sample-state.ts';
import { alertFor, cluster } from './rig.ts';

const root = sampleProblem({ key: 'server-gone:edge-1', noticedAt: sampleNow });
const incident = { root: root.key, since: root.since, severity: 'critical', times: 1 } as const;
const part = sampleProblem({ key: 'server-hot:edge-1', noticedAt: sampleNow - 5_000, incident });

test('an incident was noticed with its first problem, and names the others', () => {
  const [alert] = createAlertMaker(cluster)([root, part], sampleState());
  expect(alert?.noticedAt).toBe(sampleNow - 5_000);
  expect(alert?.words.description).toMatch(/ In this incident: \S.*\.$/);
  expect(alertFor().words.description).not.toContain('In this incident');
});

test('an incident that cannot be put into words is told without them, and keeps no other from being told', () => {
  const odd = { ...sampleProblem({ key: 'odd' }), facts: {} } as typeof root;
  const made = createAlertMaker(cluster)([odd, root], sampleState());
  expect(made).toMatchObject(Array(2).fill({ kind: 'server-hot', severity: 'critical' }));
  expect(made.map(({ words }) => words.description).join()).toContain('Its details cannot be shown');
});

test("an end says in the past what it was, how much is live again, and each time by our clock and the server's", () => {
  const state = sampleState({ clockSkew: 40_000 });
  const [live] = listedStreams(state).streams.values();
  if (!live) throw new Error('the sample has streams');
  const { id, streamKey } = live;
  const first = [{ id, streamKey }, ...['a', 'b'].map((key) => ({ id: key, streamKey: key }))];
  const hit = { streams: { count: 3, first }, viewers: { lost: 80, degraded: 0 } };
  const since = sampleNow - 600_000;
  const [alert = alertFor()] = createAlertMaker(cluster)([sampleProblem({ since, hit })], state);
  const ended = (endedAt: number) =>
    messageJson({ event: 'cleared', at: sampleNow, alert, endedAt }, cluster, state).incident;
  const past = 'It lasted 9m 00s, and hit 80 viewers lost, 3 streams.';
  const [own, servers] = [since, since + 40_000].map((at) => new Date(at).toISOString());
  const back = `Live now: 1 of 3 streams with ${live.viewerCount} viewers, 2 ended.`;
  const swept = sampleState().streamSweep.value?.completedAt ?? 0;
  expect(swept).toBeGreaterThan(0);
  expect(ended(since + 540_000)).toMatchObject({ since: own, serverSince: servers });
  expect(alert?.words.since).toBe(`${own} (${servers} by the server's clock)`);
  expect(ended(since + 540_000)?.description).toBe(`${past} ${back}`);
  expect(ended(swept + 1)?.description).not.toContain('Live');
});
