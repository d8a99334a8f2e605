import { expect, test } from 'vitest';
import { fuzzyScore } from '../../../src/views/lists/objects.ts';

/** The names that match, best first. */
const found = (typed: string, ...names: string[]) =>
  names
    .flatMap((name) => {
      const score = fuzzyScore(name, typed);
      return score === undefined ? [] : [{ name, score }];
    })
    .sort((a, b) => b.score - a.score)
    .map(({ name }) => name);

test('the whole name ranks first, then its beginning, a word of it, its inside', () => {
  const names = ['news', 'newsroom', 'local news', 'renewsed'];
  expect(found('news', ...names.toReversed())).toEqual(names);
  expect(found('NEWS', 'News')).toEqual(['News']);
  // A long name still comes before names that match less well.
  expect(found('news', 'local news', `news${'x'.repeat(200)}`)).toEqual([
    `news${'x'.repeat(200)}`,
    'local news',
  ]);
});

test('of equal matches the shorter name is first, and scattered letters are none', () => {
  expect(found('edge', 'edge-frankfurt-1', 'edge-1')).toEqual(['edge-1', 'edge-frankfurt-1']);
  expect(found('ef', 'e-x-f')).toEqual([]);
});
