import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { inspectImage } from '../../src/actions/cloud-writes.ts';
import { endpoints } from '../../src/protocol/endpoints.ts';
import type { TapeEntry } from '../../src/recording/entry.ts';
import { decodeFrame, encodeFrame } from '../../src/recording/frame.ts';
import { encodeHeader } from '../../src/recording/header.ts';
import { openTape } from '../../src/recording/open-tape.ts';
import { ReplayClock } from '../../src/recording/replay-clock.ts';
import { createReplayer } from '../../src/recording/replayer.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { newFolder } from '../support/new-folder.ts';
import { answerAt, openedTape, T0, text } from './entries.ts';

const MIB = 1024 * 1024;
const PATH = '/api/cluster/dashboard';
let directory: string;
let path: string;
beforeEach(async () => {
  directory = newFolder();
  path = join(directory, 'hostile.rec');
});

/** A file of an attacker, with a frame for each list of entries. */
async function openFrames(...frames: readonly (readonly TapeEntry[])[]) {
  const parts: Buffer[] = [Buffer.from(encodeHeader(T0, 0, 'prod'))];
  for (const entries of frames) parts.push(await encodeFrame(entries));
  const bytes = Buffer.concat(parts);
  await writeFile(path, bytes);
  return { tape: await openedTape(path), size: bytes.length };
}

test('kilobytes that expand to hundreds of megabytes are not played, and frames before them are', async () => {
  const bomb = answerAt(1000, '', { body: Buffer.alloc(100 * MIB, ' ') });
  const { tape, size } = await openFrames([answerAt(0, 'one')], [bomb]);
  expect(size).toBeLessThan(64 * 1024);
  expect([tape.entries, tape.to]).toEqual([1, T0]);
  expect(tape.tornBytes).toBeGreaterThan(1000);
});

test('the largest frame that a recording writes is played, a larger one is not', async () => {
  // 4 MiB of gathered responses, and one more of the largest size.
  const body = (bytes: number) => [answerAt(0, '', { body: Buffer.alloc(bytes) })];
  expect((await openFrames(body(20 * MIB))).tape.entries).toBe(1);
  expect((await openFrames(body(20 * MIB + 1))).tape.entries).toBe(0);
});

test.each([1_000, 500_000])('a list of %i rows in only a few kilobytes is not read', async (rows) => {
  const { tape, size } = await openFrames([answerAt(0, 'one')], Array(rows).fill(answerAt(0, '')));
  expect(size).toBeLessThan(64 * 1024);
  expect(tape.entries).toBe(1);
});

test('a response larger than its endpoint allows is refused like a live one', async () => {
  const body = Buffer.alloc(endpoints.dashboard.maxBytes + 1, ' ');
  const { tape } = await openFrames([answerAt(0, '', { body })]);
  const replayer = createReplayer(tape, new ReplayClock(new ManualClock(T0), T0, T0 + 1000));
  const request = { endpoint: 'dashboard', method: 'GET', path: PATH, headers: {} } as const;
  await expect(replayer.send(request)).rejects.toMatchObject({ code: 'TOO_LARGE' });
});

test('unknown entries are skipped, and the others keep their bodies', async () => {
  const { tape } = await openFrames([
    answerAt(0, 'one'),
    answerAt(10, 'a login', { endpoint: 'login', path: '/api/auth/login' }),
    answerAt(20, 'what is that', { endpoint: 'toString' as TapeEntry['endpoint'] }),
    answerAt(30, 'two'),
  ]);
  expect([tape.entries, tape.tornBytes]).toEqual([2, 0]);
  expect(tape.latest('login', '/api/auth/login', T0 + 99)).toBeUndefined();
  const last = tape.latest('dashboard', PATH, T0 + 99);
  expect(last && text(await tape.body(last))).toBe('two');
});

test('a file that changes while it is played is reported', async () => {
  const { tape, size } = await openFrames([answerAt(0, 'one')]);
  await writeFile(path, Buffer.alloc(size));
  const first = tape.latest('dashboard', PATH, T0);
  if (!first) throw new Error('there is no such entry');
  await expect(tape.body(first)).rejects.toThrow(`${path} was changed while it was played`);
});

test('times out of order are sorted, and impossible ones are left out', async () => {
  const farthest = 90 * 86_400_000;
  const { tape } = await openFrames(
    [answerAt(4000, 'five'), answerAt(0, 'one'), answerAt(farthest + 1, 'far'), answerAt(-1e300, 'past')],
    [answerAt(2000, 'three')],
  );
  const bodyAt = async (ms: number) => {
    const found = tape.latest('dashboard', PATH, T0 + ms);
    return found && text(await tape.body(found));
  };
  expect([tape.from, tape.to]).toEqual([T0, T0 + 4000]);
  const found = await Promise.all([-1, 1000, 2000, 9000].map(bodyAt));
  expect(found).toEqual([undefined, 'one', 'three', 'five']);
  expect(tape.next('dashboard', PATH, T0)?.at).toBe(T0 + 2000);
  const { tape: long } = await openFrames([answerAt(-farthest, 'first'), answerAt(farthest, 'last')]);
  expect([long.from, long.to]).toEqual([T0 - farthest, T0 + farthest]);
});

test.skipIf(process.platform === 'win32')('a pipe is not waited for, as recording or as image', async () => {
  const fifo = join(directory, 'pipe');
  execFileSync('sh', ['-c', 'mkfifo "$0"', fifo]);
  await expect(openTape(fifo)).rejects.toThrow(/not an ordinary file/);
  expect(await inspectImage(fifo)).toEqual({ problem: 'it is not an ordinary file' });
  expect(await inspectImage('/dev/zero')).toEqual({ problem: 'it is not an ordinary file' });
});

test('a frame that claims gigabytes, or a list longer than itself, is refused before it is read', async () => {
  for (const lengths of [Uint32Array.of(0xffff_ffff, 10), Uint32Array.of(100, 101)]) {
    const asked: number[] = [];
    const header = Buffer.concat([Buffer.from(lengths.buffer), Buffer.alloc(56)]);
    const read = async (_position: number, count: number) => {
      asked.push(count);
      return header.subarray(0, count);
    };
    expect(await decodeFrame(read, 0)).toBeUndefined();
    expect(asked).toHaveLength(1);
  }
});
