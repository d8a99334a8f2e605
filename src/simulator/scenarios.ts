import { tableKeys, tableOf } from '../base/table.ts';
import { incident } from './incident.ts';
import { type StoryName, stories } from './stories.ts';
import { calmStory, type Story } from './story.ts';

/** With fewer servers not every group has every role. */
export const LEAST_SERVERS = 8;

/** The settings of a scenario. Utilisation is the share of a limit in the busiest hour. */
export interface Scenario {
  readonly servers: number;
  /** Number of streams that are published, always or at times. */
  readonly streams: number;
  /** One backup feed for this many streams: listed, waiting, and never published. */
  readonly streamsPerBackup: number;
  /** Journal entries per second besides those of streams and stories. */
  readonly journalRate: number;
  readonly viewersPerStream: number;
  /** Whether the list of streams has their copies on edges and transcoders, too, and their renditions. */
  readonly listsCopies: boolean;
  /** Share of the streams that are always published. */
  readonly alwaysOn: number;
  /** Length of a day in seconds; the number of viewers follows it. */
  readonly dayLength: number;
  /** How much the number of viewers varies over a day, and over an hour; shares of the mean. */
  readonly daySwing: number;
  readonly hourSwing: number;
  readonly utilisation: {
    readonly bandwidth: number;
    readonly viewers: number;
    readonly streams: number;
    readonly tasks: number;
  };
  /** The largest loss of health through ordinary disturbances, in points. */
  readonly trouble: number;
  /** Share of the streams with bad health from the start, and share of those that restart every few minutes. */
  readonly sick: number;
  readonly flapping: number;
  /** How much audiences change by viewers who come and go by themselves; 1 is what chance makes of them. */
  readonly churn?: number;
  /** What goes wrong. A drawn incident replaces it. */
  readonly story: Story;
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
  listsCopies: true,
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

/** A cluster for stories with one cause: large enough for three regions, and otherwise steady. */
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
  /** A day of three hours, with its evening and its night. */
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
    // Half a million rows would measure the simulator.
    listsCopies: false,
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
