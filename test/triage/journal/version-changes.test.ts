import { expect, test } from 'vitest';
import { versionChanges } from '../../../src/triage/journal/version-changes.ts';

const said = (...lines: readonly (readonly [at: number, object: string, message: string])[]) =>
  versionChanges(
    lines.map(([createDate, objectName, message], id) => {
      return { kind: 'entry', key: String(id), entry: { id, objectName, message, createDate } };
    }),
  ).map(({ item, ...change }) => ({ ...change, at: item.entry.createDate }));

test('objects that return with the same new version are one change', () => {
  expect(
    said(
      [1, 'Stream: a', 'Session closed: Encoder Pro 4.8.3'],
      [2, 'Stream: a', 'Session opened: Encoder Pro 5.0.1'],
      [3, 'Stream: b', 'Session closed: Encoder Pro 4.8.3'],
      [4, 'Stream: b', 'Session opened: Encoder Pro 5.0.1'],
    ),
  ).toMatchObject([
    {
      of: 'Encoder Pro',
      before: '4.8.3',
      after: '5.0.1',
      objects: ['Stream: a', 'Stream: b'],
      at: 2,
      until: 4,
    },
  ]);
});

test.each([
  ['the same version again', 'Encoder 4.8.3', 'Encoder 4.8.3'],
  ['no version before', 'Encoder ready', 'Encoder 4.8.3'],
  ['versions of different things', 'Encoder 4.8.3', 'Driver 5.0.1'],
  ['addresses', 'from 10.0.0.1', 'from 10.0.0.2'],
  ['figures', 'Packet loss 1.2 %', 'Packet loss 3.4 %'],
])('is no version change: %s', (_what, first, second) => {
  expect(said([1, 'Stream: a', first], [2, 'Stream: a', second])).toEqual([]);
});
