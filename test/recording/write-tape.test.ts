import { existsSync } from 'node:fs';
import { mkdtemp, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { TapeEntry } from '../../src/recording/entry.ts';
import { openTape } from '../../src/recording/open-tape.ts';
import { writeTape } from '../../src/recording/write-tape.ts';
import { answerAt, T0 } from './entries.ts';

const about = { session: T0, cluster: 'eu', note: Buffer.from('{"said":"nothing"}') };

async function* of(...entries: readonly TapeEntry[]) {
  yield* entries;
}

async function place() {
  return join(await mkdtemp(join(tmpdir(), 'tape-')), 'case.cwr');
}

test('a written recording is for its user alone, and has its note and all entries', async () => {
  const path = await place();
  await writeTape(path, about, of(answerAt(0, { a: 1 }), answerAt(2_000, { a: 2 })));
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const tape = await openTape(path);
  expect(Buffer.from((await tape.note()) ?? []).toString()).toBe(about.note.toString());
  const bodies = await Promise.all(
    [T0, T0 + 2_000].map(async (at) => {
      const position = tape.latest('dashboard', '/api/cluster/dashboard', at);
      return position && Buffer.from(await tape.body(position)).toString();
    }),
  );
  expect(bodies).toEqual(['{"a":1}', '{"a":2}']);
  await tape.close();
});

test('entries of many megabytes are written in parts that a reader accepts', async () => {
  const path = await place();
  // More than a frame may hold.
  const large = Array.from({ length: 20 }, (_, index) => ({
    ...answerAt(index, ''),
    body: Buffer.alloc(4 * 1024 * 1024, index),
  }));
  await writeTape(path, about, of(...large));
  const tape = await openTape(path);
  const last = tape.latest('dashboard', '/api/cluster/dashboard', T0 + 19);
  expect(last && Buffer.from(await tape.body(last))).toEqual(large.at(-1)?.body);
  await tape.close();
});

test('a recording that cannot be finished leaves no file, and an existing one is not touched', async () => {
  const path = await place();
  async function* breaking() {
    yield answerAt(0, {});
    throw new Error('no space left');
  }
  await expect(writeTape(path, about, breaking())).rejects.toThrow(`cannot write ${path}: no space left`);
  expect(existsSync(path)).toBe(false);
  await writeFile(path, 'mine');
  await expect(writeTape(path, about, of())).rejects.toThrow('there is such a file already');
  expect((await stat(path)).size).toBe(4);
});
