import { expect, test } from 'vitest';
import { createRingTape } from '../../src/recording/ring-tape.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { answerAt, noise, T0, text } from './entries.ts';

const dashboard = ['dashboard', '/api/cluster/dashboard'] as const;

function snapshot(n: number): object {
  const servers = Array.from({ length: 12 }, (_, i) => ({
    serverName: `edge-${i}`,
    serverStats: { cpuUsage: ((n * 31 + i * 17) % 1000) / 10, memUsage: ((n * 13 + i * 7) % 1000) / 10 },
    applications: [{ id: `a${i}`, viewers: { count: (n * 7919 + i * 104729) % 5000, cap: null } }],
  }));
  return { n, data: { topology: servers } };
}

test('an hour at default intervals fits, and every moment of it can be read', async () => {
  const clock = new ManualClock(T0);
  const tape = createRingTape(clock);
  for (let n = 0; n < 1800; n++) {
    tape.add(answerAt(n * 2000, snapshot(n)));
    tape.add(answerAt(n * 2000 + 5, snapshot(n), { endpoint: 'topology', path: '/api/cluster/topology' }));
    if (n % 50 === 0) await clock.advance(100_000);
  }
  expect([tape.from, tape.to]).toEqual([T0, T0 + 1799 * 2000 + 5]);
  for (const n of [0, 1, 900, 1798, 1799]) {
    const found = tape.latest(...dashboard, T0 + n * 2000 + 3);
    expect(JSON.parse(text(found ? await tape.body(found) : Buffer.from('null'))).n).toBe(n);
  }
  expect(tape.stats.bytes).toBeLessThan(tape.stats.limit);
  await tape.close();
  expect(clock.waiting).toBe(0);
});

test('memory stays within the limit, and the oldest responses are dropped first', async () => {
  const clock = new ManualClock(T0);
  const limit = 400_000;
  const tape = createRingTape(clock, limit);
  tape.add(answerAt(0, 'rare', { endpoint: 'journal', path: '/api/cluster/journal' }));
  const first = tape.latest('journal', '/api/cluster/journal', T0);
  for (let n = 0; n < 400; n++) {
    tape.add(answerAt(n * 1000, '', { body: noise(n, 20_000) }));
    tape.add(answerAt(n * 1000, '', { endpoint: 'topology', path: '/t', status: 0, code: 'RESET' }));
    expect(tape.stats.bytes).toBeLessThanOrEqual(limit);
    if (n % 20 === 0) await clock.advance(1);
  }
  tape.add(answerAt(400_000, '', { body: Buffer.alloc(limit) }));
  expect(tape.stats.bytes).toBeLessThanOrEqual(limit);
  expect(tape.from).toBeGreaterThan(T0);
  const oldest = tape.next(...dashboard, 0);
  const found = oldest && Buffer.from(await tape.body(oldest));
  expect(found && Buffer.compare(found, noise((oldest.at - T0) / 1000, 20_000))).toBe(0);
  expect(oldest?.at).toBe(tape.from);
  expect(tape.stats.entries).toBeGreaterThan(20);
  expect(tape.latest(...dashboard, T0)).toBeUndefined();
  // It was requested once, at the beginning, and is dropped with the rest of that time.
  expect(tape.latest('journal', '/api/cluster/journal', T0 + 400_000)).toBeUndefined();
  await expect(first && tape.body(first)).rejects.toThrow('that moment is no longer in memory');
  await tape.close();
});

test('a response too large for immediate compression can be read at once and later', async () => {
  const tape = createRingTape(new ManualClock(T0));
  const body = noise(7, 600_000);
  tape.add(answerAt(0, 'before'));
  tape.add(answerAt(1_000, '', { body }));
  tape.add(answerAt(2_000, 'after'));
  const at = async (ms: number) => {
    const found = tape.latest(...dashboard, T0 + ms);
    return found && Buffer.from(await tape.body(found));
  };
  expect((await at(1_000))?.equals(body)).toBe(true);
  expect((await at(1_500))?.equals(body)).toBe(true);
  expect([String(await at(0)), String(await at(2_000))]).toEqual(['before', 'after']);
  await tape.close();
});

test('a large response is compressed soon, a small one after twenty seconds, and each counts with its real size', async () => {
  const clock = new ManualClock(T0);
  const tape = createRingTape(clock);
  const body = Buffer.alloc(600_000, 'large ');
  tape.add(answerAt(0, '', { body }));
  expect(tape.stats.bytes).toBeGreaterThan(600_000);
  await expect.poll(() => tape.stats.bytes).toBeLessThan(10_000);
  const found = tape.latest(...dashboard, T0);
  expect(found && Buffer.from(await tape.body(found)).equals(body)).toBe(true);
  tape.add(answerAt(1_000, '', { body: body.subarray(0, 100_000) }));
  await clock.advance(19_999);
  expect(tape.stats.bytes).toBeGreaterThan(100_000);
  await clock.advance(1);
  expect(tape.stats.bytes).toBeLessThan(10_000);
  await tape.close();
});

test('a response without a body counts some hundred bytes', async () => {
  const tape = createRingTape(new ManualClock(T0));
  for (let n = 0; n < 100; n++) tape.add(answerAt(n, '', { status: 0, code: 'RESET' }));
  expect(tape.stats.entries).toBe(100);
  expect(tape.stats.bytes).toBeGreaterThan(100 * 100);
  expect(tape.stats.bytes).toBeLessThan(100 * 1_000);
  await tape.close();
});

test('a frame that fills up early is compressed then, and the next one waits its own twenty seconds', async () => {
  const clock = new ManualClock(T0);
  const tape = createRingTape(clock);
  const large = { body: Buffer.alloc(300_000) };
  tape.add(answerAt(0, '', large));
  await clock.advance(15_000);
  tape.add(answerAt(15_000, '', large));
  expect(clock.waiting).toBe(1);
  await clock.advance(19_999);
  expect(tape.stats.bytes).toBeGreaterThan(300_000);
  await tape.close();
});

test('a closed ring is empty and accepts nothing', async () => {
  const clock = new ManualClock(T0);
  const tape = createRingTape(clock);
  tape.add(answerAt(0, 'packed'));
  await clock.advance(20_000);
  tape.add(answerAt(20_000, 'open'));
  await tape.close();
  tape.add(answerAt(30_000, 'late'));
  expect(tape.stats).toMatchObject({ bytes: 0, entries: 0 });
  expect([tape.from, clock.waiting]).toEqual([undefined, 0]);
  expect(tape.latest(...dashboard, T0 + 60_000)).toBeUndefined();
});

test('an hour is kept even if it is large, and older responses only if they are small', async () => {
  const clock = new ManualClock(T0);
  const MB = 1024 * 1024;
  const tape = createRingTape(clock);
  const fill = (from: number, count: number, every: number) => {
    for (let n = 0; n < count; n++) tape.add(answerAt(from + n * every, '', { body: noise(n, 200_000) }));
  };
  fill(0, 60, 60_000);
  expect(tape.from).toBe(T0);
  expect(tape.stats.bytes).toBeGreaterThan(10 * MB);
  // From now on an hour has half as much: the first hour is dropped as the second one is recorded.
  fill(3_600_000, 60, 120_000);
  expect(tape.stats.bytes).toBeLessThan(8.5 * MB);
  expect(tape.to).toBe(T0 + 3_600_000 + 59 * 120_000);
  expect(tape.from).toBeLessThanOrEqual((tape.to ?? 0) - 3_600_000);
  await tape.close();
});

test('logins and writes are not kept in memory either', async () => {
  const tape = createRingTape(new ManualClock(T0));
  tape.add(answerAt(0, 'hunter2', { endpoint: 'login', path: '/api/auth/login' }));
  tape.add(answerAt(0, 'hunter2', { endpoint: 'license', path: '/api/license/settings' }));
  expect(tape.stats.entries).toBe(0);
  await tape.close();
});

test('secrets do not stay in memory', async () => {
  const tape = createRingTape(new ManualClock(T0));
  tape.add(answerAt(0, { x: { masked: true, value: 'hunter2' } }));
  const found = tape.latest(...dashboard, T0);
  expect(found && text(await tape.body(found))).toBe('{"x":{"masked":true}}');
  await tape.close();
});
