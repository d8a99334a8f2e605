import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ManualClock } from '../../src/base/manual-clock.ts';
import { bareTarget } from '../../src/cli/bare-target.ts';
import { createHistoryReader } from '../../src/history/reader.ts';
import { defaultRetention } from '../../src/history/retention.ts';
import { recordInto } from '../../src/recording/entry.ts';
import { openTape } from '../../src/recording/open-tape.ts';
import { openTapeWriter } from '../../src/recording/tape-writer.ts';
import { openClusterSession } from '../../src/session/cluster-session.ts';
import { importRecording } from '../../src/session/import-recording.ts';
import { startSimulator } from '../../src/simulator/start.ts';
import { historyPath, openTestHistory } from '../history/rig.ts';

const START = Date.UTC(2026, 0, 15, 12);
const RECORDED_MS = 150_000;

/** Two and a half minutes of a cluster, and what was seen of it while they were recorded. */
async function recorded() {
  const directory = await mkdtemp(join(tmpdir(), 'castwatch-import-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const path = join(directory, 'one.castwatch');
  const clock = new ManualClock(START);
  const simulator = await startSimulator({ scenario: 'steady', seed: 1, clock, passive: true });
  const { url, username, password } = simulator;
  const writer = await openTapeWriter(path, { cluster: 'lab', clock, onFailure: () => {} });
  const session = openClusterSession({
    target: { ...bareTarget('lab', url), readOnly: true },
    clock,
    credentials: async () => ({ username, password }),
    random: () => 0.5,
    ...recordInto(writer),
  });
  session.monitor.start();
  while (clock.now() < START + RECORDED_MS) {
    await clock.advance(100);
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
  const state = session.store.getState();
  await session.close();
  await writer.close();
  await simulator.close();
  const tape = await openTape(path);
  onTestFinished(() => tape.close());
  return { tape, state };
}

test('a recording becomes history: figures, servers, journal and sessions of that time', async () => {
  const { tape, state } = await recorded();
  const path = await historyPath();
  const target = { ...bareTarget('lab', 'https://recording.invalid'), readOnly: true, interval: 2 };
  const load = async () =>
    importRecording({
      tape,
      target,
      db: await openTestHistory(path),
      retention: defaultRetention,
      clock: new ManualClock(START + 86_400_000),
    });
  await load();

  const reader = createHistoryReader(await openTestHistory(path));
  const [from, to] = [START, START + RECORDED_MS];
  const { points } = reader.series.read('total', 'cluster', 'viewers', from, to);
  expect(points.length).toBeGreaterThan(RECORDED_MS / 2_000 / 2);
  expect(points.at(-1)?.mean).toBe(state.dashboard.value?.viewersStats?.total?.value);
  expect(reader.servers(to).map(({ name }) => name)).toEqual(
    state.servers.map(({ name }) => name).toSorted(),
  );
  expect(reader.journal(from - 3_600_000, to).length).toBeGreaterThan(0);
  expect((await reader.streamSessions(from, to)).length).toBeGreaterThan(0);

  // What is known already would be counted twice.
  await expect(load()).rejects.toThrow(/goes to .* already/);
});
