import { type Cast, chooseCast } from './cast.ts';
import { cell } from './column.ts';
import { computeFrame } from './compute-frame.ts';
import { createFrame } from './frame.ts';
import { buildLayout, type Layout } from './layout.ts';
import type { Model } from './model.ts';
import type { Scenario } from './scenarios.ts';
import type { Story } from './story.ts';
import { buildStreams, type StreamTable } from './streams.ts';
import { Tide } from './traffic.ts';

/** A cluster, and what happens to it, that no scenario has. */
export interface Plot {
  readonly seed: number;
  readonly scenario: Scenario;
  readonly layoutOf: (scenario: Scenario) => Layout;
  /** `cast` has the parts of a scenario. */
  readonly tell: (
    world: { readonly layout: Layout; readonly table: StreamTable },
    cast: Cast,
  ) => { readonly story: Story; readonly cast: Cast };
}

/** The cluster of a scenario in its initial state. `startAt` is Unix ms; `plot` says what happens to it instead. */
export function buildModel(seed: number, scenario: Scenario, startAt: number, plot?: Plot): Model {
  const layout = (plot?.layoutOf ?? buildLayout)(scenario);
  const table = buildStreams(seed, scenario, layout);
  const caps = () => new Float64Array(layout.apps.length).fill(Number.POSITIVE_INFINITY);
  const cast = chooseCast(layout, table);
  const told = plot?.tell({ layout, table }, cast);
  const model: Model = {
    seed,
    scenario,
    startAt,
    layout,
    table,
    tide: new Tide(seed, scenario, startAt),
    story: told?.story ?? scenario.story,
    cast: told?.cast ?? cast,
    inCap: caps(),
    outCap: caps(),
    viewerCap: caps(),
    streamCap: caps(),
    streamLimit: Number.POSITIVE_INFINITY,
    taskLimit: () => null,
    usualTaskLimit: null,
    startOut: 0,
    epoch: Number.NEGATIVE_INFINITY,
  };
  const limit = sizeLimits(model);
  model.taskLimit = () => limit;
  model.usualTaskLimit = limit;
  return model;
}

/** Number of hours before the start that are computed to size the limits. */
const PROBES = 24;

/**
 * Sizes every limit by the busiest hour of the day, so that a scenario behaves as described for any seed. The
 * computed hours are before the start, when no story has begun. Returns the number of tasks per transcoder.
 */
function sizeLimits(model: Model): number {
  const { layout, table, scenario } = model;
  const use = scenario.utilisation;
  const apps = layout.apps.length;
  const most = { in: new Float64Array(apps), out: new Float64Array(apps), viewers: new Float64Array(apps) };
  const mostStreams = new Float64Array(apps);
  let mostTasks = 0;
  let mostPresent = 0;
  const probe = createFrame(table.count, apps);
  for (let hour = 0; hour < PROBES; hour++) {
    computeFrame(model, (-hour * scenario.dayLength * 1000) / PROBES, probe);
    if (hour === 0) model.startOut = probe.totalOut;
    raise(most.in, probe.appIn);
    raise(most.out, probe.appOut);
    raise(most.viewers, probe.appViewers);
    raise(mostStreams, probe.appStreams);
    for (const app of layout.byRole.transcode) mostTasks = Math.max(mostTasks, cell(probe.appTasks, app));
    mostPresent = Math.max(mostPresent, probe.presentCount);
  }
  for (const app of layout.byRole.origin) {
    model.inCap[app] = round3(cell(most.in, app) / use.bandwidth);
    model.streamCap[app] = Math.ceil(Math.max(2, cell(mostStreams, app)) / use.streams);
  }
  for (const app of layout.byRole.transcode) {
    // A transcoder must reach its task limit long before its network limit, even with the tasks of a dead
    // neighbour.
    model.inCap[app] = round3((2 * cell(most.in, app)) / use.bandwidth);
    model.outCap[app] = round3((2 * cell(most.out, app)) / use.bandwidth);
  }
  for (const app of [...layout.byRole.origin, ...layout.byRole.edge]) {
    model.outCap[app] = round3(cell(most.out, app) / use.bandwidth);
  }
  for (const app of layout.byRole.edge) {
    model.viewerCap[app] = Math.ceil(round3(Math.max(20, cell(most.viewers, app)) / use.viewers));
  }
  model.streamLimit = Math.ceil(mostPresent / use.streams);
  return Math.max(1, Math.ceil(mostTasks / use.tasks));
}

function raise(most: Float64Array, now: Float64Array): void {
  for (let i = 0; i < most.length; i++) most[i] = Math.max(cell(most, i), cell(now, i));
}

/** Three significant digits, rounded up, because limits are usually round figures. */
function round3(value: number): number {
  if (value <= 0) return 10_000_000;
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 2);
  return Math.ceil(value / unit) * unit;
}
