import { expect, test } from 'vitest';
import type { Sweep } from '../../../src/cluster/state.ts';
import { NewSamples } from '../../../src/triage/memory/new-samples.ts';

const idle = { value: undefined, updatedAt: undefined } as never;

test('of a list that is known a page counts when it has come, and once; what it lacks counts when the list has ended', () => {
  const samples = new NewSamples<{ id: string }>();
  const [a, b] = [{ id: 'a' }, { id: 'b' }];
  const read = (updatedAt: number, completedAt: number | undefined, page: readonly { id: string }[]) => {
    const taken: string[] = [];
    const value: Sweep<{ id: string }> = {
      items: new Map([a, b].map((one) => [one.id, one])),
      page,
      totalItems: 2,
      completedAt,
      truncated: false,
    };
    const sweep = { value, updatedAt, generatedAt: undefined, error: undefined, fetching: false } as never;
    samples.read(
      { list: idle, watched: idle, sweep },
      ({ id }, at) => taken.push(`${id} ${at}`),
      ({ id }, at) => taken.push(`met ${id} ${at}`),
    );
    return taken;
  };
  expect(read(5, undefined, [a])).toEqual([]);
  expect(read(10, 10, [b])).toEqual(['a 10', 'b 10']);
  expect(read(20, 10, [a])).toEqual(['a 20']);
  expect(read(20, 10, [a])).toEqual([]);
  expect(samples.newest).toBe(20);
  expect(read(30, 30, [b])).toEqual(['met a 30', 'b 30']);
  expect(read(40, 30, [a])).toEqual(['a 40']);
});
