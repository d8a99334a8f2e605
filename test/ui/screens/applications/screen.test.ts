import { describe, expect, test } from 'vitest';
import type { ClusterState } from '../../../../src/cluster/state.ts';
import type { Problem } from '../../../../src/triage/problem.ts';
import { applicationsScreen } from '../../../../src/ui/screens/applications/screen.ts';
import { type ApplicationsSlice, applicationsStart } from '../../../../src/ui/screens/applications/slice.ts';
import { calm } from '../../../support/fake-services.ts';
import { panesOf } from '../../../support/panes-of.ts';
import { sampleState } from '../../../support/sample-state.ts';
import { sampleView } from '../../../support/sample-view.ts';
import { rowsOf } from '../../../support/screen-rows.ts';
import { openList } from '../open-list.ts';

const area = { x: 0, y: 3, width: 160, height: 36 };

function text(
  patch: Partial<ApplicationsSlice> = {},
  problems: readonly Problem[] = [],
  state = sampleState(),
) {
  const slice = { ...applicationsStart, ...patch };
  return rowsOf(
    panesOf(applicationsScreen, sampleView(state, { triage: { ...calm, problems } }), slice, area),
    area,
  );
}

test('the past from the stored history lists what the sweep read then', () => {
  const state = sampleState();
  const stored = { ...state, applications: { ...state.applications, value: undefined } };
  expect(text({}, [], stored).join('\n')).toContain('live-origin-2');
  expect(text({ search: 'edge-1a' }, [], stored).join('\n')).not.toContain('live-origin-2');
});

/** The first two applications of the sample under one name, with their own ids. */
function namesakes(): ClusterState {
  const state = sampleState();
  const value = state.applications.value;
  if (!value) throw new Error('the sample has no applications');
  const renamed = (index: number) => index < 2 && { name: 'live', id: `id-${index}` };
  const items = new Map([...value.items].map(([index, one]) => [index, { ...one, ...renamed(index) }]));
  return { ...state, applications: { ...state.applications, value: { ...value, items } } };
}

describe('keys', () => {
  const open = (state = sampleState()) =>
    openList<ApplicationsSlice>('applications', applicationsStart, state);

  test('the type filter and the order are sent to the server', () => {
    const { services, press } = open();
    expect(services.interests.at(-1)?.applications?.query).toEqual({});
    press('f', 'j', 'enter');
    expect(services.interests.at(-1)?.applications?.query).toEqual({ appType: expect.any(String) });
    press('esc', 's', 'j', 'enter', 'S');
    expect(services.interests.at(-1)?.applications?.query).toEqual({ orderBy: 'name', order: 'desc' });
    expect(applicationsScreen.query(applicationsStart)).toEqual({});
  });

  test('two applications of one name open separately', () => {
    const { press, slice, rows, ui, services } = open(namesakes());
    press('j', 'enter');
    expect(slice().opened).toBe('id-1');
    expect(rows().join('\n')).toMatch(/Application live[\s\S]*Id +id-1/);
    press('esc', 'k', 'enter');
    expect(rows().join('\n')).toMatch(/Application live[\s\S]*Id +id-0/);
    press('enter');
    expect(ui.getState().screen).toBe('streams');
    expect(services.interests.at(-1)?.streams?.query).toMatchObject({ application: 'live' });
  });
});
