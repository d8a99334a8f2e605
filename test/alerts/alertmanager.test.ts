import { expect, test } from 'vitest';
import { createAlertmanager } from '../../src/alerts/alertmanager.ts';
import { followIncidents } from '../../src/alerts/follow.ts';
import type { IncidentAlert } from '../../src/alerts/incident-alert.ts';
import type { AlertRules } from '../../src/config/alerts.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { sampleNow } from '../support/sample-state.ts';
import { alertFor, cluster, fakeReceiver, rules } from './rig.ts';

const MINUTE = 60_000;

/** A cluster whose incidents change, and members that take alerts or fail. */
function open(members = [fakeReceiver()], own: Partial<AlertRules> = {}) {
  const clock = new ManualClock(sampleNow);
  const manager = createAlertmanager({
    members: members.map(({ caller }) => caller),
    headers: { authorization: 'Bearer t' },
    cluster,
    rules: { ...rules, ...own },
    clock,
  });
  let followed = followIncidents([], [], clock.now());
  return {
    manager,
    /** Moves time and shows these incidents; resolves to the posts of the first member since then. */
    async show(after: number, ...alerts: readonly IncidentAlert[]) {
      await clock.advance(after);
      const [first] = members;
      const before = first?.calls.length ?? 0;
      followed = followIncidents(followed, alerts, clock.now());
      manager.update(followed);
      await manager.settled();
      return (first?.calls.slice(before) ?? []).map(({ body }) => JSON.parse(body ?? '[]') as Posted[]);
    },
  };
}

type Texts = Readonly<Record<string, string>>;
type Posted = { readonly labels: Texts; readonly annotations: Texts; readonly endsAt: string };

const warning = alertFor('edge-1', { severity: 'warning' });
const critical = alertFor('edge-1', { severity: 'critical' });

test('an incident is one alert with its identity as labels and everything else as annotations', async () => {
  const { show } = open();
  const [[alert] = []] = await show(0, critical);
  const about = { cluster: 'eu', incident: critical.id, kind: 'server-hot', severity: 'critical' };
  expect(alert?.labels).toEqual({ alertname: 'CastwatchIncident', ...about, url: 'https://eu.example.com' });
  expect(alert?.annotations).toMatchObject({
    culprit: 'edge-1',
    part: 'not known',
    runbook_url: 'https://wiki.example.com/server-hot',
    command: `castwatch --profile eu --open incident:${critical.id}`,
    what_changed: 'nothing in the journal before it',
  });
  const others = ['summary', 'description', 'since', 'viewers', 'streams'];
  expect(Object.keys(alert?.annotations ?? {})).toEqual(expect.arrayContaining(others));
  const [[hit] = []] = await open().show(0, alertFor('edge-1', { parts: ['transcode', 'delivery'] }));
  expect(hit?.annotations.part).toBe('transcode, delivery');
});

test('a standing alert is sent again every minute, and ends by itself after four', async () => {
  const { show } = open();
  await show(0, critical);
  expect(await show(30_000, critical)).toEqual([]);
  const [[again] = []] = await show(30_000, critical);
  expect(Date.parse(again?.endsAt ?? '') - sampleNow).toBe(5 * MINUTE);
});

test('an end is dated when it was seen, and is sent again for a quarter of an hour', async () => {
  const { show } = open();
  await show(0, critical);
  await show(MINUTE);
  const [[ended] = []] = await show(MINUTE);
  expect(Date.parse(ended?.endsAt ?? '')).toBe(sampleNow + MINUTE);
  expect(await show(10 * MINUTE)).toHaveLength(1);
  expect(await show(10 * MINUTE)).toEqual([[]]);
  expect(await show(MINUTE)).toEqual([]);
});

test('a change of severity ends one alert and raises the next', async () => {
  const { show } = open();
  await show(0, warning);
  const [alerts = []] = await show(10_000, critical);
  const isOver = ({ endsAt }: Posted) => Date.parse(endsAt) <= sampleNow + 10_000;
  const told = alerts.map((one) => `${one.labels.severity}${isOver(one) ? ', over' : ''}`);
  expect(told).toEqual(['critical', 'warning, over']);
});

test('planned work is not sent, nor what the rules leave out', async () => {
  expect(await open().show(0, { ...critical, isPlanned: true })).toEqual([]);
  expect(await open([fakeReceiver()], { severity: 'critical' }).show(0, warning)).toEqual([]);
});

test('a member that fails delays no other, and gets everything when it is back', async () => {
  let isDown = true;
  const sick = fakeReceiver(() => (isDown ? new Error('down') : {}));
  const well = fakeReceiver();
  const { show, manager } = open([well, sick]);
  await show(0, critical);
  expect(manager.status()).toMatchObject([{ error: undefined }, { error: 'down', sentAt: undefined }]);
  isDown = false;
  await show(5_000, critical);
  expect([well.calls.length, sick.calls.length]).toEqual([1, 2]);
  expect(manager.status()).toMatchObject([{}, { error: undefined, sentAt: sampleNow + 5_000 }]);
});

test('a refusal of Alertmanager is shown with what it said', async () => {
  const { show, manager } = open([fakeReceiver(() => ({ status: 400, body: 'bad label\x1b[2J' }))]);
  await show(0, critical);
  expect(manager.status()[0]?.error).toBe('answered 400: bad label␛[2J');
});

test('a storm sends the two hundred worst, and labels of any length are bounded', async () => {
  const storm = Array.from({ length: 300 }, (_, index) => alertFor(`edge-${index}-${'x'.repeat(900)}`));
  const [alerts = []] = await open().show(0, ...storm);
  expect(alerts).toHaveLength(200);
  for (const { labels, annotations } of alerts) {
    for (const value of Object.values(labels)) expect(value.length).toBeLessThanOrEqual(200);
    for (const value of Object.values(annotations)) expect(value.length).toBeLessThanOrEqual(1_000);
  }
});
