import type { Cast } from '../cast.ts';
import { buildLayout, type Layout } from '../layout.ts';
import { drawnScenario, type Scenario } from '../scenarios.ts';
import type { StreamTable } from '../streams.ts';
import { drawIncident, type Incident } from './drawn-incident.ts';

/** A generator of incidents: the cluster of a number, and what happens to it. */
export interface IncidentSource {
  scenarioOf(seed: number): Scenario;
  layoutOf(scenario: Scenario): Layout;
  /** `cast` has the parts that drawn incidents do not choose. */
  draw(seed: number, world: { readonly layout: Layout; readonly table: StreamTable }, cast: Cast): Incident;
}

/** The generator of the simulator; `test/triage-score` has another one. */
export const drawnIncidents: IncidentSource = {
  scenarioOf: drawnScenario,
  layoutOf: buildLayout,
  draw: drawIncident,
};
