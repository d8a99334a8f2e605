import { expect, test } from 'vitest';
import type { Problem } from '../../../src/triage/problem.ts';
import { measureOf } from '../../../src/views/problems/measure.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { sampleState } from '../../support/sample-state.ts';

const state = sampleState();
const stream = { kind: 'stream', id: 's1', streamKey: 'news' } as const;
const group = { kind: 'group', name: 'Europe' } as const;
const cluster = { kind: 'cluster' } as const;

test.each<[Partial<Problem>, string]>([
  [{ measure: 'cpu' }, 'CPU of server/edge-1a/cpu, limit 100%'],
  [{ measure: 'mem' }, 'Memory of server/edge-1a/mem, limit 100%'],
  [{ measure: 'in' }, 'Incoming of server/edge-1a/in, limit 10.0 Gbit/s'],
  [{ measure: 'out' }, 'Outgoing of server/edge-1a/out, limit 3.20 Gbit/s'],
  [{ rule: 'server-gone', measure: 'cpu' }, 'Outgoing of server/edge-1a/out, limit 3.20 Gbit/s'],
  [{ rule: 'server-gone', measure: 'in' }, 'Outgoing of server/edge-1a/out, limit 3.20 Gbit/s'],
  [{ subject: { kind: 'server', name: 'nowhere' } }, 'nothing'],
  [{ rule: 'stream-unhealthy', subject: stream }, 'Health of stream/s1/health, no limit'],
  [{ rule: 'stream-flap', subject: stream }, 'In of stream/s1/in, no limit'],
  [
    { rule: 'link', subject: { kind: 'application', name: 'live' } },
    'Latency of application/live/latency, no limit',
  ],
  [{ rule: 'application-limit', subject: { kind: 'application', name: 'live' } }, 'nothing'],
  [
    { rule: 'limit', key: 'limit:out/Europe', subject: group },
    'Outgoing of group/Europe/out, limit 11.2 Gbit/s',
  ],
  [
    { rule: 'limit', key: 'limit:out/Nowhere', subject: { kind: 'group', name: 'Nowhere' } },
    'Outgoing of group/Nowhere/out, no limit',
  ],
  [{ rule: 'group-short', key: 'group-short:edge', subject: group }, 'nothing'],
  [{ rule: 'transcoders', subject: cluster }, 'Transcode tasks of total/transcode, limit 12'],
  [
    { rule: 'limit', key: 'limit:viewers/cluster', subject: cluster },
    'Viewers of total/viewers, limit 6.00k',
  ],
  [{ rule: 'limit', key: 'limit:in/cluster', subject: cluster }, 'Incoming of total/in, limit —'],
  [{ rule: 'manager', key: 'manager:cluster', subject: cluster }, 'nothing'],
  [{ rule: 'journal-storm', subject: { kind: 'journal', object: 'x' } }, 'nothing'],
])('%j is drawn as %s', (problem, words) => {
  const measure = measureOf(sampleProblem({ rule: 'server-hot', ...problem }), state, 'bits');
  const limit = measure?.limit === undefined ? 'no limit' : `limit ${measure.format(measure.limit)}`;
  expect(measure ? `${measure.title} of ${measure.key}, ${limit}` : 'nothing').toBe(words);
});

test('what is told in percent ends at 100', () => {
  const top = (problem: Partial<Problem>) => measureOf(sampleProblem(problem), state, 'bits')?.top;
  expect([top({ measure: 'cpu' }), top({ rule: 'stream-unhealthy', subject: stream })]).toEqual([100, 100]);
  expect(top({ measure: 'out' })).toBeUndefined();
});

test('where a problem does not name its measure, the hottest of the server is drawn', () => {
  expect(measureOf(sampleProblem({ measure: undefined }), state, 'bits')?.title).toBe('CPU');
});
