import { expect, onTestFinished, test } from 'vitest';
import { describeError } from '../../src/http/errors.ts';
import { loginTo } from '../support/login.ts';
import { ManualClock } from '../support/manual-clock.ts';
import type { FaultKind } from '../world/faults.ts';
import { type SimulatorOptions, startSimulator } from '../world/start.ts';
import { failure, open } from './support.ts';

async function simulated(options: SimulatorOptions = {}) {
  // The timers of the client: its timeouts pass only where a test advances the clock.
  const clock = new ManualClock();
  const simulator = await startSimulator({ seed: 1, ...options });
  onTestFinished(() => simulator.close());
  const { url, ...login } = loginTo(simulator);
  const connection = open(url, {
    ...login,
    clock,
    limits: { headers: 200, total: 400, bodyBytes: 4 * 1024 * 1024 },
    retry: { tries: 1 },
  });
  const logins = () => simulator.requests.filter(({ path }) => path.endsWith('/auth/login')).length;
  return { simulator, clock, ...connection, logins };
}

test('every resource of interface A is read without an unreadable item', async () => {
  const { api, session } = await simulated();
  const dashboard = await api.dashboard();
  const topology = await api.topology();
  const streams = await api.streams({ rowsPerPage: 5, orderBy: 'startTime', order: 'desc' });
  const applications = await api.applications({ rowsPerPage: 5, appType: 'EDGE' });
  const journal = await api.journal({ rowsPerPage: 5 });
  const ids = streams.value.list.map(({ id }) => id);
  const found = await api.streamBatch([...ids, 'nobody']);
  const named = await api.applicationBatch(applications.value.list.map(({ name }) => name));
  const viewers = await api.viewerBatch(['nobody']);

  expect(dashboard.value.topology?.length).toBe(topology.value.topology.length);
  expect(streams.value.list).toHaveLength(5);
  expect(found.value.found.map(({ id }) => id).sort()).toEqual([...ids].sort());
  expect(found.value.notFound).toEqual(['nobody']);
  expect(named.value.found.length).toBeGreaterThan(0);
  expect(viewers.value.notFound).toEqual(['nobody']);
  expect(journal.value.list[0]?.message).toBeTruthy();
  for (const response of [dashboard, topology, streams, applications, journal, found, named, viewers]) {
    expect(response.unreadable).toEqual([]);
    expect(response.generatedAt).toBeGreaterThan(0);
    expect(response.bytes).toBeGreaterThan(0);
  }
  const [first] = streams.value.list;
  const mine = await api.streams({ application: first?.application ?? '', search: first?.streamKey });
  expect(mine.value.list.map(({ id }) => id)).toContain(first?.id);
  expect(session.state.status).toBe('ok');
});

test('users, settings and license are written, and errors are reported at their fields', async () => {
  const { api } = await simulated();
  const input = {
    username: 'eve',
    password: 'Correct-horse-9',
    accessRights: [{ name: 'server', value: 'read_only' } as const],
  };
  const created = await api.createUser(input);
  expect(created.value.attributes?.username?.value).toBe('eve');
  expect(await failure(api.createUser(input))).toMatchObject({
    code: 'HTTP_409',
    fields: { username: [expect.any(String)] },
  });
  const id = created.value.id ?? -1;
  const updated = await api.updateUser(id, { username: 'eva' });
  expect(updated.value.attributes?.username?.value).toBe('eva');
  expect((await api.deleteUser(id)).message).toBeTruthy();
  expect(await failure(api.deleteUser(id))).toMatchObject({ code: 'HTTP_404' });

  const settings = await api.transcodeSettings({});
  expect(settings.value.ffmpegPath?.value).toBeTruthy();
  const cleared = await api.transcodeSettings({ transcodeTaskLimit: null });
  expect(cleared.value.transcodeTaskLimit?.value).toBeNull();
  expect((await api.replaceLicense('ABCD-1234-EFGH')).value.licenseKey?.masked).toBe(true);
});

test('creates a cloud stream from the possible values', async () => {
  const { cloud } = await simulated();
  const values = (await cloud?.possibleValues())?.value;
  expect(values?.regions).toHaveLength(9);
  expect(values?.timezones).toContain('UTC');
  const response = await cloud?.createStream({ name: 'Concert', regionId: 4 });
  expect(response?.value.stream).toMatchObject({ name: 'Concert', regionId: 4, sourceType: 'PUSH' });
});

/** Faults that end only by a timeout, with the timers that wait then: hedge and total, and headers. */
const hanging: Partial<Record<FaultKind, number>> = { 'black-hole': 3, 'slow-drip': 2 };

test.each<[FaultKind, string]>([
  ['black-hole', 'TIMEOUT_HEADERS'],
  ['reset', 'RESET'],
  ['slow-drip', 'TIMEOUT_BODY'],
  ['truncated-json', 'NOT_JSON'],
  ['html', 'HTTP_502'],
  ['wrong-content-type', 'NOT_JSON'],
  ['wrong-shape', 'SCHEMA'],
  ['giant-body', 'TOO_LARGE'],
  ['redirect', 'REDIRECTED'],
  ['unauthorized', 'HTTP_401'],
  ['rate-limit', 'RATE_LIMITED'],
  ['rate-limit-bare', 'RATE_LIMITED'],
  ['error-500', 'HTTP_500'],
])('%s of one endpoint is %s there, affects nothing else, and ends with the fault', async (kind, code) => {
  const { simulator, clock, api, logins } = await simulated();
  await api.dashboard();
  simulator.faults.set({ kind, endpoint: 'dashboard' });
  const timers = clock.waiting;
  const asked = simulator.requests.length;
  const failed = failure(api.dashboard());
  if (kind in hanging) {
    await expect
      .poll(() => [simulator.requests.length, clock.waiting - timers])
      .toEqual([asked + 1, hanging[kind]]);
    await clock.advance(400);
  }
  const error = describeError(await failed);
  expect(error.code).toBe(code);
  expect(error.message).toMatch(/dashboard|127\.0\.0\.1/);
  expect((await api.topology()).value.topology.length).toBeGreaterThan(0);
  simulator.faults.clear();
  // The time of Retry-After is over.
  await clock.advance(60_000);
  expect((await api.dashboard()).unreadable).toEqual([]);
  expect(logins()).toBeLessThanOrEqual(2);
});

test('one bad item, unknown words and hostile text are read', async () => {
  const { simulator, api } = await simulated();
  simulator.faults.set({ kind: 'bad-item' });
  const bad = await api.topology();
  expect(bad.unreadable).toHaveLength(1);
  expect(bad.value.topology.length).toBeGreaterThan(0);
  for (const kind of ['unknown-words', 'hostile-text'] as const) {
    simulator.faults.set({ kind });
    for (const response of [await api.dashboard(), await api.streams({}), await api.journal({})]) {
      expect(response.unreadable).toEqual([]);
    }
  }
});
