import { ManualClock } from '../../../src/base/manual-clock.ts';
import { openDatabase } from '../../../src/history/database.ts';
import type { Retention } from '../../../src/history/retention.ts';
import { createHistoryWriter } from '../../../src/history/writer.ts';
import type { ScenarioName } from '../../../src/simulator/scenarios.ts';
import { accelerated } from './accelerated.ts';

/** Polls, ms apart. The design's intervals are for two seconds. */
const POLL_MS = 2_000;

/** A stretch of time that is recorded in one run of the program. */
export interface Run {
  /** Local wall time at its beginning, Unix ms; between two runs nothing is watched. */
  readonly from: number;
  readonly lengthMs: number;
  /** Which cluster there is; each run begins with the scenario's beginning, so that its incidents come again. */
  readonly scenario: ScenarioName;
  /** In the middle of the run the clock is set by so many ms. */
  readonly clockStepMs?: number;
}

export interface RecordedDaysOptions {
  readonly path: string;
  readonly runs: readonly Run[];
  /** Between two polls of the dashboard, ms; everything else is scaled alike. */
  readonly roundMs: number;
  readonly retention: Retention;
  readonly servers: number;
  readonly streams: number;
}

/** Writes a history through the real pollers, triage and writer, over HTTP on loopback, on accelerated time. */
export async function recordDays(options: RecordedDaysOptions): Promise<void> {
  const { path, runs, roundMs, retention, servers, streams } = options;
  for (const { from, lengthMs, scenario, clockStepMs = 0 } of runs) {
    const clock = new ManualClock(from);
    const stack = await accelerated({ scenario, servers, streams, startAt: from }, clock);
    const db = await openDatabase(path, { create: true });
    const writer = createHistoryWriter(db, { clock, retention });
    const off = stack.store.subscribe((state) => writer.take(state, stack.triage.getState()));
    stack.monitor.setPace(roundMs / POLL_MS);
    stack.monitor.start();
    for (let passed = 0; passed < lengthMs; passed += roundMs) {
      await stack.step(roundMs);
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
}
