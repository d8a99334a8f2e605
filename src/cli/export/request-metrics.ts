import type { Log } from '../../http/observe.ts';
import { counter, type Metric, type MetricSample, metricName } from '../../views/metrics/metric.ts';
import { VERSION } from '../options/parse-words.ts';

interface Tally {
  readonly endpoint: string;
  /** HTTP status, or the error's code if there was no response. */
  readonly outcome: string;
  requests: number;
  bytes: number;
}

/** Upper ends of the buckets of durations, s: from an answer of the same room to the longest time-out. */
const BUCKETS_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Durations {
  /** How many took at most as long as each bucket. */
  within: readonly number[];
  count: number;
  seconds: number;
}

export interface RequestMetrics {
  readonly log: Log;
  /** All metrics, including those without a sample. */
  families(): Metric[];
}

/** Counts the requests that castwatch sends: `log` is passed to the session, `families` to each scrape. */
export function createRequestMetrics(): RequestMetrics {
  const tallies = new Map<string, Tally>();
  const durations = new Map<string, Durations>();
  return {
    log({ endpoint, status, code, duration, bytes }) {
      const outcome = String(status ?? code ?? 'none');
      const key = `${endpoint} ${outcome}`;
      const tally = tallies.get(key) ?? { endpoint, outcome, requests: 0, bytes: 0 };
      tally.requests += 1;
      tally.bytes += bytes;
      tallies.set(key, tally);
      const own = durations.get(endpoint) ?? { within: BUCKETS_S.map(() => 0), count: 0, seconds: 0 };
      const seconds = duration / 1000;
      own.within = own.within.map((known, at) => known + Number(seconds <= (BUCKETS_S[at] ?? 0)));
      own.count += 1;
      own.seconds += seconds;
      durations.set(endpoint, own);
    },
    families() {
      const each = (value: (tally: Tally) => number) =>
        [...tallies.values()].map((tally) => ({
          labels: { endpoint: tally.endpoint, outcome: tally.outcome },
          value: value(tally),
        }));
      return [
        counter(
          'requests',
          'Requests sent, by their outcome: an HTTP status, or the code of an error.',
          each(({ requests }) => requests),
        ),
        {
          name: metricName('request_duration_seconds'),
          help: 'How long these requests took.',
          type: 'histogram',
          unit: 'seconds',
          samples: [...durations].flatMap(([endpoint, own]) => histogram(endpoint, own)),
        },
        counter(
          'response_bytes',
          'Bodies of their responses, decompressed.',
          each(({ bytes }) => bytes),
          'bytes',
        ),
      ];
    },
  };
}

function histogram(endpoint: string, { within, count, seconds }: Durations): MetricSample[] {
  const bucket = (le: string, value: number) => ({
    labels: { endpoint, le },
    value,
    part: '_bucket' as const,
  });
  return [
    // OpenMetrics writes the end of a bucket as a fraction.
    ...within.map((value, at) => bucket(String(BUCKETS_S[at]).replace(/^\d+$/, '$&.0'), value)),
    bucket('+Inf', count),
    { labels: { endpoint }, value: count, part: '_count' },
    { labels: { endpoint }, value: seconds, part: '_sum' },
  ];
}

const MICROSECONDS = 1e6;

/** Metrics of this process, with the names that Prometheus's own clients use. `now` is Unix ms. */
export function processMetrics(now: number): Metric[] {
  const { user, system } = process.cpuUsage();
  return [
    {
      name: 'castwatch_build',
      help: 'The version that runs, always 1.',
      type: 'info',
      samples: [{ labels: { version: VERSION, node: process.versions.node }, value: 1 }],
    },
    {
      name: 'process_cpu_seconds',
      help: 'CPU that castwatch used.',
      type: 'counter',
      unit: 'seconds',
      samples: [{ labels: {}, value: (user + system) / MICROSECONDS }],
    },
    {
      name: 'process_resident_memory_bytes',
      help: 'Memory of castwatch.',
      type: 'gauge',
      unit: 'bytes',
      samples: [{ labels: {}, value: process.memoryUsage.rss() }],
    },
    {
      name: 'process_start_time_seconds',
      help: 'When castwatch was started, Unix time.',
      type: 'gauge',
      unit: 'seconds',
      samples: [{ labels: {}, value: now / 1000 - process.uptime() }],
    },
  ];
}
