import type { Log } from '../../http/observe.ts';
import { counter, type Metric } from '../../views/metrics/metric.ts';
import { VERSION } from '../options/parse-words.ts';

interface Tally {
  readonly endpoint: string;
  /** HTTP status, or the error's code if there was no response. */
  readonly outcome: string;
  requests: number;
  seconds: number;
  bytes: number;
}

export interface RequestMetrics {
  readonly log: Log;
  /** All metrics, including those without a sample. */
  families(): Metric[];
}

/** Counts the requests that castwatch sends: `log` is passed to the session, `families` to each scrape. */
export function createRequestMetrics(): RequestMetrics {
  const tallies = new Map<string, Tally>();
  return {
    log({ endpoint, status, code, duration, bytes }) {
      const outcome = String(status ?? code ?? 'none');
      const key = `${endpoint} ${outcome}`;
      const tally = tallies.get(key) ?? { endpoint, outcome, requests: 0, seconds: 0, bytes: 0 };
      tally.requests += 1;
      tally.seconds += duration / 1000;
      tally.bytes += bytes;
      tallies.set(key, tally);
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
        counter(
          'request_duration_seconds',
          'Total time of these requests; divide it by their number for the mean.',
          each(({ seconds }) => seconds),
          'seconds',
        ),
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
