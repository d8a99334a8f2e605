import { openDatabase } from '../../../src/history/database.ts';
import type { Retention } from '../../../src/history/retention.ts';
import { HistoryWriter } from '../../../src/history/writer.ts';
import type { ScenarioName } from '../../../src/simulator/scenarios.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { accelerated } from './accelerated.ts';
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
 * Writes a history through the real pollers, triage and writer, over HTTP on loopback, on accelerated time. Returns what
 * what the simulated streams did.
 */
export async function recordDays(options: RecordedDaysOptions): Promise<StreamTruth> {
  const { path, runs, roundMs, retention, ...cluster } = options;
  const truth = createStreamTruth();
  for (const { from, lengthMs, scenario, clockStepMs = 0 } of runs) {
    const clock = new ManualClock(from);
    const stack = await accelerated({ scenario, ...cluster, startAt: from }, clock);
    const db = await openDatabase(path, { create: true });
    const writer = new HistoryWriter(db, { clock, retention });
    const off = stack.store.subscribe((state) => writer.take(state, stack.triage.getState()));
    stack.monitor.setPace(SLOWEST_PACE);
    stack.monitor.start();
    for (let passed = 0; passed < lengthMs; passed += roundMs) {
      await stack.step(roundMs - ANSWER_MS);
      stack.monitor.refresh();
      await stack.step(ANSWER_MS);
      truth.add(stack.world, roundMs);
      const isMiddle = passed < lengthMs / 2 && passed + roundMs >= lengthMs / 2;
      if (isMiddle) clock.jumpWall(clockStepMs);
    }
    const { status } = writer;
    off();
    await writer.close();
    await stack.close();
    if (status?.kind !== 'writing') {
      throw new Error(`the history was not written to the end: ${status?.kind}`);
    }
  }
  return truth.sum();
}
