import { expect, test } from 'vitest';
import { partsHit } from '../../src/triage/part-hit.ts';
import { bench, cluster, edge, server } from './support.ts';

function state() {
  const b = bench();
  b.step(
    2_000,
    cluster([
      edge('edge-1', 10, 1e6),
      server('origin-1', { applications: [{ name: 'live', type: 'ORIGIN' }] }),
    ]),
  );
  return b.state();
}

test('a row of streams affects the part that its worst stream is about', () => {
  const worst = { kind: 'ingest-bitrate', facts: {} };
  const row = { kind: 'streams', facts: {}, subject: { kind: 'cluster' }, folded: { first: [], worst } };
  expect(partsHit(row as unknown as Parameters<typeof partsHit>[0], state())).toEqual(['ingest']);
});

test('a problem of a server affects the parts of the media path that run there', () => {
  const hot = (name: string) =>
    partsHit(
      { kind: 'server-hot', facts: { measures: [] }, form: undefined, subject: { kind: 'server', name } },
      state(),
    );
  expect(hot('edge-1')).toEqual(['delivery']);
  expect(hot('origin-1')).toEqual(['ingest']);
  expect(hot('cm-1')).toEqual([]);
});

test('a problem of a stream or an application affects the part that its application is', () => {
  const sick = (subject: object) =>
    partsHit(
      { kind: 'stream-unhealthy', facts: {}, subject } as unknown as Parameters<typeof partsHit>[0],
      state(),
    );
  expect(sick({ kind: 'stream', streamKey: 'news', application: 'live' })).toEqual(['ingest']);
  expect(sick({ kind: 'application', name: 'play-edge-1' })).toEqual(['delivery']);
  expect(sick({ kind: 'stream', streamKey: 'news' })).toEqual([]);
});
