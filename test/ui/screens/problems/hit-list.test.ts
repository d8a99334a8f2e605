import { expect, test } from 'vitest';
import { clockTime } from '../../../../src/base/format.ts';
import { hitStreams } from '../../../../src/triage/hit-streams.ts';
import { hitList } from '../../../../src/ui/screens/problems/facts.ts';
import { sampleNow, sampleState } from '../../../support/sample-state.ts';

const copy = (streamKey: string, application: string, viewerCount = 1) => ({
  stream: { id: `${application}-${streamKey}`, streamKey, application, viewerCount },
  seenAt: sampleNow,
});

function rows(copies: readonly ReturnType<typeof copy>[], missing?: readonly ReturnType<typeof copy>[]) {
  const { streams } = hitStreams(copies, missing);
  if (!streams) throw new Error('no streams');
  const lines = hitList({ ...streams, copies: copies.length, isNow: false }, sampleState());
  return lines.map((line) => line.map(({ text }) => text).join(''));
}

test('names every stream, also beyond the first twenty', () => {
  const many = rows(Array.from({ length: 60 }, (_, index) => copy(`cam-${index}`, 'live', 60 - index)));
  expect([many.length, many[59]]).toEqual([60, expect.stringMatching(/^cam-59 +1 /)]);
});

test('folds the copies of a stream, with their number and the sum of their viewers', () => {
  const [first, ...rest] = rows([copy('a', 'live', 5), copy('a', 'backup', 2), copy('b', 'live', 1)]);
  expect(first).toMatch(/^a +7 ×2 .*live/);
  expect(rest).toHaveLength(1);
});

test('says which streams are back, and since when the others are missing', () => {
  const [gone, back] = [copy('gone', 'live'), copy('back', 'live')];
  const [first, second] = rows([gone, back], [gone]);
  expect(first).toContain(`missing since ${clockTime(sampleNow)}`);
  expect(second).toMatch(/^back +1 .* back /);
});
