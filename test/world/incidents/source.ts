import type { Plot } from '../../../src/simulator/build-model.ts';
import type { Cast } from '../../../src/simulator/cast.ts';
import { buildLayout, type Layout } from '../../../src/simulator/layout.ts';
import type { Model } from '../../../src/simulator/model.ts';
import { hash, pick, unit } from '../../../src/simulator/rng.ts';
import { type Scenario, scenarios } from '../../../src/simulator/scenarios.ts';
import { calmStory, type Story } from '../../../src/simulator/story.ts';
import type { StreamTable } from '../../../src/simulator/streams.ts';
import { drawIncident, type Incident } from './drawn-incident.ts';
import type { IncidentTruth } from './truth.ts';

/** A generator of incidents: the cluster of a number, and what happens to it. */
export interface IncidentSource {
  scenarioOf(seed: number): Scenario;
  layoutOf(scenario: Scenario): Layout;
  /** `cast` has the parts that drawn incidents do not choose. */
  draw(seed: number, world: { readonly layout: Layout; readonly table: StreamTable }, cast: Cast): Incident;
}

const sizes = Object.entries({ 12: 60, 18: 90, 24: 160, 40: 360 }).map(([servers, streams]) => {
  return { servers: Number(servers), streams };
});

/** The cluster of a drawn incident: the seed decides its size and its traffic, too. */
function drawnScenario(seed: number): Scenario {
  const between = (purpose: number, low: number, high: number) =>
    low + (high - low) * unit(seed, 208, purpose);
  return {
    // As large and as steady as that of a story with one cause.
    ...scenarios['partial-recovery'],
    story: calmStory,
    ...pick(sizes, hash(seed, 209)),
    journalRate: between(1, 0.3, 2),
    viewersPerStream: Math.round(between(2, 60, 320)),
    alwaysOn: between(3, 0.85, 1),
    hourSwing: between(4, 0.005, 0.02),
  };
}

/** The first generator; `triage-score` has another one. */
const drawnIncidents: IncidentSource = {
  scenarioOf: drawnScenario,
  layoutOf: buildLayout,
  draw: drawIncident,
};

const truths = new WeakMap<Story, IncidentTruth>();

/** The incident with this number, as a world takes it. */
export function plotOf(seed: number, source: IncidentSource = drawnIncidents): Plot {
  return {
    seed,
    scenario: source.scenarioOf(seed),
    layoutOf: source.layoutOf,
    tell(world, cast) {
      const { story, cast: own, truth } = source.draw(seed, world, cast);
      truths.set(story, truth);
      return { story, cast: { ...cast, ...own } };
    },
  };
}

/** The truth about the drawn incident of a world; undefined for another story. */
export function truthOf({ story }: Model): IncidentTruth | undefined {
  return truths.get(story);
}
