import { describe, expect, test } from 'vitest';
import type { ClusterState } from '../../../../src/cluster/state.ts';
import { type ViewersSlice, viewersStart } from '../../../../src/ui/screens/viewers/model.ts';
import { viewersScreen } from '../../../../src/ui/screens/viewers/screen.ts';
import type { View } from '../../../../src/ui/view.ts';
import { panesOf } from '../../../support/panes-of.ts';
import { sampleState } from '../../../support/sample-state.ts';
import { sampleView } from '../../../support/sample-view.ts';
import { areas, expectTiled, rowsOf } from '../../../support/screen-rows.ts';
import { openList } from '../open-list.ts';

const display = { units: 'bits', times: 'relative', ascii: false, lowBandwidth: false } as const;
const area = { x: 0, y: 3, width: 160, height: 30 };
const pasted = ['viewer-1', 'viewer-2', 'viewer-3', 'nobody-at-all'];

function state(): ClusterState {
  const sample = sampleState();
  const missing = {
    id: 'nobody-at-all',
    value: undefined,
    endedAt: new Date(2026, 0, 15, 14, 3, 7).getTime(),
  };
  const value = [...(sample.viewers.value ?? []), missing];
  return { ...sample, viewers: { ...sample.viewers, value } };
}

function view(of: ClusterState): View {
  return sampleView(of, { display });
}

describe.each(areas)('in $width×$height cells', (place) => {
  test.each<[string, Partial<ViewersSlice>]>([
    ['nothing looked up', {}],
    ['found and not found', { ids: pasted }],
    ['the list of missing viewers with the focus', { ids: pasted, part: 'missing' }],
    ['only found viewers', { ids: pasted.slice(0, 3) }],
    ['a detail', { ids: pasted, opened: 'viewer-2' }],
    ['the detail of an unknown viewer', { ids: pasted, opened: 'nobody-at-all' }],
  ])('%s fills the area', (_name, patch) => {
    expectTiled(panesOf(viewersScreen, view(state()), { ...viewersStart, ...patch }, place), place);
  });
});

test('the screen says what to do while nothing is looked up, even in the smallest window', () => {
  const small = { x: 0, y: 3, width: 40, height: 8 };
  const rows = rowsOf(panesOf(viewersScreen, view(state()), viewersStart, small), small).join('\n');
  expect(rows).toContain('Paste ids here');
  expect(rows).toContain('press a to type them');
  expect(rows).not.toContain('…');
});

test('all viewers of the cluster are drawn while nothing is looked up, where there is room', () => {
  const rows = rowsOf(panesOf(viewersScreen, view(state()), viewersStart, area), area).join('\n');
  expect(rows).toMatch(/All viewers of the cluster ─+ [\d.]+k? of [\d.]+k/);
});

test('found and missing viewers are listed together, machines and people told apart by sign and word', () => {
  const rows = rowsOf(panesOf(viewersScreen, view(state()), { ...viewersStart, ids: pasted }, area), area);
  expect(rows[0]).toContain('Viewers found');
  expect(rows[0]).toContain('3 of 4');
  expect(rows[0]).toContain('Not found');
  expect(rows[2]).toMatch(/○ person.*morning-show.*nobody…t-all.*no, 14:03:07/);
  expect(rows.join('\n')).toMatch(/Address +203\.0\.113\.1/);
  expect(rows[4]).toMatch(/■ machine/);
});

test('the detail shows every field', () => {
  const slice = { ...viewersStart, ids: pasted, opened: 'viewer-2' };
  const rows = rowsOf(panesOf(viewersScreen, view(state()), slice, area), area).join('\n');
  for (const word of [
    'STORM_MSE_VIEWER',
    '203.0.113.2',
    'Firefox',
    'DESKTOP',
    '東京ニュース',
    '720p',
    'CLIENT_OUTPUT',
    'Bad',
    '3.84 Mbit/s',
  ]) {
    expect(rows).toContain(word);
  }
});

describe('keys', () => {
  const open = () => openList<ViewersSlice>('viewers', viewersStart, state(), 160);

  test('pasted ids are followed on every screen, each once, and up to the limit', () => {
    const { runtime, services, press, slice } = open();
    runtime.paste('viewer-1, viewer-2\r\nviewer-3\n\nviewer-1;nobody-at-all');
    expect(services.interests.at(-1)?.viewers).toEqual(pasted);
    press('1');
    expect(services.interests.at(-1)?.viewers).toEqual(pasted);
    press('5');
    runtime.paste(Array.from({ length: 2000 }, (_, index) => `id-${index}`).join('\n'));
    expect(slice().ids.length).toBe(500);
  });

  test('ids pasted into the prompt count as well', () => {
    const { runtime, press, slice } = open();
    press('a');
    runtime.paste('viewer-1\nviewer-2');
    press('enter');
    expect(slice().ids).toEqual(['viewer-1', 'viewer-2']);
  });

  test('x removes only the selected viewer from the list', () => {
    const { runtime, press, slice, services } = open();
    runtime.paste(pasted.join(' '));
    press('j', 'x');
    expect(slice().ids).toEqual(['viewer-1', 'viewer-3', 'nobody-at-all']);
    press('tab', 'x');
    expect(slice().ids).toEqual(['viewer-1', 'viewer-3']);
    expect(services.interests.at(-1)?.viewers).toEqual(['viewer-1', 'viewer-3']);
  });

  test('v switches between all, people and machines', () => {
    const { runtime, press, rows } = open();
    runtime.paste(pasted.join(' '));
    press('v');
    expect(rows().join('\n')).not.toContain('■ machine');
    press('v');
    expect(rows().join('\n')).not.toContain('○ person');
    press('v');
    expect(rows().join('\n')).toContain('○ person');
  });

  test('Enter opens a viewer, y copies its id, and a second Enter leads to its stream', () => {
    const { runtime, press, slice, services, ui } = open();
    runtime.paste(pasted.join(' '));
    press('j', 'enter', 'y');
    expect(slice().opened).toBe('viewer-2');
    expect(services.copied).toEqual(['viewer-2']);
    press('enter');
    expect(ui.getState().screen).toBe('streams');
    expect(services.interests.at(-1)?.streams?.query).toMatchObject({ search: '東京ニュース' });
  });
});

test('in a narrow area the few ids that were not found leave the room to the others', () => {
  const narrow = { x: 0, y: 3, width: 60, height: 30 };
  const panes = panesOf(viewersScreen, view(state()), { ...viewersStart, ids: pasted }, narrow);
  expect(panes.map(({ rect }) => rect.height)).toEqual([26, 4]);
});
