import { describe, expect, test } from 'vitest';
import type { Viewer } from '../../../src/protocol/viewer.ts';
import { columnOrders, orderBy, orderWords } from '../../../src/views/lists/column.ts';
import { viewerColumns } from '../../../src/views/viewers/columns.ts';
import { asPasted, type ViewerQuestion, viewerLists } from '../../../src/views/viewers/lists.ts';
import { deviceWords, viewerKind } from '../../../src/views/viewers/viewers.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';

const all: ViewerQuestion = {
  ids: ['viewer-3', 'viewer-1', 'nobody', 'viewer-2', 'later'],
  show: 'all',
  search: '',
  sort: asPasted,
};

function state() {
  const sample = sampleState();
  const value = [...(sample.viewers.value ?? []), { id: 'nobody', value: undefined, endedAt: sampleNow }];
  return { ...sample, viewers: { ...sample.viewers, value } };
}

test.each<[Partial<Viewer>, string]>([
  [{ harnessType: 'STORM_HLS_VIEWER' }, 'person'],
  [{ harnessType: 'TRANSCODER' }, 'machine'],
  [{ harnessType: 'CLUSTER_DATA_CLIENT' }, 'machine'],
  [{ harnessType: 'SOMETHING_NEW' }, 'person'],
  [{ harnessType: null }, 'unknown'],
  [{}, 'unknown'],
])('%j is a %s', (viewer, kind) => {
  expect(viewerKind({ id: 'v', ...viewer })).toBe(kind);
});

describe('found and not found', () => {
  test('are listed together in the pasted order', () => {
    const lists = viewerLists(state(), all);
    expect(lists.found.map(({ id }) => id)).toEqual(['viewer-3', 'viewer-1', 'viewer-2']);
    expect(lists.missing).toEqual([
      { id: 'nobody', since: sampleNow },
      { id: 'later', since: undefined },
    ]);
    expect([lists.people, lists.machines, lists.ended]).toEqual([2, 1, 0]);
  });

  test.each([
    [{ show: 'people' as const }, ['viewer-1', 'viewer-2']],
    [{ show: 'machines' as const }, ['viewer-3']],
    [{ search: '203.0.113.2' }, ['viewer-2']],
    [{ sort: { key: 'health', descending: false } }, ['viewer-2', 'viewer-1', 'viewer-3']],
    [{ sort: { ...asPasted, descending: true } }, ['viewer-2', 'viewer-1', 'viewer-3']],
  ])('with %j', (change, ids) => {
    const lists = viewerLists(state(), { ...all, ...change });
    expect(lists.found.map(({ id }) => id)).toEqual(ids);
    // Filters never hide viewers that were not found.
    expect(lists.missing.length).toBe(2);
  });

  test('a viewer of unknown kind may be a person and is not hidden among people', () => {
    const sample = state();
    const value = [...sample.viewers.value, { id: 'odd', value: { id: 'odd' }, endedAt: undefined }];
    const unknown = { ...sample, viewers: { ...sample.viewers, value } };
    const shown = (show: ViewerQuestion['show']) =>
      viewerLists(unknown, { ...all, ids: ['odd'], show }).found.map(({ kind }) => kind);
    expect(shown('all')).toEqual(['unknown']);
    expect(shown('people')).toEqual(['unknown']);
    expect(shown('machines')).toEqual([]);
    const { people, machines } = viewerLists(unknown, { ...all, ids: ['odd'] });
    expect([people, machines]).toEqual([0, 0]);
  });

  test('a session that ended keeps its last values', () => {
    const ended = state();
    const value = ended.viewers.value.map((each) =>
      each.id === 'viewer-1' ? { ...each, endedAt: sampleNow } : each,
    );
    const lists = viewerLists({ ...ended, viewers: { ...ended.viewers, value } }, all);
    expect(lists.ended).toBe(1);
    expect(lists.found.find(({ id }) => id === 'viewer-1')).toMatchObject({ endedAt: sampleNow });
  });
});

test('each order begins in its natural direction, and the same column again reverses it', () => {
  expect(columnOrders(viewerColumns)[0]).toEqual(asPasted);
  expect(orderBy(viewerColumns, asPasted, 'out')).toEqual({ key: 'out', descending: true });
  expect(orderBy(viewerColumns, asPasted, 'pasted')).toEqual({ key: 'pasted', descending: true });
  expect(orderBy(viewerColumns, asPasted, 'address')).toBeUndefined();
  expect(orderWords(viewerColumns, { key: 'health', descending: true })).toBe('best health first');
});

test('a device is described in few words, or not at all', () => {
  expect(deviceWords({ id: 'v', deviceType: 'MOBILE', osName: null, browserName: 'Safari' })).toBe(
    'MOBILE Safari',
  );
  expect(deviceWords({ id: 'v' })).toBeUndefined();
});
