import { expect, test } from 'vitest';
import { scopeNote } from '../../../src/views/lists/paged-list.ts';

test.each([
  [40, 60, 'this server lists 40 of 60'],
  [60, 40, '60 listed, the dashboard counts 40'],
  [60, 60, undefined],
  // Requested two seconds apart, on a busy cluster.
  [9_990, 10_000, undefined],
  // Two in a hundred, or one.
  [98, 100, undefined],
  [97, 100, 'this server lists 97 of 100'],
  [1, 2, undefined],
  [100_000, 102_000, undefined],
  [1_234, 9_876, 'this server lists 1.23k of 9.88k'],
  [undefined, 60, undefined],
  [40, undefined, undefined],
  [40, null, undefined],
])('a list of %s in a cluster of %s', (list, cluster, note) => {
  expect(scopeNote(list, cluster)).toBe(note);
});
