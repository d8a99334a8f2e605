import { expect, test } from 'vitest';
import { inTurn } from '../../src/base/in-turn.ts';

test('works run one after the other, and one that fails holds up none', async () => {
  const queue = inTurn();
  const first = Promise.withResolvers<string>();
  const done: string[] = [];
  const failing = queue(() => first.promise);
  const second = queue(async () => done.push('second'));
  await Promise.resolve();
  expect(done).toEqual([]);
  first.reject(new Error('the first fails'));
  await expect(failing).rejects.toThrow('the first fails');
  await second;
  expect(done).toEqual(['second']);
});
