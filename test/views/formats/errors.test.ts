import { expect, test } from 'vitest';
import { emptyResource, failed } from '../../../src/cluster/resource.ts';
import { errorWords, unreadableCount, unreadableWords } from '../../../src/views/formats/errors.ts';

test('the time until the next attempt counts down to its end', () => {
  const failure = { code: 'RATE_LIMITED', message: 'Too many logins.', retryAfter: 55_000 };
  const { error } = failed(emptyResource<number>(), failure, 1_000);
  if (!error) throw new Error('there is an error');
  const words = [1_000, 31_000, 56_000].map((now) => errorWords(error, now));
  expect(words).toEqual(
    ['55s.', '25s.', ''].map((left) => `Too many logins.${left && ` Next try in ${left}`}`),
  );
});

test('unreadable fields are named by their paths, the first ones of many', () => {
  const field = (index: number) => ({ path: `data.${index}.state`, reason: 'expected text', item: false });
  const lost = { path: 'data.list.7', reason: 'id: missing', item: true };
  expect(unreadableCount([lost])).toBe('1 value unreadable');
  expect(unreadableWords([lost])).toEqual(['▲ data.list.7 left out: id: missing']);
  const many = Array.from({ length: 9 }, (_, index) => field(index));
  expect(unreadableCount(many)).toBe('9 values unreadable');
  expect(unreadableCount([...many, { ...lost, more: 990 }])).toBe('1.00k values unreadable');
  expect(unreadableWords(many)).toEqual([
    ...many.slice(0, 5).map(({ path }) => `▲ ${path}: expected text`),
    '▲ and 4 more',
  ]);
});
