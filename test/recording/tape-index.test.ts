import { expect, test } from 'vitest';
import type { ListedEntry } from '../../src/recording/frame.ts';
import { TapeIndex } from '../../src/recording/tape-index.ts';

const PATH = '/api/streams?page=1';

function entry(at: number, changes: Partial<ListedEntry> = {}): ListedEntry {
  return { at, endpoint: 'streams', path: PATH, status: 200, duration: 5, offset: 0, length: 1, ...changes };
}

/** Frames with entries at these times. */
function indexOf(...frames: readonly (readonly ListedEntry[])[]): TapeIndex {
  const index = new TapeIndex();
  frames.forEach((entries, frame) => {
    index.add(frame, entries);
  });
  return index;
}

const next = (index: TapeIndex, at: number, path = PATH) => index.next('streams', path, at)?.at;

test('a failure counts for every query of its path, from its moment to the next response', () => {
  const failed = entry(20, { path: '/api/streams', code: 'REFUSED', status: 0 });
  const index = indexOf([entry(10), failed, entry(30)]);
  const codeAt = (at: number) => index.latest('streams', PATH, at)?.code;
  expect([10, 19, 20, 29, 30].map(codeAt)).toEqual([undefined, undefined, 'REFUSED', 'REFUSED', undefined]);
  expect([0, 10, 20, 30].map((at) => next(index, at))).toEqual([10, 20, 30, undefined]);
  expect(index.latest('applications', PATH, 99)).toBeUndefined();
});

test.each([
  ['another order', '/api/streams?page=1&orderBy=name&order=asc', 20],
  ['other rows a page', '/api/streams?rowsPerPage=5', 20],
  ['another page', '/api/streams?page=3', undefined],
  ['a filter', '/api/streams?page=1&name=x', undefined],
  ['another path', '/api/stream?page=1', undefined],
])('is like a recorded list: %s', (_what, path, at) => {
  const index = indexOf([entry(10), entry(20, { path: '/api/streams?page=1&orderBy=id' }), entry(30)]);
  expect(index.alike('streams', path, 25)?.at).toBe(at);
  expect(index.alike('streams', path, 5)).toBeUndefined();
});
