import { expect, test } from 'vitest';
import { createSilences } from '../../src/alerts/silences.ts';
import type { Call } from '../../src/http/caller.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { cluster, fakeReceiver } from './rig.ts';

const START = Date.UTC(2026, 0, 15, 12);

const silence = { id: 's1', createdBy: 'ann\x1b[2J', comment: 'disk swap' };
const silences = [{ ...silence, startsAt: '2026-01-15T11:00:00Z', endsAt: '2026-01-15T13:00:00Z' }];
const suppressed = { state: 'suppressed', silencedBy: ['s1'] };
const alerts = [
  { labels: { incident: 'abc' }, annotations: { problems: 'p1 p2' }, status: suppressed },
  { labels: { incident: 'other' }, status: { state: 'active', silencedBy: [] } },
];

/** An Alertmanager in which `incident` is silenced. */
function answers({ method, path = '' }: Call) {
  if (method === 'POST') return { body: '{"silenceID":"s2"}' };
  return { body: JSON.stringify(path.startsWith('/api/v2/alerts') ? alerts : silences) };
}

function open(...members: ReturnType<typeof fakeReceiver>[]) {
  const clock = new ManualClock(START);
  let changes = 0;
  const callers = members.map(({ caller }) => caller);
  const onChange = () => changes++;
  const silences = createSilences({ members: callers, headers: {}, cluster, clock, onChange });
  return { clock, silences, changes: () => changes };
}

test('a silenced incident is known with who, why and until', async () => {
  const receiver = fakeReceiver(answers);
  const { silences } = open(receiver);
  silences.update();
  const [from, until] = [START - 3_600_000, START + 3_600_000];
  await expect.poll(() => silences.of('abc')).toEqual({ by: 'ann␛[2J', comment: 'disk swap', from, until });
  // A problem that another program sent as part of an incident.
  expect([silences.incidentOf('p2'), silences.incidentOf('p3')]).toEqual(['abc', undefined]);
  expect(receiver.calls[0]?.path).toBe('/api/v2/alerts?filter=url%3D%22https%3A%2F%2Feu.example.com%22');
});

test('silences are read every half minute, and only a change is reported', async () => {
  const receiver = fakeReceiver(answers);
  const { silences, clock, changes } = open(receiver);
  silences.update();
  silences.update();
  await expect.poll(() => changes()).toBe(1);
  await clock.advance(30_000);
  silences.update();
  await expect.poll(() => receiver.calls.length).toBe(4);
  expect(changes()).toBe(1);
});

test.each([
  ['fail', new Error('down')],
  ['answer oddly', { body: '<html>' }],
])('a member that fails is passed over, and what was read last stays if all %s', async (_what, bad) => {
  let isDown = false;
  const sick = fakeReceiver(() => new Error('down'));
  const well = fakeReceiver((call) => (isDown ? bad : answers(call)));
  const { silences, clock } = open(sick, well);
  silences.update();
  await expect.poll(() => silences.of('abc')).toBeDefined();
  isDown = true;
  await clock.advance(30_000);
  silences.update();
  await expect.poll(() => well.calls.length).toBe(3);
  expect(silences.of('abc')).toBeDefined();
});

test('a silence is written once, for this incident of this cluster', async () => {
  const receiver = fakeReceiver(answers);
  const { silences } = open(receiver, fakeReceiver(answers));
  await silences.add('abc', { by: 'bob', comment: 'known', from: START, until: START + 7_200_000 });
  const [call, ...more] = receiver.calls;
  expect(more).toEqual([]);
  expect(call?.path).toBe('/api/v2/silences');
  const is = { isRegex: false, isEqual: true };
  const matchers = [
    { name: 'incident', value: 'abc', ...is },
    { name: 'url', value: 'https://eu.example.com', ...is },
  ];
  const times = { startsAt: '2026-01-15T12:00:00.000Z', endsAt: '2026-01-15T14:00:00.000Z' };
  expect(JSON.parse(call?.body ?? '')).toEqual({ matchers, ...times, createdBy: 'bob', comment: 'known' });
});

test('a silence that no member takes is an error with the reason', async () => {
  const { silences } = open(fakeReceiver(() => ({ status: 400, body: `bad matcher ${'x'.repeat(9_000)}` })));
  const own = { by: 'bob', comment: '', from: START, until: START + 1 };
  const refused = /^receiver\.example\.com answered 400: bad matcher x{100,199}$/;
  await expect(silences.add('abc', own)).rejects.toThrow(refused);
});
