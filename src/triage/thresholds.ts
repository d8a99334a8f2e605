/** All figures that rules compare with. Percentages are 0 to 100, durations ms. */
export const defaultThresholds = {
  /** CPU, memory, and bandwidth against its cap, percent of a server. */
  cpuWarn: 90,
  cpuCrit: 97,
  memWarn: 92,
  memCrit: 97,
  bandwidthWarn: 85,
  bandwidthCrit: 97,
  /** Points that a percentage must fall below its threshold before it counts as fine again. */
  clearMargin: 5,
  /** Either of them. */
  hotFor: 20_000,
  hotClearFor: 60_000,
  /** Server gone: it clears once the server is back for this long. */
  goneClearFor: 10_000,
  groupShortFor: 60_000,
  managerFor: 10_000,
  /** Value against limit, percent. */
  limitWarn: 90,
  limitCrit: 98,
  limitFor: 30_000,
  limitClearFor: 60_000,
  /** Active transcode tasks against their limit, percent; the manager itself takes 30 s and a grace of 300 s. */
  transcodeWarn: 95,
  transcodeCrit: 100,
  transcodeFor: 330_000,
  transcodeClearFor: 60_000,
  /** Health score of a stream, 0 to 100: below is unhealthy; clear when `healthClear` is reached again. */
  healthBad: 50,
  healthClear: 60,
  healthFor: 60_000,
  healthClearFor: 60_000,
  /** So many viewers at risk make an unhealthy stream critical. */
  riskCrit: 500,
  /** Share of graded viewers with a bad grade, percent. */
  badShareWarn: 20,
  badShareCrit: 50,
  badShareFor: 60_000,
  badShareClearFor: 60_000,
  /** More than this many of a kind are told as one problem. */
  manyAt: 5,
  /** Restarts of a stream within the window; it is calm again after `flapClearFor` without one. */
  flapCount: 3,
  flapWindow: 600_000,
  flapClearFor: 300_000,
  /** Polls, and at least so long, in which the total of incoming bytes stands still. */
  zombiePolls: 3,
  zombieFor: 30_000,
  /** An edge is judged from so many viewers on; below these bytes per second and viewer it delivers nothing. */
  edgeViewers: 10,
  edgeSilent: 1_000,
  /** Bytes per viewer against the server's own usual, percent: below is falling. */
  edgeFallen: 40,
  edgeFor: 60_000,
  edgeClearFor: 60_000,
  /** Latency of the link to the cluster manager, ms. */
  latencyWarn: 250,
  latencyCrit: 1_000,
  /** Polls in which the packets of a link stand still. */
  linkStallPolls: 2,
  linkClearFor: 5_000,
  /** How long a reconnect, a restart or a match of a journal pattern stays in the list. */
  eventFor: 300_000,
  /** Journal entries a minute of one object, and how many times its own usual that must be. */
  stormPerMinute: 120,
  stormTimes: 4,
  stormFor: 10_000,
  stormClearFor: 60_000,
  /** No fresh data: warning at three intervals and at least `staleWarn`, critical from `staleCrit`. */
  staleWarn: 10_000,
  staleCrit: 60_000,
  /** List total against dashboard total, percent of difference. */
  totalsDiffer: 15,
  totalsFor: 120_000,
  /** Login that neither works nor fails. */
  loginFor: 10_000,
} as const satisfies Record<string, number>;

type ThresholdName = keyof typeof defaultThresholds;
export type Thresholds = Readonly<Record<ThresholdName, number>>;

/** A threshold in the configuration that cannot be taken; the message says which are allowed. */
export class ThresholdError extends Error {
  override readonly name = 'ThresholdError';
  readonly code = 'BAD_THRESHOLD';
  /** The name as it was given. */
  readonly threshold: string;

  constructor(threshold: string, reason: string) {
    super(`Threshold ${threshold}: ${reason}`);
    this.threshold = threshold;
  }
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
const counts: ReadonlySet<string> = new Set<ThresholdName>([
  'manyAt',
  'flapCount',
  'zombiePolls',
  'linkStallPolls',
]);

/** Durations are those measured in ms of time. */
function isDuration(name: ThresholdName): boolean {
  return (
    name.endsWith('For') || name === 'flapWindow' || name.startsWith('stale') || name.startsWith('latency')
  );
}

/** Percentages and scores cannot pass 100. */
function isPercent(name: ThresholdName): boolean {
  return /^(cpu|mem|bandwidth|limit|transcode|badShare)(Warn|Crit)$|^health(Bad|Clear)$|^(clearMargin|edgeFallen|totalsDiffer)$/.test(
    name,
  );
}

/**
 * The defaults with an operator's own figures over them: by name (`cpuWarn: 80`), or for a pair at once
 * (`limit: {warn: 80, crit: 95, for: 60}`). Durations are seconds, or text with a unit (`20s`, `5m`); latencies ms.
 * Throws a `ThresholdError` for a name that is not known, a value that cannot be, or a warning above its critical.
 */
export function mergeThresholds(overrides: Readonly<Record<string, unknown>> = {}): Thresholds {
  const merged: Record<ThresholdName, number> = { ...defaultThresholds };
  for (const [name, value] of Object.entries(overrides)) {
    const flat = typeof value === 'object' && value !== null ? pair(name, value) : [[name, value] as const];
    for (const [each, wanted] of flat) {
      if (!isKnown(each)) throw unknown(each);
      if (wanted !== undefined) merged[each] = figure(each, wanted);
    }
  }
  for (const name of Object.keys(merged).filter(isKnown)) {
    const critical = name.replace(/Warn$/, 'Crit');
    if (critical !== name && isKnown(critical) && merged[name] > merged[critical]) {
      throw new ThresholdError(
        name,
        `${merged[name]} is above ${critical}, ${merged[critical]}; allowed is at most that`,
      );
    }
  }
  if (merged.healthClear < merged.healthBad) {
    throw new ThresholdError(
      'healthClear',
      `${merged.healthClear} is below healthBad, ${merged.healthBad}; allowed is at least that`,
    );
  }
  return merged;
}

const HOT: ReadonlySet<string> = new Set(['cpu', 'mem', 'bandwidth']);

/** `limit: {warn, crit, for}` as its flat names. */
function pair(name: string, value: object): (readonly [string, unknown])[] {
  return Object.entries(value).map(([part, wanted]) => {
    const flat = `${name}${part.charAt(0).toUpperCase()}${part.slice(1)}`;
    if (part === 'for' && HOT.has(name))
      throw new ThresholdError(`${name}.for`, 'CPU, memory and bandwidth share one duration: write hotFor');
    if (!isKnown(flat)) throw unknown(`${name}.${part}`);
    return [flat, wanted] as const;
  });
}

function unknown(name: string): ThresholdError {
  const known = Object.keys(defaultThresholds).join(', ');
  return new ThresholdError(name, `there is none of this name. Allowed are ${known}`);
}

function isKnown(name: string): name is ThresholdName {
  return Object.hasOwn(defaultThresholds, name);
}

function figure(name: ThresholdName, value: unknown): number {
  if (isDuration(name)) {
    const match = typeof value === 'string' ? /^(\d+(?:\.\d+)?)\s*(ms|s|m|h)$/.exec(value.trim()) : undefined;
    const plain = typeof value === 'number' ? value * (name.startsWith('latency') ? 1 : 1_000) : undefined;
    const ms = match ? Number(match[1]) * (units[match[2] ?? ''] ?? 1) : plain;
    if (ms !== undefined && Number.isFinite(ms) && ms >= 0) return ms;
    const unit = name.startsWith('latency') ? 'ms' : 'seconds';
    throw new ThresholdError(
      name,
      `${show(value)} is no duration. Allowed is text with a unit (20s, 5m, 1h) or ${unit}`,
    );
  }
  const least = counts.has(name) ? 1 : 0;
  const most = isPercent(name) ? 100 : Number.MAX_SAFE_INTEGER;
  if (typeof value === 'number' && value >= least && value <= most) return value;
  const range = most === 100 ? 'a number from 0 to 100' : `a number of at least ${least}`;
  throw new ThresholdError(name, `${show(value)} cannot be. Allowed is ${range}`);
}

function show(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}
