import { tableKeys, tableOf } from '../base/table.ts';
import { incident } from './incident.ts';
import { hash, pick, unit } from './rng.ts';
import { type StoryName, stories } from './stories.ts';
import { calmStory, type Story } from './story.ts';

/** Fewer servers do not fill every role of every group. */
export const LEAST_SERVERS = 8;

/** What a scenario changes in the world. Utilisation is the share of a limit that the busiest hour reaches. */
export interface Scenario {
  readonly servers: number;
  /** Streams that are published at times or always. */
  readonly streams: number;
  /** Backup feeds that are prepared and wait, one for so many streams: listed, and never published. */
  readonly streamsPerBackup: number;
  /** Entries a second beside the ones that streams and incidents write. */
  readonly journalRate: number;
  readonly viewersPerStream: number;
  /** Share of the streams that publish round the clock. */
  readonly alwaysOn: number;
  /** Seconds of a day: the wave that viewers follow. */
  readonly dayLength: number;
  /** How far viewers swing over a day, and over an hour; shares of the mean. */
  readonly daySwing: number;
  readonly hourSwing: number;
  readonly utilisation: {
    readonly bandwidth: number;
    readonly viewers: number;
    readonly streams: number;
    readonly tasks: number;
  };
  /** The greatest loss of health that ordinary trouble on the way causes, in points. */
  readonly trouble: number;
  /** Shares of the streams whose health is bad from the start, and that end and begin again every few minutes. */
  readonly sick: number;
  readonly flapping: number;
  /** What goes wrong. */
  readonly story: Story;
  /** The seed of the world draws an incident in the place of a story. */
  readonly drawn?: boolean;
}

const ownNames = ['steady', 'daily', 'peak', 'incident', 'quiet', 'huge', 'sick'] as const;
export type ScenarioName = (typeof ownNames)[number] | StoryName;
export const storyNames = tableKeys(stories);
export const scenarioNames: readonly ScenarioName[] = [...ownNames, ...storyNames];

const steady: Scenario = {
  servers: 12,
  streams: 60,
  streamsPerBackup: 30,
  journalRate: 0.5,
  viewersPerStream: 200,
  alwaysOn: 0.6,
  dayLength: 86_400,
  daySwing: 0.22,
  hourSwing: 0.04,
  utilisation: { bandwidth: 0.55, viewers: 0.5, streams: 0.6, tasks: 0.55 },
  trouble: 14,
  sick: 0,
  flapping: 0,
  story: calmStory,
};

/** Sizes of the clusters in which incidents are drawn. */
const drawnSizes = [
  { servers: 12, streams: 60 },
  { servers: 18, streams: 90 },
  { servers: 24, streams: 160 },
  { servers: 40, streams: 360 },
] as const;

/** A cluster in which one thing goes wrong: large enough for three regions, and steady beside it. */
const eventful: Scenario = {
  ...steady,
  servers: 18,
  journalRate: 1,
  alwaysOn: 1,
  daySwing: 0.02,
  hourSwing: 0.02,
  utilisation: { bandwidth: 0.55, viewers: 0.45, streams: 0.6, tasks: 0.8 },
};

const eventfulScenarios = tableOf(storyNames, (name): Scenario => ({ ...eventful, story: stories[name] }));

export const scenarios: Readonly<Record<ScenarioName, Scenario>> = {
  ...eventfulScenarios,
  steady,
  /** A day in three hours, with its evening and its night. */
  daily: { ...steady, dayLength: 10_800, daySwing: 0.4 },
  peak: {
    ...steady,
    journalRate: 2,
    viewersPerStream: 420,
    alwaysOn: 0.9,
    daySwing: 0.01,
    hourSwing: 0.02,
    utilisation: { bandwidth: 0.95, viewers: 0.95, streams: 0.95, tasks: 0.95 },
    trouble: 45,
  },
  incident: {
    ...steady,
    journalRate: 1,
    alwaysOn: 0.8,
    daySwing: 0.04,
    hourSwing: 0.02,
    utilisation: { bandwidth: 0.65, viewers: 0.28, streams: 0.55, tasks: 0.84 },
    story: incident,
  },
  quiet: {
    ...steady,
    streams: 14,
    journalRate: 0.1,
    viewersPerStream: 12,
    utilisation: { bandwidth: 0.18, viewers: 0.15, streams: 0.3, tasks: 0.25 },
    trouble: 8,
  },
  huge: {
    ...steady,
    servers: 1_000,
    streams: 100_000,
    journalRate: 20,
    viewersPerStream: 24,
    utilisation: { bandwidth: 0.6, viewers: 0.55, streams: 0.6, tasks: 0.6 },
  },
  sick: {
    ...steady,
    servers: 40,
    streams: 3_000,
    journalRate: 20,
    trouble: 30,
    sick: 0.5,
    flapping: 0.1,
  },
};

/** The cluster of a drawn incident: its size and its habits come from the seed, too. */
export function drawnScenario(seed: number): Scenario {
  const between = (purpose: number, low: number, high: number) =>
    low + (high - low) * unit(seed, 208, purpose);
  return {
    ...eventful,
    ...pick(drawnSizes, hash(seed, 209)),
    journalRate: between(1, 0.3, 2),
    viewersPerStream: Math.round(between(2, 60, 320)),
    alwaysOn: between(3, 0.85, 1),
    hourSwing: between(4, 0.005, 0.02),
    drawn: true,
  };
}
