import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { turn } from '../../src/base/turn.ts';
import { checkCluster } from '../../src/cli/check/cluster.ts';
import { createChanges } from '../../src/cli/snapshot/changes.ts';
import { collectSnapshot } from '../../src/cli/snapshot/collect.ts';
import { bareTarget } from '../../src/cli/target/bare-target.ts';
import { historyFile, openReadOnly } from '../../src/history/database.ts';
import { createHistoryReader } from '../../src/history/reader.ts';
import { reportOf } from '../../src/history/report/report.ts';
import { defaultRetention } from '../../src/history/retention.ts';
import { openClusterSession } from '../../src/session/cluster-session.ts';
import { watchedNow } from '../../src/session/recorder.ts';
import { journalReach } from '../../src/triage/memory/journal.ts';
import { judgeLooks } from '../../src/triage/one-shot.ts';
import type { Problem } from '../../src/triage/problem.ts';
import { mergeThresholds } from '../../src/triage/thresholds.ts';
import { withWatched } from '../../src/triage/watched.ts';
import { metrics } from '../../src/views/metrics/metrics.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { TAPE_START } from '../support/record-tape.ts';
import { startSimulator } from '../world/start.ts';

const thresholds = mergeThresholds();

/** A cluster that is watched and recorded for this long, and then looked at by every command. */
async function everyConsumer(world: Parameters<typeof startSimulator>[0], ms: number) {
  const stateDir = mkdtempSync(join(tmpdir(), 'castwatch-same-'));
  onTestFinished(() => rmSync(stateDir, { recursive: true, force: true }));
  const clock = new ManualClock(TAPE_START);
  const simulator = await startSimulator({ ...world, clock });
  const { url, username, password } = simulator;
  const target = { ...bareTarget('lab', url), readOnly: true };
  const session = openClusterSession({
    target,
    clock,
    credentials: async () => ({ username, password }),
    random: () => 0.5,
    history: { stateDir, retention: defaultRetention, onStatus: () => {} },
  });
  const told = new Map<string, Problem['kind']>();
  const changes = createChanges({ name: 'lab', url });
  session.triage.subscribe(() => {
    for (const { change, problem } of changes(session.triage.getState(), clock.now())) {
      if (change === 'cleared') told.delete(problem.key);
      else told.set(problem.key, problem.kind);
    }
  });
  session.monitor.start();
  const run = async (until: number) => {
    while (clock.now() < until) {
      await clock.advance(100);
      for (let turns = 0; turns < 20; turns++) await turn();
    }
  };
  await run(TAPE_START + ms);
  const now = clock.now();
  const screens = session.triage.getState().problems;
  const { watched } = await watchedNow(target, { directory: stateDir, shared: false }, now);
  const limits = { timeoutMs: 60_000, judged: journalReach(thresholds) };
  const { state } = await collectSnapshot(session.connection, target, clock, limits);
  const look = judgeLooks([{ state, at: now }], thresholds, []);
  const snapshot = watched ? withWatched(look, watched).problems : look.problems;
  const check = await checkCluster(session.connection, target, clock, {
    thresholds,
    ranges: { warn: new Map(), crit: new Map() },
    polls: 2,
    intervalMs: 0,
    timeoutMs: 60_000,
    watched,
  });
  const exported = metrics(session.store.getState(), session.triage.getState(), now);
  const db = openReadOnly(historyFile(stateDir, url));
  const report = reportOf(createHistoryReader(db), 'lab', { from: now - 15_000, to: now }).problems;
  db.close();
  await session.close();
  await simulator.close();
  return { screens, snapshot, check: check.problems, told, exported, report };
}

test.each([
  ['a full edge', { scenario: 'incident' }, 130_000],
  ['a crashed origin', { scenario: 'origin-crash' }, 150_000],
  ['a drawn incident', { incident: 2 }, 300_000],
] as const)(
  '%s is the first incident of all commands',
  async (_, world, ms) => {
    const { screens, snapshot, check, told, exported, report } = await everyConsumer(world, ms);
    const [first] = screens;
    expect(first).toBeDefined();
    const keys = { snapshot: snapshot[0]?.key, check: check[0]?.key, report: report[0]?.key };
    expect(keys).toEqual({ snapshot: first?.key, check: first?.key, report: first?.key });
    expect(snapshot[0]?.since).toEqual(first?.since);
    expect([...told.keys()].sort()).toEqual(screens.map(({ key }) => key).sort());
    const counted = exported.find(({ name }) => name === 'castwatch_rule_problems')?.samples ?? [];
    expect(counted.reduce((sum, { value }) => sum + value, 0)).toBe(screens.length);
  },
  60_000,
);
