import { expect, test } from 'vitest';
import type { Figure } from '../../../src/triage/facts.ts';
import type { Subject } from '../../../src/triage/problem.ts';
import { defaultThresholds } from '../../../src/triage/thresholds.ts';
import { measureOf } from '../../../src/views/problems/measure.ts';
import { type Sample, sampleProblem } from '../../support/sample-problem.ts';
import { sampleState } from '../../support/sample-state.ts';

const state = sampleState();
const stream = { kind: 'stream', id: 's1', streamKey: 'news' } as const;
const group = { kind: 'group', name: 'Europe' } as const;
const cluster = { kind: 'cluster' } as const;
const application = { kind: 'application', name: 'a' } as const;

const series = (figure: Figure, key: string, subject?: Subject): Sample => {
  return { measure: { figure, unit: 'count', series: key, trend: 'steady' }, ...(subject && { subject }) };
};
const other = { kind: 'server', name: 'x' } as const;

test.each<[Sample, string]>([
  [series('cpu', 'server/edge-1a/cpu'), 'CPU of server/edge-1a/cpu, limit 100%, amber 90'],
  [series('mem', 'server/edge-1a/mem'), 'Memory of server/edge-1a/mem, limit 100%, amber 92'],
  [series('in', 'server/edge-1a/in'), 'Incoming of server/edge-1a/in, limit 10.0 Gbit/s, amber 85'],
  [series('out', 'server/edge-1a/out'), 'Outgoing of server/edge-1a/out, limit 3.20 Gbit/s, amber 85'],
  [series('out', 'server/x/out', other), 'Outgoing of server/x/out, no limit, amber 85'],
  [series('health', 'stream/s1/health', stream), 'Health of stream/s1/health, no limit'],
  [series('in', 'stream/s1/in', stream), 'In of stream/s1/in, no limit, amber 90'],
  [series('latency', 'application/a/latency', application), 'Latency of application/a/latency, no limit'],
  [series('out', 'group/Europe/out', group), 'Outgoing of group/Europe/out, limit 11.2 Gbit/s, amber 90'],
  [series('out', 'group/X/out', { kind: 'group', name: 'X' }), 'Outgoing of group/X/out, no limit, amber 90'],
  [series('transcode', 'total/transcode', cluster), 'Transcode tasks of total/transcode, limit 12, amber 95'],
  [series('viewers', 'total/viewers', cluster), 'Viewers of total/viewers, limit 6.00k, amber 90'],
  [series('in', 'total/in', cluster), 'Incoming of total/in, limit —, amber 90'],
  [{ measure: { figure: 'viewers', unit: 'count', trend: 'steady' } }, 'nothing'],
  [{ measure: undefined }, 'nothing'],
])('%j is drawn as %s', (problem, words) => {
  const measure = measureOf(sampleProblem(problem), state, { units: 'bits', thresholds: defaultThresholds });
  const limit = measure?.limit === undefined ? 'no limit' : `limit ${measure.format(measure.limit)}`;
  const amber = measure?.levels ? `, amber ${measure.levels.warn}` : '';
  expect(measure ? `${measure.title} of ${measure.key}, ${limit}${amber}` : 'nothing').toBe(words);
});
