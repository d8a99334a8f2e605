import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createClusterStore } from '../../src/cluster/store.ts';
import { openDatabase } from '../../src/history/database.ts';
import { historyFile } from '../../src/history/file-name.ts';
import { createHistoryReader } from '../../src/history/reader.ts';
import { defaultRetention } from '../../src/history/retention.ts';
import { keepHistory } from '../../src/session/kept-history.ts';
import { calm } from '../support/fake-services.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { sampleNow, sampleState } from '../support/sample-state.ts';

const url = 'http://cluster.example';

async function keep() {
  const stateDir = await mkdtemp(join(tmpdir(), 'castwatch-kept-'));
  onTestFinished(() => rm(stateDir, { recursive: true }));
  const clock = new ManualClock(sampleNow);
  const cluster = createClusterStore({ name: 'c', url });
  const triage = { getState: () => calm, subscribe: () => () => undefined };
  const kept = keepHistory({
    stateDir,
    url,
    clock,
    retention: defaultRetention,
    cluster,
    triage,
    onStatus: () => undefined,
  });
  await clock.advance(1_000);
  await vi.waitFor(() => expect(kept.reader).toBeDefined());
  return { stateDir, clock, cluster, kept };
}

test('what comes is written in a turn of its own, not in that of who brings it', async () => {
  const { clock, cluster, kept } = await keep();
  cluster.setState(sampleState());
  expect(kept.reader?.range()).toBeUndefined();
  await clock.advance(0);
  expect(kept.reader?.range()?.to).toBe(sampleNow);
  await kept.close();
});

test('what came last before the end is written', async () => {
  const { stateDir, clock, cluster, kept } = await keep();
  cluster.setState(sampleState());
  await kept.close();
  expect(clock.waiting).toBe(0);
  const db = await openDatabase(historyFile(stateDir, url), { create: false });
  expect(createHistoryReader(db).range()?.to).toBe(sampleNow);
  db.close();
});
