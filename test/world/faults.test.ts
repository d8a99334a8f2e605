import { expect, test } from 'vitest';
import { type Rig, rig } from '../simulator/rig.ts';
import { poisonText } from './fault-bodies.ts';
import { type FaultKind, faultKinds, parseFault } from './faults.ts';

test('parseFault reads kind, endpoint, start and duration', () => {
  expect(parseFault('black-hole:dashboard@30+60')).toEqual({
    kind: 'black-hole',
    endpoint: 'dashboard',
    at: 30,
    duration: 60,
  });
  expect(parseFault('restart')).toEqual({ kind: 'restart' });
  expect(parseFault('html@5')).toEqual({ kind: 'html', at: 5 });
  expect(parseFault('reset:all+0.5@1'.replace('+0.5@1', '@1+0.5'))).toMatchObject({
    endpoint: 'all',
    duration: 0.5,
  });
});

test.each(['', 'fire', 'html:kitchen', 'html@soon', 'html@1+', 'html:', 'constructor'])(
  'parseFault refuses %j and lists the allowed values',
  (text) => {
    expect(() => parseFault(text)).toThrow(/black-hole|dashboard/);
  },
);

const DASHBOARD = '/api/cluster/dashboard';
const TOPOLOGY = '/api/cluster/topology';

async function hit(kind: FaultKind): Promise<Rig> {
  const r = await rig();
  await r.get(TOPOLOGY);
  r.sim.faults.set({ kind, endpoint: 'dashboard' });
  return r;
}

/** The fault hits its endpoint only, and is over when it is cleared. */
async function affectsOnlyItsEndpoint(r: Rig): Promise<void> {
  expect((await r.get(TOPOLOGY)).status).toBe(200);
  r.sim.faults.clear();
  const healed = await r.get(DASHBOARD);
  expect([healed.status, healed.body.data.topology.length]).toEqual([200, 12]);
}

test.each<[FaultKind, number, string | null]>([
  ['unauthorized', 401, null],
  ['rate-limit', 429, '7'],
  ['rate-limit-bare', 429, null],
  ['error-500', 500, null],
])('%s', async (kind, status, retryAfter) => {
  const r = await hit(kind);
  const answer = await r.get(DASHBOARD);
  expect([answer.status, typeof answer.body.message]).toEqual([status, 'string']);
  expect(answer.headers.get('retry-after')).toBe(retryAfter);
  await affectsOnlyItsEndpoint(r);
});

test('redirect leads to another path of the same server, whose log shows clients that follow', async () => {
  const r = await hit('redirect');
  const answer = await r.get(DASHBOARD);
  expect([answer.status, answer.headers.get('location')]).toEqual([301, `${r.sim.url}/elsewhere`]);
  await affectsOnlyItsEndpoint(r);
});

test('html is the page of a proxy with 502', async () => {
  const r = await hit('html');
  const answer = await r.get(DASHBOARD);
  expect(answer.status).toBe(502);
  expect(answer.headers.get('content-type')).toMatch(/text\/html/);
  expect(answer.text).toContain('<html>');
  await affectsOnlyItsEndpoint(r);
});

test('wrong-content-type is good JSON with a wrong content type', async () => {
  const r = await hit('wrong-content-type');
  const answer = await r.get(DASHBOARD);
  expect(answer.headers.get('content-type')).toMatch(/text\/plain/);
  expect(JSON.parse(answer.text).data.topology).toHaveLength(12);
  await affectsOnlyItsEndpoint(r);
});

test('truncated-json ends early, though the transport reports no error', async () => {
  const r = await hit('truncated-json');
  const answer = await r.get(DASHBOARD).catch((error: unknown) => error);
  expect(answer).toBeInstanceOf(SyntaxError);
  await affectsOnlyItsEndpoint(r);
});

test('reset breaks the connection in the middle of the body', async () => {
  const r = await hit('reset');
  await expect(r.get(DASHBOARD)).rejects.toThrow(/terminated|other side closed|fetch failed/);
  await affectsOnlyItsEndpoint(r);
});

test('black-hole never answers, and the server can still close', async () => {
  const r = await hit('black-hole');
  const controller = new AbortController();
  const answer = fetch(r.sim.url + DASHBOARD, { signal: controller.signal }).then(
    () => 'answered',
    () => 'aborted',
  );
  await expect.poll(() => r.sim.requests.at(-1)).toMatchObject({ path: DASHBOARD, status: 0 });
  expect((await r.get(TOPOLOGY)).status).toBe(200);
  controller.abort();
  expect(await answer).toBe('aborted');
  await affectsOnlyItsEndpoint(r);
});

test('slow-drip sends a few bytes at a time by the clock', async () => {
  const r = await rig();
  const login = await r.login();
  r.sim.faults.set({ kind: 'slow-drip', endpoint: 'dashboard' });
  const headers = { authorization: `Bearer ${login.body.data.accessToken}` };
  const pending = fetch(r.sim.url + DASHBOARD, { headers });
  await expect.poll(() => r.clock.waiting).toBe(1);
  await r.clock.advance(0);
  const response = await pending;
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  expect((await reader.read()).value).toHaveLength(4);
  await expect.poll(() => r.clock.waiting).toBe(1);
  await r.clock.advance(500);
  expect((await reader.read()).value).toHaveLength(4);
  await reader.cancel();
  await expect.poll(() => r.clock.waiting).toBe(0);
});

test('giant-body does not end', async () => {
  const r = await rig();
  const login = await r.login();
  r.sim.faults.set({ kind: 'giant-body', endpoint: 'dashboard' });
  const headers = { authorization: `Bearer ${login.body.data.accessToken}` };
  const response = await fetch(r.sim.url + DASHBOARD, { headers });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  let bytes = 0;
  while (bytes < 8_000_000) {
    const { done, value } = await reader.read();
    expect(done).toBe(false);
    bytes += value?.length ?? 0;
  }
  await reader.cancel();
});

test('revoked-token refuses earlier tokens and accepts new ones', async () => {
  const r = await rig();
  await r.get(DASHBOARD);
  await r.clock.advance(1_000);
  r.sim.faults.set({ kind: 'revoked-token' });
  expect((await r.get(DASHBOARD)).status).toBe(401);
  const fresh = (await r.login()).body.data.accessToken;
  expect((await r.send('GET', DASHBOARD, undefined, fresh)).status).toBe(200);
});

test('unauthorized does not affect logins unless it names them', async () => {
  const r = await rig();
  r.sim.faults.set({ kind: 'unauthorized' });
  expect((await r.get(DASHBOARD)).status).toBe(401);
  expect((await r.login()).status).toBe(200);
  r.sim.faults.set({ kind: 'unauthorized', endpoint: 'login' });
  expect((await r.login()).status).toBe(401);
});

test('wrong-shape, bad-item, empty-topology and unknown-words are valid JSON of the wrong kind', async () => {
  const r = await rig();
  r.sim.faults.set({ kind: 'wrong-shape' });
  expect((await r.send('GET', DASHBOARD, undefined, await tokenOf(r))).body.data).toBe('unexpected');
  r.sim.faults.set({ kind: 'bad-item' });
  const { list } = (await r.get('/api/streams')).body.data;
  expect([typeof list[0].id, typeof list[1].id]).toEqual(['object', 'string']);
  expect(list).toHaveLength(10);
  r.sim.faults.set({ kind: 'empty-topology' });
  expect((await r.get(TOPOLOGY)).body.data.topology).toEqual([]);
  expect((await r.get(DASHBOARD)).body.data.topology).toEqual([]);
  r.sim.faults.set({ kind: 'unknown-words' });
  const odd = (await r.get('/api/streams')).body;
  expect(odd.data.list[0]).toMatchObject({ state: 'LEVITATING', healthGrade: 'Splendid' });
  expect(odd.somethingNew).toBeDefined();
});

test('hostile-text is in every string but the token', async () => {
  const r = await rig();
  await r.get(DASHBOARD);
  r.sim.faults.set({ kind: 'hostile-text' });
  const { list } = (await r.get('/api/cluster/journal')).body.data;
  for (const entry of list) {
    for (const field of ['objectName', 'message', 'threadName']) expect(entry[field]).toContain(poisonText);
  }
  const login = await r.login();
  expect((await r.send('GET', DASHBOARD, undefined, login.body.data.accessToken)).status).toBe(200);
});

test('clock-skew puts every date an hour ahead, and clock jumps every ten seconds', async () => {
  const r = await rig();
  const plain = (await r.get('/api/cluster/journal')).body;
  r.sim.faults.set({ kind: 'clock-skew' });
  const skewed = (await r.get('/api/cluster/journal')).body;
  expect(skewed.meta.generatedAt - r.clock.now()).toBe(3_600_000);
  expect(skewed.data.list[0].createDate - plain.data.list[0].createDate).toBe(3_600_000);
  expect(skewed.data.lastTimestamp - plain.data.lastTimestamp).toBe(3_600_000);
  expect((await r.login()).body.data.remainingTime).toBe(900_000);
  r.sim.faults.set({ kind: 'clock' });
  expect((await r.get(TOPOLOGY)).body.meta.generatedAt).toBe(r.clock.now());
  await r.clock.advance(10_000);
  expect((await r.get(TOPOLOGY)).body.meta.generatedAt).toBe(r.clock.now() - 3_600_000);
});

test('restart: counters fall, sessions are younger, and journal ids begin at one', async () => {
  const r = await rig({ faults: [parseFault('restart@20')] });
  const read = async () => ({
    app: (await r.get('/api/applications?search=live')).body.data.list[0],
    streams: (await r.get('/api/streams?rowsPerPage=500')).body.data.list,
    journal: (await r.get('/api/cluster/journal')).body.data,
    total: (await r.get(DASHBOARD)).body.data.incomingTraffic.totalBytes,
  });
  const before = await read();
  await r.clock.advance(40_000);
  const after = await read();
  expect(after.total).toBeLessThan(before.total / 100);
  expect(after.app.inTotalBytes).toBeGreaterThan(0);
  expect(after.app.inTotalBytes).toBeLessThan(before.app.inTotalBytes);
  expect(after.app.clusterConnectionData.startDate).toBe(r.clock.now() - 20_000);
  for (const s of after.streams) expect(s.startTime).toBeGreaterThanOrEqual(r.clock.now() - 20_000);
  expect(after.journal.totalItems).toBeLessThan(before.journal.totalItems);
  expect(Math.min(...after.journal.list.map((e: { id: number }) => e.id))).toBe(1);
});

test('faults begin and end on time, and several at once affect the endpoints that each names', async () => {
  const r = await rig({ faults: [parseFault('error-500:streams@30+10'), parseFault('rate-limit:journal')] });
  const status = async () => [
    (await r.get('/api/streams')).status,
    (await r.get('/api/cluster/journal')).status,
  ];
  expect(await status()).toEqual([200, 429]);
  await r.clock.advance(30_000);
  expect(await status()).toEqual([500, 429]);
  await r.clock.advance(10_000);
  expect(await status()).toEqual([200, 429]);
});

test('an order can be refused or ignored, and then the journal answers oldest first', async () => {
  const r = await rig({ faults: [parseFault('order-refused:journal')] });
  const sorted = '/api/cluster/journal?orderBy=createDate&order=desc';
  expect((await r.get(sorted)).status).toBe(400);
  expect((await r.get('/api/cluster/journal')).status).toBe(200);
  r.sim.faults.set(parseFault('order-ignored:journal'));
  const dates = (await r.get(sorted)).body.data.list.map((e: { createDate: number }) => e.createDate);
  expect(dates).toEqual(dates.toSorted((a: number, b: number) => a - b));
  expect(dates[0]).toBeLessThan(dates.at(-1));
});

test('every kind has an explanation', () => {
  for (const [kind, what] of Object.entries(faultKinds))
    expect([kind, what.length > 10]).toEqual([kind, true]);
});

async function tokenOf(r: Rig): Promise<string> {
  r.sim.faults.clear();
  const token = (await r.login()).body.data.accessToken;
  await r.get(DASHBOARD);
  r.sim.faults.set({ kind: 'wrong-shape' });
  return token;
}
