import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { type AlertsOptions, createAlerts } from '../../src/alerts/alerts.ts';
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
import { cluster, fakeReceiver, rules } from './rig.ts';

const problem = sampleProblem({ noticedAt: sampleNow });

const receiverOfSilences = fakeReceiver(({ method }) => ({ body: method === 'POST' ? '{}' : '[]' }));

/** A watched cluster with an Alertmanager and a webhook. */
async function open(changes: Partial<AlertsOptions> = {}) {
  const clock = new ManualClock(sampleNow);
  const triage = createStore<TriageState>(() => noTriage(defaultThresholds));
  const receiver = fakeReceiver(() => ({ body: '[]' }));
  const delivered: MessageJson[] = [];
  const db = await openTestHistory();
  const lines: string[] = [];
  const way = {
    target: 'receiver',
    async deliver(_: string, message: MessageJson) {
      delivered.push(message);
      return { kind: 'sent', outcome: 'ok' } as const;
    },
    async close() {},
  };
  const alerts = createAlerts({
    cluster,
    clock,
    store: createStore(() => sampleState()),
    triage,
    alertmanager: {
      members: [receiver.caller],
      headers: {},
      rules,
      isSent: true,
      readsSilences: false,
      writesSilences: false,
    },
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

test('an incident goes to Alertmanager and to the webhook', async () => {
  const { alerts, judge, receiver, delivered } = await open();
  judge([problem]);
  await expect.poll(() => delivered.map(({ event }) => event)).toEqual(['raised']);
  await alerts.close();
  expect(receiver.calls).toHaveLength(1);
  expect(delivered[0]?.problem).toMatchObject({ key: problem.key, severity: 'critical' });
});

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
  const { alerts, judge, receiver } = await open({
    alertmanager: {
      members: [receiverOfSilences.caller],
      headers: {},
      rules,
      isSent: false,
      readsSilences: true,
      writesSilences: true,
    },
  });
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
  const alertmanager = fakeReceiver(({ path = '' }) => ({
    body: JSON.stringify(
      path.startsWith('/api/v2/alerts')
        ? [{ labels: { incident: incidentId(cluster.url, problem.key) }, status: { silencedBy: ['s'] } }]
        : [
            {
              id: 's',
              createdBy: 'ann',
              comment: '',
              startsAt: new Date(sampleNow),
              endsAt: new Date(sampleNow + 9e6),
            },
          ],
    ),
  }));
  const { alerts, judge } = await open({
    alertmanager: {
      members: [alertmanager.caller],
      headers: {},
      rules,
      isSent: false,
      readsSilences: true,
      writesSilences: false,
    },
  });
  judge([problem]);
  await expect.poll(() => alerts.silenceOf(problem.key)).toMatchObject({ by: 'ann' });
  expect(alerts.silenceOf('server-gone:other')).toBeUndefined();
  expect(alerts.silencer).toBeUndefined();
  await alerts.close();
});

test('a second outage in a standing incident reaches the webhook and Alertmanager by name', async () => {
  const { alerts, clock, judge, receiver, delivered } = await open();
  const second = sampleProblem({
    key: 'server-hot:edge-2',
    subject: { kind: 'server', name: 'edge-2' },
    noticedAt: sampleNow,
  });
  const incident = { root: problem.key, since: problem.since, severity: 'critical', times: 1 } as const;
  judge([problem]);
  await clock.advance(60_000);
  judge([problem, second].map((one) => ({ ...one, incident })));
  await clock.advance(60_000);
  await alerts.close();
  expect(delivered.map(({ event, incident: told }) => [event, told?.added])).toEqual([
    ['raised', []],
    ['grew', ['Server load: edge-2']],
  ]);
  expect(delivered.map(messageLine)[1]).toMatch(
    /^GREW, new: Server load: edge-2; STILL CRITICAL eu: .*: edge-1a$/,
  );
  const [alert] = JSON.parse(receiver.calls.at(-1)?.body ?? '');
  expect(alert.annotations.description).toContain('In this incident: Server load: edge-2.');
});
