import { openDatabase } from '../../../src/history/database.ts';
import type { Retention } from '../../../src/history/retention.ts';
import { HistoryWriter } from '../../../src/history/writer.ts';
import type { ScenarioName } from '../../../src/simulator/scenarios.ts';
import { judgedServices } from '../../support/judged-services.ts';
import { watchServer } from '../../support/live.ts';
import { loginTo } from '../../support/login.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { startSimulator } from '../../world/start.ts';
import { createStreamTruth, type StreamTruth } from './stream-truth.ts';

/** No poll happens by itself within a round: each round requests everything once. */
const SLOWEST_PACE = 32;

/** A range of time that is recorded in one run of the program. */
export interface Run {
  /** Local wall time at its beginning, Unix ms; the time between two runs is not watched. */
  readonly from: number;
  readonly lengthMs: number;
  /** The scenario of the cluster; each run starts it from the beginning, so that its incidents repeat. */
  readonly scenario: ScenarioName;
  /** In the middle of the run the clock is set by this many ms. */
  readonly clockStepMs?: number;
}

/** Responses arrive within this time on the clock of the run. */
const ANSWER_MS = 1;

export interface RecordedDaysOptions {
  readonly path: string;
  readonly runs: readonly Run[];
  /** Between two polls of everything, ms: at most a minute, like the sweeps over all streams. */
  readonly roundMs: number;
  readonly retention: Retention;
  readonly servers: number;
  readonly streams: number;
  /** Ordinary journal entries a second; by default those of the scenario. */
  readonly journalRate?: number;
}

/**
 * Writes a history through the real pollers, triage and writer, over HTTP on loopback, on accelerated time. Returns
 * what the simulated streams did.
 */
export async function recordDays(options: RecordedDaysOptions): Promise<StreamTruth> {
  const { path, runs, roundMs, retention, ...cluster } = options;
  const truth = createStreamTruth();
  for (const { from, lengthMs, scenario, clockStepMs = 0 } of runs) {
    const clock = new ManualClock(from);
    const simulator = await startSimulator({ scenario, ...cluster, startAt: from, clock });
    const { store, monitor, settle, close } = watchServer(loginTo(simulator), { name: 'bench', clock });
    const { triage } = judgedServices({ clock, store, monitor });
    const db = await openDatabase(path, { create: true });
    const writer = new HistoryWriter(db, { clock, retention });
    const off = store.subscribe((state) => writer.take(state, triage.getState()));
    monitor.setPace(SLOWEST_PACE);
    for (let passed = 0; passed < lengthMs; passed += roundMs) {
      await clock.advance(roundMs - ANSWER_MS);
      await settle();
      monitor.refresh();
      await clock.advance(ANSWER_MS);
      await settle();
      truth.add(simulator.world, roundMs);
      const isMiddle = passed < lengthMs / 2 && passed + roundMs >= lengthMs / 2;
      if (isMiddle) clock.jumpWall(clockStepMs);
    }
    const { status } = writer;
    off();
    await writer.close();
    await close();
    await simulator.close();
    if (status?.kind !== 'writing') {
      throw new Error(`the history was not written to the end: ${status?.kind}`);
    }
  }
  return truth.sum();
}
