import type { Metric } from '../../views/metrics/metric.ts';
import { VERSION } from '../options/parse-words.ts';

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
