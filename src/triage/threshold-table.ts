/** What a figure is measured in; says what a plain number in the configuration means. */
type Unit = 'percent' | 'score' | 'seconds' | 'milliseconds' | 'count' | 'viewers' | 'bytes per second';

export interface ThresholdRow {
  readonly unit: Unit;
  /** Times are kept in ms, whatever the unit says of plain numbers. */
  readonly default: number;
  readonly least: number;
  readonly most: number;
  /** What it is, for the README and the manual page. */
  readonly words: string;
  /** Families that have no such part of their own and share this one. */
  readonly sharedBy?: readonly string[];
}

const most = Number.MAX_SAFE_INTEGER;
const percent = (value: number, words: string) =>
  ({ unit: 'percent', default: value, least: 0, most: 100, words }) as const;
const score = (value: number, words: string) =>
  ({ unit: 'score', default: value, least: 0, most: 100, words }) as const;
const count = (value: number, words: string) =>
  ({ unit: 'count', default: value, least: 1, most, words }) as const;
const amount = (unit: Unit, value: number, words: string) =>
  ({ unit, default: value, least: 0, most, words }) as const;
const time = (ms: number, words: string) => amount('seconds', ms, words);

/**
 * Every figure that rules compare with, by family and part. The configuration takes a family with its parts
 * (`cpu: {warn: 80}`) or one figure by its whole name (`cpuWarn: 80`); rules read whole names. A `warn` may not be above
 * the `crit` of its family.
 */
export const thresholdTable = {
  cpu: {
    warn: percent(90, 'CPU of a server'),
    crit: percent(97, 'CPU of a server, critical'),
  },
  mem: {
    warn: percent(92, 'memory of a server'),
    crit: percent(97, 'memory of a server, critical'),
  },
  bandwidth: {
    warn: percent(85, 'bandwidth of a server, of its cap'),
    crit: percent(97, 'bandwidth of a server, of its cap, critical'),
  },
  clear: {
    margin: percent(5, 'points by which a percentage must fall below its threshold to be fine again'),
  },
  hot: {
    for: {
      ...time(20_000, 'how long CPU, memory or bandwidth must be too high'),
      sharedBy: ['cpu', 'mem', 'bandwidth'],
    },
    clearFor: time(60_000, 'how long CPU, memory and bandwidth must be fine again'),
  },
  gone: {
    clearFor: time(10_000, 'how long a server that was gone must be back'),
    missing: time(
      1_800_000,
      'how long streams are listed as missing that did not come back with their server',
    ),
  },
  surge: { share: percent(15, 'rise of all viewers within two minutes that is a surge') },
  loss: {
    share: percent(15, 'sudden fall of all viewers, streams or outgoing traffic'),
    viewers: amount('viewers', 50, 'and by at least this many viewers'),
    streams: count(5, 'and by at least this many streams'),
    traffic: amount('bytes per second', 1_250_000, 'and by at least this much traffic'),
    for: time(600_000, 'how long a loss is listed if not everything came back'),
  },
  climb: {
    horizon: time(
      600_000,
      'a figure that climbs and reaches its limit within this time is a problem before it does',
    ),
    slope: percent(1, 'and climbs by at least this many percent of its limit a minute'),
    reach: count(3, 'and reaches it within this many times the time for which it has climbed'),
    samples: count(8, 'and has climbed for at least this many points, 5 s apart'),
  },
  load: {
    differ: percent(30, 'viewers or streams more or fewer than in the last hour, or than usual at this hour'),
    warn: percent(50, 'the same, as a warning'),
    for: time(120_000, 'how long the load must be unusual'),
    clearFor: time(120_000, 'how long it must be usual again'),
  },
  groupShort: { for: time(60_000, 'how long a group must be short of servers') },
  manager: { for: time(10_000, 'how long the cluster manager must be in trouble') },
  limit: {
    warn: percent(90, 'a total against its limit'),
    crit: percent(98, 'a total against its limit, critical'),
    for: time(30_000, 'how long a limit must be near'),
    clearFor: time(60_000, 'how long a total must be away from its limit again'),
  },
  transcode: {
    warn: percent(95, 'active transcode tasks against their limit'),
    crit: percent(100, 'active transcode tasks against their limit, critical'),
    // The manager itself takes 30 s, and a grace of 300 s.
    for: time(330_000, 'how long transcoders must be saturated'),
    clearFor: time(60_000, 'how long transcoders must be free again'),
  },
  health: {
    bad: score(50, 'health score below which a stream is unhealthy'),
    clear: score(60, 'health score from which a stream is healthy again'),
    for: time(60_000, 'how long a stream must be unhealthy'),
    clearFor: time(60_000, 'how long a stream must be healthy again'),
  },
  risk: { crit: amount('viewers', 500, 'viewers at risk that make an unhealthy or zombie stream critical') },
  badShare: {
    warn: percent(20, 'graded viewers with a bad grade'),
    crit: percent(50, 'graded viewers with a bad grade, critical'),
    for: time(60_000, 'how long this many viewers must have a bad grade'),
    clearFor: time(60_000, 'how long fewer viewers must have one'),
  },
  many: { at: count(5, 'more problems of a kind than this become one') },
  flap: {
    count: count(3, 'restarts of a stream within flap.window'),
    window: time(600_000, 'time in which restarts of a stream are counted'),
    clearFor: time(300_000, 'how long a stream must run without a restart to be stable again'),
  },
  zombie: {
    polls: count(3, 'polls in which the incoming bytes of a stream do not change'),
    for: time(30_000, 'least time for which the incoming bytes do not change'),
  },
  ingest: {
    warn: percent(25, 'how far the incoming bitrate of a stream is below its own usual'),
    crit: percent(60, 'how far the incoming bitrate of a stream is below its own usual, critical'),
    for: time(45_000, 'how long the incoming bitrate must be low'),
    clearFor: time(60_000, 'how long the incoming bitrate must be usual again'),
  },
  edge: {
    viewers: amount('viewers', 10, 'least viewers for an edge to be judged'),
    silent: amount(
      'bytes per second',
      1_000,
      'bandwidth for each viewer below which an edge delivers nothing',
    ),
    fallen: percent(40, "bytes for each viewer, of the server's own usual, below which delivery is falling"),
    for: time(60_000, 'how long delivery of an edge must be bad'),
    clearFor: time(60_000, 'how long delivery of an edge must be fine again'),
  },
  latency: {
    warn: amount('milliseconds', 250, 'latency of the link to the cluster manager'),
    crit: amount('milliseconds', 1_000, 'latency of the link to the cluster manager, critical'),
  },
  link: {
    stallPolls: count(2, 'polls in which the packets of a link do not change'),
    clearFor: time(5_000, 'how long a link must be fine again'),
  },
  event: { for: time(300_000, 'how long a reconnect, a restart or a match of a journal pattern is listed') },
  storm: {
    perMinute: amount('count', 120, 'journal entries a minute of one object'),
    times: amount('count', 4, 'and how many times the usual rate of that object'),
    for: time(10_000, 'how long this many journal entries must arrive'),
    clearFor: time(60_000, 'how long fewer journal entries must arrive'),
  },
  stale: {
    warn: time(10_000, 'age of data that is late, and three intervals at least'),
    crit: time(60_000, 'age of data that is late, critical'),
  },
  totals: {
    differ: percent(15, 'difference between the total of the list and that of the dashboard'),
    for: time(120_000, 'how long both totals must differ'),
  },
  login: { for: time(10_000, 'how long a login may neither work nor fail') },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ThresholdRow>>>>;
