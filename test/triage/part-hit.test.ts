import { expect, test } from 'vitest';
import { partsHit } from '../../src/triage/part-hit.ts';
import { bench, cluster, edge, server } from './support.ts';

const origin = server('origin-1', { applications: [{ name: 'live', type: 'ORIGIN' }] });
const b = bench();
b.step(2_000, cluster([edge('edge-1', 10, 1e6), origin]));
/** The parts that a problem of this kind affects; other facts do not matter. */
const partsOf = (problem: object) =>
  partsHit({ facts: {}, ...problem } as unknown as Parameters<typeof partsHit>[0], b.state());

test('a row of streams affects the part that its worst stream is about', () => {
  const folded = { first: [], worst: { kind: 'ingest-bitrate', facts: {} } };
  expect(partsOf({ kind: 'streams', subject: { kind: 'cluster' }, folded })).toEqual(['ingest']);
});

test.each([
  ['server-hot', { kind: 'server', name: 'edge-1' }, ['delivery']],
  ['server-hot', { kind: 'server', name: 'origin-1' }, ['ingest']],
  ['server-hot', { kind: 'server', name: 'cm-1' }, []],
  ['stream-unhealthy', { kind: 'stream', streamKey: 'news', application: 'live' }, ['ingest']],
  ['stream-unhealthy', { kind: 'application', name: 'play-edge-1' }, ['delivery']],
  ['stream-unhealthy', { kind: 'stream', streamKey: 'news' }, []],
])('a %s of %j affects the parts of the media path that run there', (kind, subject, parts) => {
  expect(partsOf({ kind, subject, ...(kind === 'server-hot' && { facts: { measures: [] } }) })).toEqual(
    parts,
  );
});
