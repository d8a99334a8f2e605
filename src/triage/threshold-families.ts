/** The unit of a figure; it decides what a plain number in the configuration means. */
type Unit = 'percent' | 'score' | 'seconds' | 'milliseconds' | 'count' | 'viewers' | 'bytes per second';

export interface ThresholdRow {
  readonly unit: Unit;
  /** Times are stored in ms, also if plain numbers have another unit. */
  readonly default: number;
  readonly least: number;
  readonly most: number;
  /** Description for the README and the manual page. */
  readonly words: string;
  /** Families without a part of their own that use this one. */
  readonly sharedBy?: readonly string[];
}

const amount = (unit: Unit, value: number, words: string, most = Number.MAX_SAFE_INTEGER) =>
  ({ unit, default: value, least: 0, most, words }) as const;

/** Makes a row of the table. Times are in ms. */
const threshold = {
  percent: (value: number, words: string) => amount('percent', value, words, 100),
  score: (value: number, words: string) => amount('score', value, words, 100),
  count: (value: number, words: string) => ({ ...amount('count', value, words), least: 1 }),
  time: (ms: number, words: string) => amount('seconds', ms, words),
  amount,
} as const;

/**
 * Every threshold of the rules, by family and part. The configuration accepts a family with its parts (`cpu: {warn: 80}`) or a
 * single figure by its full name (`cpuWarn: 80`); rules read full names. `warn` must not be above the `crit` of its family.
 */
export const thresholdFamilies = {
  cpu: {
    warn: threshold.percent(90, 'CPU of a server'),
    crit: threshold.percent(97, 'CPU of a server, critical'),
  },
  mem: {
    warn: threshold.percent(92, 'memory of a server'),
    crit: threshold.percent(97, 'memory of a server, critical'),
  },
  bandwidth: {
    warn: threshold.percent(85, 'bandwidth of a server, of its cap'),
    crit: threshold.percent(97, 'bandwidth of a server, of its cap, critical'),
  },
  hot: {
    for: {
      ...threshold.time(20_000, 'how long CPU, memory or bandwidth must be too high'),
      sharedBy: ['cpu', 'mem', 'bandwidth'],
    },
    clearFor: threshold.time(60_000, 'how long CPU, memory and bandwidth must be fine again'),
  },
  clear: {
    margin: threshold.percent(
      5,
      'points by which a percentage must fall below its threshold to be fine again',
    ),
  },
  gone: {
    clearFor: threshold.time(10_000, 'how long a server that was gone must be back'),
    steady: threshold.time(120_000, 'how long a server that was gone several times in a row must be back'),
    missing: threshold.time(
      1_800_000,
      'how long streams are listed as missing that did not come back with their server',
    ),
  },
  loss: {
    share: threshold.percent(
      15,
      'fall of all viewers, streams or traffic within seconds; others in proportion',
    ),
    viewers: threshold.amount('viewers', 50, 'and by at least this many viewers'),
    for: threshold.time(600_000, 'how long a loss is listed if not everything came back'),
  },
  climb: {
    horizon: threshold.time(
      600_000,
      'a figure that climbs and reaches its limit within this time is a problem before it does',
    ),
    slope: threshold.percent(1, 'and climbs by at least this many percent of its limit a minute'),
    reach: threshold.count(3, 'and reaches it within this many times the time for which it has climbed'),
    samples: threshold.count(8, 'and has climbed for at least this many points, 5 s apart'),
  },
  load: {
    differ: threshold.percent(30, 'viewers or streams more or fewer than at this hour of other weeks'),
    warn: threshold.percent(50, 'the same, as a warning'),
    for: threshold.time(120_000, 'how long the load must be unusual'),
    clearFor: threshold.time(120_000, 'how long it must be usual again'),
  },
  groupShort: { for: threshold.time(60_000, 'how long a group must be short of servers') },
  manager: { for: threshold.time(10_000, 'how long the cluster manager must be in trouble') },
  limit: {
    warn: threshold.percent(90, 'a total against its limit'),
    crit: threshold.percent(98, 'a total against its limit, critical'),
    for: threshold.time(30_000, 'how long a limit must be near'),
    clearFor: threshold.time(60_000, 'how long a total must be away from its limit again'),
  },
  transcode: {
    warn: threshold.percent(95, 'active transcode tasks against their limit'),
    crit: threshold.percent(100, 'active transcode tasks against their limit, critical'),
    // The manager itself needs 30 s, and has a grace period of 300 s.
    for: threshold.time(330_000, 'how long transcoders must be saturated'),
    clearFor: threshold.time(60_000, 'how long transcoders must be free again'),
  },
  health: {
    bad: threshold.score(50, 'health score below which a stream is unhealthy'),
    clear: threshold.score(60, 'health score from which a stream is healthy again'),
    for: threshold.time(60_000, 'how long a stream must be unhealthy'),
    clearFor: threshold.time(60_000, 'how long a stream must be healthy again'),
  },
  risk: {
    crit: threshold.amount(
      'viewers',
      500,
      'viewers at risk that make an unhealthy or zombie stream critical',
    ),
  },
  badShare: {
    warn: threshold.percent(20, 'graded viewers with a bad grade'),
    crit: threshold.percent(50, 'graded viewers with a bad grade, critical'),
    for: threshold.time(20_000, 'how long this many viewers must have a bad grade'),
    clearFor: threshold.time(60_000, 'how long fewer viewers must have one'),
  },
  many: { at: threshold.count(5, 'more problems of a kind than this become one') },
  flap: {
    count: threshold.count(3, 'restarts of a stream within flap.window'),
    window: threshold.time(600_000, 'time in which restarts of a stream are counted'),
    clearFor: threshold.time(300_000, 'how long a stream must run without a restart to be stable again'),
  },
  zombie: {
    polls: threshold.count(3, 'polls in which the incoming bytes of a stream do not change'),
    for: threshold.time(30_000, 'least time for which the incoming bytes do not change'),
  },
  ingest: {
    warn: threshold.percent(25, 'how far the incoming bitrate of a stream is below its own usual'),
    crit: threshold.percent(60, 'how far the incoming bitrate of a stream is below its own usual, critical'),
    for: threshold.time(45_000, 'how long the incoming bitrate must be low'),
    clearFor: threshold.time(60_000, 'how long the incoming bitrate must be usual again'),
  },
  edge: {
    viewers: threshold.amount('viewers', 10, 'least viewers for an edge to be judged'),
    silent: threshold.amount(
      'bytes per second',
      1_000,
      'bandwidth for each viewer below which an edge delivers nothing',
    ),
    for: threshold.time(60_000, 'how long an edge must deliver nothing'),
    clearFor: threshold.time(60_000, 'how long an edge must deliver again'),
  },
  latency: {
    warn: threshold.amount('milliseconds', 250, 'latency of the link to the cluster manager'),
    crit: threshold.amount('milliseconds', 1_000, 'latency of the link to the cluster manager, critical'),
  },
  link: {
    stallPolls: threshold.count(2, 'polls in which the packets of a link do not change'),
    clearFor: threshold.time(5_000, 'how long a link must be fine again'),
  },
  event: {
    for: threshold.time(300_000, 'how long a reconnect, a restart or a match of a journal pattern is listed'),
  },
  storm: {
    perMinute: threshold.amount('count', 120, 'journal entries a minute of one object'),
    times: threshold.amount('count', 4, 'and how many times the usual rate of that object'),
    for: threshold.time(10_000, 'how long this many journal entries must arrive'),
    clearFor: threshold.time(60_000, 'how long fewer journal entries must arrive'),
  },
  stale: {
    warn: threshold.time(10_000, 'age of data that is late, and three intervals at least'),
    crit: threshold.time(60_000, 'age of data that is late, critical'),
  },
  totals: {
    differ: threshold.percent(15, 'difference between a total of the dashboard and the same elsewhere'),
    for: threshold.time(60_000, 'how long both totals must differ, or the journal be silent'),
  },
  login: { for: threshold.time(10_000, 'how long a login may neither work nor fail') },
} as const;

type ThresholdFamilies = typeof thresholdFamilies;

/** A family and one of its parts, such as `cpuWarn`. */
export type ThresholdName = {
  [Family in keyof ThresholdFamilies]: `${Family}${Capitalize<keyof ThresholdFamilies[Family] & string>}`;
}[keyof ThresholdFamilies];
/** All thresholds. Percentages are 0 to 100, times are ms. */
export type Thresholds = Readonly<Record<ThresholdName, number>>;
