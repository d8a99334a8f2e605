import type { CapturedAnswer } from '../../src/session/capture/capture.ts';
import {
  type SimulatorOptions as PlainOptions,
  type Simulator as PlainSimulator,
  startSimulator as startPlain,
} from '../../src/simulator/start.ts';
import { serveCaptured } from './captured.ts';
import { hookFaults } from './fault-hooks.ts';
import { type FaultSpec, Faults } from './faults.ts';
import { type IncidentSource, plotOf } from './incidents/source.ts';
import { keepLog, type RequestLogEntry } from './request-log.ts';

export interface SimulatorOptions extends Omit<PlainOptions, 'plot' | 'extend'> {
  /** Serves the incident with this number instead of seed and scenario. */
  readonly incident?: number | undefined;
  /** The generator that draws it; by default the first one. */
  readonly incidents?: IncidentSource | undefined;
  readonly faults?: readonly FaultSpec[] | undefined;
  /** Answers of a real server, given instead of those of the simulated cluster. */
  readonly captured?: readonly CapturedAnswer[] | undefined;
}

export interface Simulator extends PlainSimulator {
  readonly faults: Faults;
  /** The last requests, oldest first; bounded. A test may clear it. */
  readonly requests: RequestLogEntry[];
}

/** The simulated cluster with what only tests use: faults, drawn incidents, and answers of a real server. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { incident, incidents, faults: first = [], captured = [], ...plain } = options;
  let faults: Faults | undefined;
  const requests: RequestLogEntry[] = [];
  const simulator = await startPlain({
    ...plain,
    plot: incident === undefined ? undefined : plotOf(incident, incidents),
    extend(app, running) {
      keepLog(app, running.clock, requests);
      faults = new Faults(() => running.clock.monotonic());
      faults.set(...first);
      hookFaults(app, faults, running);
      if (captured.length > 0) serveCaptured(app, captured, running.clock);
    },
  });
  if (!faults) throw new Error('no faults can be set');
  return { ...simulator, faults, requests };
}
