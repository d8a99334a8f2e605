import { expect, test } from 'vitest';
import type { HttpRequest } from '../../src/http/request.ts';
import { type EndpointName, endpoints } from '../../src/protocol/endpoints.ts';
import type { TapeEntry } from '../../src/recording/entry.ts';
import { ReplayClock } from '../../src/recording/replay-clock.ts';
import { createReplayer } from '../../src/recording/replayer.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { memoryTape } from '../support/memory-tape.ts';
import { answerAt, T0, text } from './entries.ts';

function setUp(entries: readonly TapeEntry[]) {
  const base = new ManualClock(0);
  const tape = memoryTape();
  for (const entry of entries) tape.add(entry);
  const clock = new ReplayClock(base, T0, T0 + 60_000);
  const transport = createReplayer(tape, clock);
  /** The text of its answer. */
  const ask = async (...asked: Parameters<typeof request>) =>
    text((await transport.send(request(...asked))).body);
  /** The same, as far as it has come. */
  const asking = () => {
    const told = { body: '' };
    return { told, sent: ask().then((body) => Object.assign(told, { body })) };
  };
  return { base, clock, transport, ask, asking };
}

const PATH = '/api/cluster/dashboard';
function request(endpoint: EndpointName = 'dashboard', path = PATH, signal?: AbortSignal): HttpRequest {
  return { endpoint, method: endpoints[endpoint].method, path, headers: {}, signal };
}

test('it answers with what was known at that moment', async () => {
  const two = answerAt(2000, 'two', { status: 503, contentType: 'text/html' });
  const { clock, transport } = setUp([answerAt(0, 'one'), two]);
  const told = async (at: number) => {
    clock.jump(T0 + at);
    const { status, headers, body, duration } = await transport.send(request());
    return [status, headers, text(body), duration];
  };
  const one = [200, { 'content-type': 'application/json' }, 'one', 20];
  expect([await told(0), await told(1999)]).toEqual([one, one]);
  expect(await told(59_000)).toEqual([503, { 'content-type': 'text/html' }, 'two', 20]);
  expect(await told(100)).toEqual(one);
});

test('a request that was in progress then is answered when it was answered then', async () => {
  const slow = answerAt(5000, 'slow', { duration: 4000 });
  const { base, clock, ask, asking } = setUp([answerAt(0, 'one'), slow, answerAt(20_000, 'far')]);
  clock.play();
  await base.advance(1500);
  const { told, sent } = asking();
  await base.advance(3499);
  expect(told.body).toBe('');
  await base.advance(1);
  await sent;
  expect([told.body, clock.now() - T0, await ask()]).toEqual(['slow', 5000, 'slow']);
});

test('a waiting request keeps its time while the replay is paused; a jump answers it, and a pause answers new ones at once', async () => {
  const slow = answerAt(5000, 'slow', { duration: 4000 });
  const { base, clock, ask, asking } = setUp([answerAt(0, 'one'), slow]);
  clock.play();
  await base.advance(1500);
  const { told, sent } = asking();
  clock.pause();
  expect([await ask(), told.body]).toEqual(['one', '']);
  clock.play();
  await base.advance(3500);
  expect((await sent).body).toBe('slow');
  clock.jump(T0 + 1500);
  const again = ask();
  clock.jump(T0 + 30_000);
  expect(await again).toBe('slow');
});

test('a list in another order is the same list, but not with another filter', async () => {
  const list = { endpoint: 'streams', path: '/api/streams?page=1&rowsPerPage=500' } as const;
  const some = { endpoint: 'streams', path: '/api/streams?search=live&page=1' } as const;
  const ordered = { endpoint: 'streams', path: '/api/streams?page=1&orderBy=id' } as const;
  const first = [answerAt(0, 'old', ordered), answerAt(50, 'all', list), answerAt(0, 'some', some)];
  const { clock, ask } = setUp([...first, answerAt(200, 'later', ordered)]);
  clock.jump(T0 + 100);
  expect(await ask('streams', '/api/streams?page=1&search=live&rowsPerPage=9')).toBe('some');
  expect(await ask('streams', '/api/streams?rowsPerPage=100&orderBy=viewerCount&order=desc')).toBe('all');
  for (const other of ['streams?page=2', 'streams?search=main', 'stream?page=1'])
    await expect(ask('streams', `/api/${other}`)).rejects.toMatchObject({ code: 'NOT_RECORDED' });
});

test('a journal recorded without an order by an older version is played to requests with one', async () => {
  const path = '/api/cluster/journal?page=1&rowsPerPage=100';
  const { clock, ask } = setUp(
    [0, 2000, 4000].map((at) => answerAt(at, String(at), { endpoint: 'journal', path })),
  );
  for (const at of [100, 2100, 4100]) {
    clock.jump(T0 + at);
    expect(await ask('journal', `${path}&orderBy=createDate&order=desc`)).toBe(String(at - 100));
  }
});

test('failures are repeated in the words of live ones', async () => {
  const message = expect.stringContaining('the server (as recorded) refuses connections');
  const failures = {
    REFUSED: { name: 'NetworkError', code: 'REFUSED', message, sent: true },
    TOO_LARGE: { name: 'TooLarge' },
    SOMETHING_NEW: { code: 'SOMETHING_NEW' },
  };
  for (const [code, failure] of Object.entries(failures)) {
    const failed = answerAt(1000, '', { status: 0, duration: 1, path: PATH, code });
    const { clock, ask } = setUp([answerAt(0, 'one'), failed]);
    clock.jump(T0 + 1500);
    await expect(ask()).rejects.toMatchObject(failure);
  }
});

test('a recording cannot be changed', async () => {
  const { ask } = setUp([answerAt(0, 'one')]);
  for (const endpoint of Object.keys(endpoints) as EndpointName[]) {
    if (endpoints[endpoint].reads && endpoint !== 'login') continue;
    const refused = { code: 'RECORDING', message: expect.stringContaining('cannot be changed') };
    await expect(ask(endpoint, endpoints[endpoint].path)).rejects.toMatchObject(refused);
  }
});

test('a request that was not made then is not in the recording', async () => {
  const { ask, clock } = setUp([answerAt(9000, 'x', { endpoint: 'journal', path: '/j?page=1' })]);
  const missing = { code: 'NOT_RECORDED', message: '“streams” is not in the recording' };
  await expect(ask('streams', '/api/streams?page=9')).rejects.toMatchObject(missing);
  // Neither that request nor one that is like it.
  await expect(ask('journal', '/j?page=1')).rejects.toThrow('at this time yet');
  await expect(ask('journal', '/j?page=1&order=asc')).rejects.toMatchObject({ code: 'NOT_RECORDED' });
  clock.jump(T0 + 9000);
  expect(await ask('journal', '/j?page=1')).toBe('x');
});

test('a waiting request ends with its signal and with the transport', async () => {
  const { base, clock, transport, ask } = setUp([answerAt(50_000, 'late')]);
  clock.play();
  const abort = new AbortController();
  const [one, two] = [ask('dashboard', PATH, abort.signal), ask()];
  abort.abort();
  await expect(one).rejects.toMatchObject({ name: 'Aborted', sent: false });
  await transport.close();
  await expect(two).rejects.toMatchObject({ name: 'Aborted', sent: false });
  clock.pause();
  expect(base.waiting).toBe(0);
});

test.each([
  ['often', 4_000, 100, 'two'],
  ['a little later', 6_000, 1_000, 'two'],
  ['a little later, when the next one is far', 6_000, 999, 'one'],
  ['rare polls, up to half the time between them', 30_000, 15_000, 'two'],
  ['rarely, earlier', 30_000, 14_999, 'one'],
  ['very rare polls, up to 20 s before', 60_000, 40_000, 'two'],
  ['very rare polls, earlier than that', 60_000, 39_999, 'one'],
])(
  'a response that was given already is not given again while the next one is near: %s',
  async (_what, next, asked, body) => {
    const { base, clock, ask } = setUp([answerAt(0, 'one'), answerAt(next, 'two')]);
    clock.play();
    expect(await ask()).toBe('one');
    await base.advance(asked);
    const sent = ask();
    await base.advance(60_000);
    expect(await sent).toBe(body);
  },
);

test('the last thousand answered requests are remembered', async () => {
  const page = (n: number) => ({ endpoint: 'streams', path: `/api/streams?page=${n}` }) as const;
  const pages = Array.from({ length: 1_001 }, (_, n) => answerAt(0, 'one', page(n)));
  const later = [0, 1_000].map((n) => answerAt(4_000, 'two', page(n)));
  const { base, clock, ask } = setUp([...pages, ...later]);
  for (const n of pages.keys()) await ask('streams', page(n).path);
  clock.play();
  await base.advance(1_000);
  const asked = later.map(({ path }) => ask('streams', path));
  await base.advance(4_000);
  expect(await Promise.all(asked)).toEqual(['one', 'two']);
});

test('a first poll up to half a second before the recorded one waits for it', async () => {
  const entries = [answerAt(0, 'one'), answerAt(2_000, 'two')];
  const askedAt = async (at: number) => {
    const { base, clock, ask } = setUp(entries);
    clock.play();
    await base.advance(at);
    const sent = ask();
    await base.advance(5_000);
    return sent;
  };
  // The recorded one was sent at 1,980.
  expect(await askedAt(1_480)).toBe('two');
  expect(await askedAt(1_479)).toBe('one');
});
