import { expect, test } from 'vitest';
import { hitStreams, mergeHitStreams } from '../../src/triage/hit-streams.ts';
import { stream } from './support.ts';

test('problems that affect no streams name none, instead of zero', () => {
  expect(hitStreams([])).toEqual({});
  expect(mergeHitStreams([undefined, {}], new Set())).toEqual({});
});

test('a stream that two problems name is counted once', () => {
  const hit = hitStreams([{ stream: stream({ streamKey: 'news', viewerCount: 100 }) }]);
  const merged = mergeHitStreams([hit, hit], new Set(['news', 'sport']));
  expect(merged.streams).toMatchObject({ count: 2, first: [{ streamKey: 'news', copies: 2 }] });
});
