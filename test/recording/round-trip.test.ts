import assert from 'node:assert';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { type Connection, connect } from '../../src/http/connect.ts';
import { recordInto } from '../../src/recording/entry.ts';
import { ReplayClock } from '../../src/recording/replay-clock.ts';
import { createReplayer } from '../../src/recording/replayer.ts';
import { openTapeWriter } from '../../src/recording/tape-writer.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { newFolder } from '../support/new-folder.ts';
import { startSimulator } from '../world/start.ts';
import { openedTape } from './entries.ts';

async function readAll({ api }: Connection): Promise<unknown[]> {
  const lists = [
    await api.journal({ page: 1, rowsPerPage: 20 }),
    await api.streams({ page: 1, rowsPerPage: 5 }),
  ];
  const responses = [await api.dashboard(), await api.topology(), ...lists];
  return responses.map(({ value, generatedAt, status, bytes }) => ({ value, generatedAt, status, bytes }));
}

/** The whole content of a recording, decompressed, whether the program would show it or not. */
async function inflated(path: string): Promise<string> {
  const file = await readFile(path);
  const parts = [file.subarray(0, file.indexOf(10))];
  for (let at = file.indexOf(10) + 1; at < file.length; at += 12 + file.readUInt32LE(at)) {
    const split = at + 12 + file.readUInt32LE(at + 4);
    parts.push(zstdDecompressSync(file.subarray(at + 12, split)));
    parts.push(zstdDecompressSync(file.subarray(split, at + 12 + file.readUInt32LE(at))));
  }
  return Buffer.concat(parts).toString('utf8');
}

test('a recording gives the same responses as the live cluster, and contains no secret', async () => {
  const path = join(newFolder(), 'live.tape');
  const simulator = await startSimulator({ seed: 7, scenario: 'steady' });
  onTestFinished(() => simulator.close());
  const writer = await openTapeWriter(path, { cluster: 'lab', clock: systemClock, onFailure: assert.fail });
  const live = connect({
    url: simulator.url,
    credentials: async () => ({ username: simulator.username, password: simulator.password }),
    ...recordInto(writer),
  });
  const seen = await readAll(live);
  await live.api.transcodeSettings({});
  await live.close();
  await writer.close();
  expect(writer.stats).toMatchObject({ entries: 4, dropped: 0 });

  const content = await inflated(path);
  expect(content).toContain('/api/cluster/journal');
  expect(content).toContain('serverName');
  const words = ['eyJ', 'Bearer', 'accessToken', 'ffmpegPath'];
  for (const secret of [simulator.password, simulator.apiKey, ...words])
    expect(content).not.toContain(secret);
  const tape = await openedTape(path);
  const clock = new ReplayClock(new ManualClock(), tape.from ?? 0, tape.to ?? 0);
  clock.jump(tape.to ?? 0);
  const nobody = {
    url: 'https://recording.invalid',
    credentials: async () => ({ username: '', password: '' }),
  };
  const replay = connect({ ...nobody, clock, readOnly: true, transport: createReplayer(tape, clock) });
  expect(await readAll(replay)).toEqual(seen);
  await expect(replay.api.transcodeSettings({})).rejects.toMatchObject({ code: 'READ_ONLY' });
  await expect(replay.api.streams({ page: 77 })).rejects.toMatchObject({ code: 'NOT_RECORDED' });
  await replay.close();
});
