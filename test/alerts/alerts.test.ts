import assert from 'node:assert';
import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { type AlertsOptions, createAlerts } from '../../src/alerts/alerts.ts';
import { startHeartbeat } from '../../src/alerts/heartbeat.ts';
import { type MessageJson, messageLine } from '../../src/alerts/message-json.ts';
import { createOutbox } from '../../src/history/outbox.ts';
import { noTriage, type TriageState } from '../../src/triage/engine.ts';
import { incidentId } from '../../src/triage/incidents/incident-id.ts';
import type { Problem } from '../../src/triage/problem.ts';
import { defaultThresholds } from '../../src/triage/thresholds.ts';
import { openTestHistory } from '../history/rig.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { sampleProblem } from '../support/sample-problem.ts';
import { sampleNow, sampleState } from '../support/sample-state.ts';
import { cluster, fakeReceiver, fakeWay, rules } from './rig.ts';

const problem = sampleProblem({ noticedAt: sampleNow });

const receiverOfSilences = fakeReceiver(({ method }) => ({ body: method === 'POST' ? '{}' : '[]' }));

/** The settings of an Alertmanager with this one member. */
function managed({ caller }: typeof receiverOfSilences, own: Partial<AlertsOptions['alertmanager']>) {
  const off = { isSent: false, readsSilences: false, writesSilences: false };
  return { members: [caller], headers: {}, rules, ...off, ...own };
}

/** A watched cluster with an Alertmanager and a webhook. */
async function open(changes: Partial<AlertsOptions> = {}) {
  const clock = new ManualClock(sampleNow);
  const triage = createStore<TriageState>(() => noTriage(defaultThresholds));
  const receiver = fakeReceiver(() => ({ body: '[]' }));
  const delivered: MessageJson[] = [];
  const db = await openTestHistory();
  const lines: string[] = [];
  const way = fakeWay(async (_, message) => {
    delivered.push(message);
    return { kind: 'sent', outcome: 'ok' };
  });
  const alerts = createAlerts({
    cluster,
    clock,
    store: createStore(() => sampleState()),
    triage,
    alertmanager: managed(receiver, { isSent: true }),
    ways: [{ name: 'webhook', way, rules }],
    outbox: () => createOutbox(db),
    turn: { isOurs: () => true, giveUp() {} },
    onSilences: () => {},
    log: (line) => lines.push(line),
    ...changes,
  });
  const judge = (problems: readonly Problem[]) =>
    triage.setState({ ...noTriage(defaultThresholds), since: sampleNow, problems });
  return { alerts, clock, judge, receiver, delivered, lines };
}

test('a standing incident is sent again without any news, and nothing after the end', async () => {
  const { alerts, clock, judge, receiver } = await open();
  judge([problem]);
  await clock.advance(3 * 60_000);
  const sent = receiver.calls.length;
  expect(sent).toBeGreaterThanOrEqual(3);
  await alerts.close();
  judge([]);
  judge([problem]);
  await clock.advance(3 * 60_000);
  expect([receiver.calls.length, clock.waiting]).toEqual([sent, 0]);
});

test('a silence is written for the incident of the problem', async () => {
  const silences = { readsSilences: true, writesSilences: true };
  const { alerts, judge, receiver } = await open({ alertmanager: managed(receiverOfSilences, silences) });
  judge([problem]);
  await alerts.silencer?.add(problem.key, { by: 'ann', comment: '', from: sampleNow, until: sampleNow + 1 });
  await alerts.close();
  expect(receiver.calls).toEqual([]);
  const written = receiverOfSilences.calls.filter(({ method }) => method === 'POST');
  expect(written.map(({ body }) => JSON.parse(body ?? '').matchers[0])).toEqual([
    { name: 'incident', value: incidentId(cluster.url, problem.key), isRegex: false, isEqual: true },
  ]);
});

test('what could not be stored is listed as such', async () => {
  const { alerts, clock, judge } = await open({ outbox: () => undefined });
  judge([problem]);
  await clock.advance(60_000);
  expect(alerts.facts().messages).toMatchObject([{ event: 'raised', outcome: 'ok', isUnstored: true }]);
  await alerts.close();
});

test('a problem silenced by somebody is known by its incident', async () => {
  const times = { startsAt: new Date(sampleNow), endsAt: new Date(sampleNow + 9e6) };
  const silences = [{ id: 's', createdBy: 'ann', comment: '', ...times }];
  const labels = { incident: incidentId(cluster.url, problem.key) };
  const silenced = [{ labels, status: { silencedBy: ['s'] } }];
  const alertmanager = fakeReceiver(({ path = '' }) => ({
    body: JSON.stringify(path.startsWith('/api/v2/alerts') ? silenced : silences),
  }));
  const { alerts, judge } = await open({ alertmanager: managed(alertmanager, { readsSilences: true }) });
  judge([problem]);
  await expect.poll(() => alerts.silenceOf(problem.key)).toMatchObject({ by: 'ann' });
  expect(alerts.silenceOf('server-gone:other')).toBeUndefined();
  expect(alerts.silencer).toBeUndefined();
  await alerts.close();
});

test('a second outage in a standing incident reaches the webhook and Alertmanager by name', async () => {
  const { alerts, clock, judge, receiver, delivered } = await open();
  const subject = { kind: 'server', name: 'edge-2' } as const;
  const second = sampleProblem({ key: 'server-hot:edge-2', subject, noticedAt: sampleNow });
  const incident = { root: problem.key, since: problem.since, severity: 'critical', times: 1 } as const;
  judge([problem]);
  await clock.advance(60_000);
  judge([problem, second].map((one) => ({ ...one, incident })));
  await clock.advance(60_000);
  await alerts.close();
  expect(delivered[0]?.problem).toMatchObject({ key: problem.key, severity: 'critical' });
  expect(delivered.map(({ event, incident: told }) => [event, told?.added])).toEqual([
    ['raised', []],
    ['grew', ['Server load: edge-2']],
  ]);
  const line = /^GREW, new: Server load: edge-2; STILL CRITICAL eu: .*: edge-1a$/;
  expect(delivered.map(messageLine)[1]).toMatch(line);
  const [alert] = JSON.parse(receiver.calls.at(-1)?.body ?? '');
  expect(alert.annotations.description).toContain('In this incident: Server load: edge-2.');
});

test('the sign of life lasts as long as castwatch looks and can tell, whatever the cluster does', async () => {
  const store = createStore(() => sampleState());
  let [isOurs, isDown, status] = [true, false, 200];
  const way = fakeWay(async () => ({ kind: isDown ? 'later' : 'sent', outcome: 'told' }));
  const manager = fakeReceiver();
  const { alerts, clock, judge, lines } = await open({
    store,
    ways: [{ name: 'webhook', way, rules }],
    turn: { isOurs: () => isOurs, giveUp() {} },
    alertmanager: managed(manager, { isSent: true, heartbeat: true }),
  });
  const { calls, caller } = fakeReceiver(() => ({ status }));
  const log = (line: string) => lines.push(line);
  const stop = startHeartbeat({ caller, every: 60_000, clock, whyMute: () => [alerts.whyMute()], log });
  /** How often each was called within minutes in which polls end, well or not, or do not. */
  const beats = async (minutes: number, polls = true) => {
    for (const each of [calls, manager.calls]) each.length = 0;
    for (let left = 6 * minutes; left > 0; left--) {
      if (polls) store.setState({ round: left });
      await clock.advance(10_000);
    }
    return [calls.length, manager.calls.filter(({ body }) => body?.includes('CastwatchWatchdog')).length];
  };
  expect(await beats(4)).toEqual([0, 0]);
  judge([]);
  expect(await beats(4)).toEqual([4, 4]);
  status = 500;
  await beats(1);
  status = 200;
  expect(await beats(2)).toEqual([2, 2]);
  await beats(2, false);
  expect(await beats(3, false)).toEqual([0, 0]);
  expect(await beats(3)).toEqual([3, 3]);
  const defect = Object.defineProperty({ ...problem }, 'subject', { get: () => assert.fail('a defect') });
  judge([defect]);
  await beats(2);
  expect(await beats(3)).toEqual([0, 0]);
  judge([]);
  expect(await beats(3)).toEqual([3, 3]);
  isDown = true;
  judge([problem]);
  await beats(11);
  expect(await beats(3)).toEqual([0, 0]);
  isDown = false;
  await beats(2);
  isOurs = false;
  await beats(1);
  expect(await beats(3)).toEqual([0, 3]);
  await stop();
  await alerts.close();
  const troubles = [
    'receiver.example.com: 500',
    'eu: the cluster is not looked at',
    'eu: nothing can be sent: a defect',
    'eu: messages could not be told for ten minutes',
  ];
  expect(lines.filter((line) => line.includes('heartbeat'))).toEqual(
    troubles.flatMap((trouble) => [`no heartbeat: ${trouble}`, 'the heartbeat goes on']),
  );
  expect(lines.filter((line) => line === 'nothing can be sent: a defect')).toHaveLength(1);
  expect(clock.waiting).toBe(0);
});
