import { expect, test } from 'vitest';
import { hitStreams, mergeHitStreams } from '../../src/triage/hit-streams.ts';
import { stream } from './support.ts';

test('problems that affect no streams name none, instead of zero', () => {
  expect(hitStreams([])).toEqual({});
  expect(mergeHitStreams([undefined, {}], new Set())).toEqual({});
});

test('a stream that two problems name is counted once, with its viewers once', () => {
  const hit = hitStreams([
    { stream: stream({ streamKey: 'news', application: 'live', viewerCount: 100 }) },
    { stream: stream({ streamKey: 'news', application: 'backup', viewerCount: 5 }) },
  ]);
  const merged = mergeHitStreams([hit, hit], new Set(['live/news', 'backup/news', 'live/sport']));
  expect(merged.streams?.count).toBe(3);
  expect(merged.streams?.first.map(({ application, viewers }) => [application, viewers])).toEqual([
    ['live', 100],
    ['backup', 5],
  ]);
});
